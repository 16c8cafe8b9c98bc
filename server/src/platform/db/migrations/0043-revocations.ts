import { type Kysely, sql } from "kysely";

/**
 * What was taken away, until it is written to the journal beside the backups: with it a restored backup brings nothing
 * back. Ids and instants only. Triggers write it, so that no way to take something away is forgotten.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
create table revocation (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  kind text not null, -- RevocationKind in the code
  subject uuid not null -- of the account, session or other row
);

create function record_revocation() returns trigger language plpgsql as $$
declare
  was jsonb := to_jsonb(old);
begin
  insert into revocation (kind, subject) values (tg_argv[0], (was ->> tg_argv[1])::uuid);
  return null;
end $$;

create trigger revocation_of_suspended after update of suspended_at on account for each row
  when (old.suspended_at is null and new.suspended_at is not null)
  execute function record_revocation('account-suspended', 'uid');
create trigger revocation_of_reinstated after update of suspended_at on account for each row
  when (old.suspended_at is not null and new.suspended_at is null)
  execute function record_revocation('account-reinstated', 'uid');
create trigger revocation_of_erased after update of erased_at on account for each row
  when (old.erased_at is null and new.erased_at is not null)
  execute function record_revocation('account-erased', 'uid');
create trigger revocation_of_password after update of password_hash on account for each row
  when (old.password_hash <> new.password_hash)
  execute function record_revocation('password-changed', 'uid');
create trigger revocation_of_email after update of email on account for each row
  when (old.email <> new.email and old.email_verified and new.erased_at is null)
  execute function record_revocation('email-changed', 'uid');
create trigger revocation_of_role after update of role on moderator for each row
  when (old.role = 'administrator' and new.role <> 'administrator')
  execute function record_revocation('role-lowered', 'uid');
create trigger revocation_of_member after delete on moderator for each row
  execute function record_revocation('role-removed', 'uid');
create trigger revocation_of_session after update of ended_at on session for each row
  when (old.ended_at is null and new.ended_at is not null)
  execute function record_revocation('session-ended', 'id');
create trigger revocation_of_passkey after delete on passkey for each row
  execute function record_revocation('passkey-removed', 'id');
create trigger revocation_of_identity after delete on linked_identity for each row
  execute function record_revocation('identity-unlinked', 'id');
create trigger revocation_of_feed after delete on calendar_feed for each row
  execute function record_revocation('feed-revoked', 'uid');
create trigger revocation_of_new_feed after update of token_hash on calendar_feed for each row
  when (old.token_hash <> new.token_hash)
  execute function record_revocation('feed-revoked', 'uid');
create trigger revocation_of_contact after delete on trusted_contact for each row
  execute function record_revocation('contact-removed', 'id');
create trigger revocation_of_declined_contact after update of status on trusted_contact for each row
  when (old.status <> 'declined' and new.status = 'declined')
  execute function record_revocation('contact-removed', 'id');
create trigger revocation_of_share after delete on ride_share for each row
  execute function record_revocation('share-revoked', 'id');
create trigger revocation_of_invite after delete on invite for each row
  execute function record_revocation('invite-revoked', 'id');`,
    )
    .execute(db);
}
