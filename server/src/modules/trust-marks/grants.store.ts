import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import type { MarkSource } from "#platform/db/schema/sign-in-columns.ts";

/** Whether the verified address of an account is at one of a mark's domains, or at a subdomain of one. */
const isAtDomain = sql<SqlBool>`(account.email_verified and account.erased_at is null and exists (
  select from unnest(trust_mark.email_domains) as domain, substring(account.email from '[^@]*$') as own
  where own = domain or right(own, length(domain) + 1) = '.' || domain))`;

/** A mark that one member gained, renewed or lost. */
export interface ChangedGrant {
  readonly uid: string;
  readonly mark_id: string;
  readonly name: string;
  readonly expires_at: Date;
  /** Whether the member had no other valid reason for the mark. */
  readonly is_only: boolean;
}

interface GrantSource {
  readonly source: MarkSource;
  readonly providerId?: string;
  readonly grantedBy?: string;
}

/** Grants or renews marks in one statement. `given` selects uid, mark_id and lifetime_days. */
async function upsertGrants(
  { db, now }: InTransaction,
  { source, providerId, grantedBy }: GrantSource,
  given: RawBuilder<unknown>,
): Promise<ChangedGrant[]> {
  const at = now();
  const { rows } = await sql<ChangedGrant>`
    with given as (${given}),
      held as (
        select uid, mark_id
        from mark_grant
        where expires_at > ${at} and uid in (select uid from given))
    insert into mark_grant (
      uid, mark_id, source, provider_id, granted_at, renewed_at, expires_at,
      granted_by)
    select uid, mark_id, ${source}::text, ${providerId ?? null}::text, ${at},
      ${at}, ${at}::timestamptz + make_interval(days => lifetime_days),
      ${grantedBy ?? null}::uuid
    from given
    on conflict on constraint mark_grant_once do update set
      granted_at = case
        when mark_grant.expires_at > excluded.granted_at then mark_grant.granted_at
        else excluded.granted_at end,
      renewed_at = excluded.renewed_at, expires_at = excluded.expires_at,
      granted_by = excluded.granted_by,
      reminded_at = null, ended_at = null
    returning uid, mark_id, expires_at,
      (select name from trust_mark where trust_mark.id = mark_id) as name,
      (uid, mark_id) not in (select uid, mark_id from held) as is_only`.execute(db);
  return rows;
}

/** Grants or renews all marks that the verified address of an account gives. An address that changes waits for this. */
export function upsertEmailGrants(ctx: InTransaction, uid: string): Promise<ChangedGrant[]> {
  return upsertGrants(
    ctx,
    { source: "email" },
    sql`select account.uid, trust_mark.id as mark_id, lifetime_days
      from (
        select uid, email, email_verified, erased_at
        from account
        where uid = ${uid}
        for share) as account
      join trust_mark on ${isAtDomain}`,
  );
}

/**
 * Grants a mark to at most `limit` members whose addresses give it and never did before: an expired grant is renewed by
 * its owner only.
 */
export function insertMissingEmailGrants(
  ctx: InTransaction,
  limit: number,
): Promise<ChangedGrant[]> {
  return upsertGrants(
    ctx,
    { source: "email" },
    sql`select account.uid, trust_mark.id as mark_id, lifetime_days
      from trust_mark join account on ${isAtDomain}
      where cardinality(email_domains) > 0 and not exists (
        select from mark_grant where mark_grant.uid = account.uid and mark_id = trust_mark.id and source = 'email')
      limit ${limit} for share of account skip locked`,
  );
}

/** Grants or renews those of the marks that still have a rule for this provider. */
export function upsertInstitutionGrants(
  ctx: InTransaction,
  {
    uid,
    providerId,
    markIds,
  }: {
    uid: string;
    providerId: string;
    markIds: readonly string[];
  },
): Promise<ChangedGrant[]> {
  return upsertGrants(
    ctx,
    { source: "institution", providerId },
    sql`select ${uid}::uuid as uid, id as mark_id, lifetime_days from trust_mark
      where id = any(${markIds}::uuid[])
        and claim_rules @> ${JSON.stringify([{ providerId }])}::jsonb
      for share`,
  );
}

/** Grants or renews a mark that moderators may grant; returns nothing for any other, or without such a member. */
export function upsertTeamGrant(
  ctx: InTransaction,
  {
    uid,
    markId,
    grantedBy,
  }: {
    uid: string;
    markId: string;
    grantedBy: string;
  },
): Promise<ChangedGrant[]> {
  return upsertGrants(
    ctx,
    { source: "team", grantedBy },
    sql`
      select uid, trust_mark.id as mark_id, lifetime_days
      from trust_mark, account
      where trust_mark.id = ${markId}
        and by_team
        and uid = ${uid}
        and email_verified
        and erased_at is null
      for share`,
  );
}

/** Deletes grants; returns those that were valid. */
async function deleteGrants(
  { db, now }: InTransaction,
  which: RawBuilder<SqlBool>,
): Promise<ChangedGrant[]> {
  const { rows } = await sql<ChangedGrant>`
    with gone as (
      delete from mark_grant
      where ${which}
      returning id, uid, mark_id, expires_at)
    select gone.uid, gone.mark_id, gone.expires_at, name,
      not exists (
        select
        from mark_grant as other
        where other.uid = gone.uid
          and other.mark_id = gone.mark_id
          and other.expires_at > ${now()}
          and other.id not in (select id from gone)) as is_only
    from gone
    join trust_mark on trust_mark.id = gone.mark_id
    where gone.expires_at > ${now()}`.execute(db);
  return rows;
}

/** Withdraws the marks that the address of an account gave and no longer gives. */
export const deleteOutdatedEmailGrants = (
  ctx: InTransaction,
  uid: string,
): Promise<ChangedGrant[]> =>
  deleteGrants(
    ctx,
    sql`mark_grant.uid = ${uid} and source = 'email' and not exists (
      select from account, trust_mark where account.uid = mark_grant.uid and trust_mark.id = mark_id and ${isAtDomain})`,
  );

/** Withdraws what a provider gave, of one member or of all, except these marks. */
export const deleteInstitutionGrants = (
  ctx: InTransaction,
  {
    uid,
    providerId,
    except = [],
  }: {
    uid?: string;
    providerId: string;
    except?: readonly string[];
  },
): Promise<ChangedGrant[]> =>
  deleteGrants(
    ctx,
    sql`
      provider_id = ${providerId}
      and mark_id <> all(${except}::uuid[])
      and (${uid ?? null}::uuid is null or uid = ${uid ?? null}::uuid)`,
  );

export const deleteTeamGrant = (
  ctx: InTransaction,
  uid: string,
  markId: string,
): Promise<ChangedGrant[]> =>
  deleteGrants(ctx, sql`uid = ${uid} and mark_id = ${markId} and source = 'team'`);

/** Withdraws a mark from all members who no longer meet any of its rules. */
export const deleteGrantsWithoutRule = (
  ctx: InTransaction,
  markId: string,
): Promise<ChangedGrant[]> =>
  deleteGrants(
    ctx,
    sql`mark_id = ${markId} and not exists (
      select from trust_mark join account on account.uid = mark_grant.uid
      where trust_mark.id = mark_id and case source
        when 'email' then ${isAtDomain}
        when 'team' then by_team
        else claim_rules @> jsonb_build_array(jsonb_build_object('providerId', provider_id)) end)`,
  );

export function deleteGrantsOfMark(ctx: InTransaction, markId: string): Promise<ChangedGrant[]> {
  return deleteGrants(ctx, sql`mark_id = ${markId}`);
}

export interface OwnGrantRow {
  readonly id: string;
  readonly name: string;
  readonly meaning: string;
  readonly source: MarkSource;
  readonly institution: string | null;
  readonly granted_at: Date;
  readonly expires_at: Date;
  readonly is_hidden: boolean;
}

/** All grants of a member, also expired ones, by mark. */
export async function findGrants({ db }: Context, uid: string): Promise<OwnGrantRow[]> {
  const { rows } = await sql<OwnGrantRow>`
    select trust_mark.id, trust_mark.name, meaning, source,
      sign_in_provider.name as institution, granted_at, expires_at,
      exists (
        select
        from hidden_mark
        where hidden_mark.uid = mark_grant.uid
          and hidden_mark.mark_id = trust_mark.id) as is_hidden
    from mark_grant
    join trust_mark on trust_mark.id = mark_id
    left join sign_in_provider on sign_in_provider.id = provider_id
    where mark_grant.uid = ${uid}
    order by trust_mark.name, granted_at, mark_grant.id`.execute(db);
  return rows;
}

/** Whether the address of an account gives a mark. */
export async function hasMarksByEmail({ db }: Context, uid: string): Promise<boolean> {
  const { rows } = await sql`
      select
      from account, trust_mark
      where uid = ${uid} and ${isAtDomain}
      limit 1`.execute(db);
  return rows.length > 0;
}

/** Returns false if the member has no grant of this mark. */
export async function setMarkHidden(
  { db }: InTransaction,
  {
    uid,
    markId,
    isHidden,
  }: {
    uid: string;
    markId: string;
    isHidden: boolean;
  },
): Promise<{ name: string } | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from trust_mark where id = ${markId}
      and exists (
        select from mark_grant where uid = ${uid} and mark_id = trust_mark.id)`.execute(db);
  if (!rows[0]) return undefined;
  await (
    isHidden
      ? sql`
        insert into hidden_mark (uid, mark_id)
        values (${uid}, ${markId})
        on conflict do nothing`
      : sql`delete from hidden_mark where uid = ${uid} and mark_id = ${markId}`
  ).execute(db);
  return rows[0];
}

/** Keeps a member's marks from being withdrawn until the transaction ends. */
export async function lockMarkGrants({ db }: Pick<Context, "db">, uid: string): Promise<void> {
  await sql`select from mark_grant where uid = ${uid} order by id for share`.execute(db);
}
