import { sql } from "kysely";
import type { Db } from "../database.ts";
import type { Revocation, RevocationKind } from "../../backups/revocation-journal.ts";

/*
 * What a restored backup must not bring back: someone who was signed out, removed or suspended since would be in again.
 */

/**
 * Rows that let someone in or let them follow someone, and that people make again by themselves. A restore deletes all
 * of them, because a backup may be in the wrong hands, or older than a theft.
 */
export const VOIDED_TABLES = [
  "api_key",
  "calendar_feed",
  "email_link",
  "known_device",
  "one_time_code",
  "passkey_challenge",
  "pending_sign_in",
  "phone_code",
  "push_subscription",
  "ride_share",
  "session",
  "signing_key",
  "unconfirmed_identity",
] as const;

/** Ends all sessions, and voids signing keys, codes, feeds and links. */
export async function voidAccess(db: Db): Promise<void> {
  for (const table of VOIDED_TABLES) await sql`delete from ${sql.table(table)}`.execute(db);
}

/** Never the hash of a password. */
const NO_ONE_KNOWS = "none";

type Replay = (db: Db, revocation: Revocation) => Promise<unknown>;
const deleteFrom =
  (table: string, key: string): Replay =>
  (db, { subject }) =>
    sql`delete from ${sql.table(table)} where ${sql.ref(key)} = ${subject}::uuid`.execute(db);

/** How each is done again; undefined if a person has to look at it. */
const replays: Readonly<Record<RevocationKind, Replay | undefined>> = {
  "account-erased": (db, { at, subject }) =>
    // The server erases it at its next start; until then no one can sign in to it.
    sql`
      update account
      set password_hash = ${NO_ONE_KNOWS},
        deletion_reason = coalesce(deletion_reason, 'requested'),
        deletion_requested_at = coalesce(deletion_requested_at, ${at}),
        erase_at = ${at}
      where uid = ${subject}::uuid and erased_at is null`.execute(db),
  "account-suspended": (db, { at, subject }) =>
    sql`
      update account
      set suspended_at = ${at}, suspension_notified_at = ${at},
        suspension_reason = ${"Restored from the journal"}
      where uid = ${subject}::uuid and suspended_at is null`.execute(db),
  "account-reinstated": (db, { subject }) =>
    sql`
      update account
      set suspended_at = null, suspended_until = null, suspension_reason = null,
        suspension_notified_at = null
      where uid = ${subject}::uuid`.execute(db),
  "password-changed": (db, { subject }) =>
    sql`
      update account
      set password_hash = ${NO_ONE_KNOWS}
      where uid = ${subject}::uuid`.execute(db),
  "email-changed": undefined,
  "role-lowered": (db, { subject }) =>
    sql`update moderator set role = 'moderator' where uid = ${subject}::uuid`.execute(db),
  "role-removed": deleteFrom("moderator", "uid"),
  "session-ended": deleteFrom("session", "id"),
  "passkey-removed": deleteFrom("passkey", "id"),
  "identity-unlinked": deleteFrom("linked_identity", "id"),
  "feed-revoked": deleteFrom("calendar_feed", "uid"),
  "key-revoked": deleteFrom("api_key", "id"),
  "share-revoked": deleteFrom("ride_share", "id"),
  "contact-removed": deleteFrom("trusted_contact", "id"),
  "invite-revoked": deleteFrom("invite", "id"),
};

/** Does again what was taken away since the backup, in order, and returns how often each kind occurred. */
export async function replayRevocations(
  db: Db,
  revocations: readonly Revocation[],
): Promise<Map<RevocationKind, number>> {
  const counts = new Map<RevocationKind, number>();
  for (const revocation of revocations) {
    await replays[revocation.kind]?.(db, revocation);
    counts.set(revocation.kind, (counts.get(revocation.kind) ?? 0) + 1);
  }
  // The triggers have recorded it once more.
  await sql`truncate revocation`.execute(db);
  return counts;
}

/** When the database was last used, as far as its records say. */
export async function findLastActivity(db: Db): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select greatest((select max(at) from account_event), (select max(at) from audit_log_entry),
      (select max(rotated_at) from session)) as at`.execute(db);
  return rows[0]?.at ?? undefined;
}

/** Adds an entry of the operator to the audit log. */
export async function recordOnCommandLine(db: Db, call: string, details: object): Promise<void> {
  await sql`
    insert into audit_log_entry (at, call, details)
    values (now(), ${call}, ${JSON.stringify(details)})`.execute(db);
}
