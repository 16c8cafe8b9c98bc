import { DAY_MS } from "@commonlane/contract/durations";
import { sql } from "kysely";
import type { InTransaction } from "#platform/context.ts";
import type { ChangedGrant } from "./grants.store.ts";

const REMIND_MS = 14 * DAY_MS;
/** Expired grants stay visible to their owners for this time. */
const KEPT_MS = 90 * DAY_MS;

/**
 * Claims at most `limit` grants whose owners have to know that they expire: two weeks before, or in the last quarter of
 * a shorter life. Each is returned once, with whether the member will lose the mark then.
 */
export async function claimExpiring(
  { db, now }: InTransaction,
  limit: number,
): Promise<ChangedGrant[]> {
  const at = now();
  const latest = new Date(at.getTime() + REMIND_MS);
  const { rows } = await sql<ChangedGrant>`
    update mark_grant
    set reminded_at = ${at}
    from trust_mark
    where trust_mark.id = mark_id
      and mark_grant.id in (
        select id
        from mark_grant
        where ended_at is null
          and reminded_at is null
          and expires_at > ${at}
          and expires_at <= ${latest}
          and expires_at - ${at}::timestamptz <= (expires_at - renewed_at) / 4
        order by expires_at
        limit ${limit}
        for update skip locked)
    returning uid, mark_id, name, expires_at,
      not exists (
        select
        from mark_grant as other
        where other.uid = mark_grant.uid
          and other.mark_id = mark_grant.mark_id
          and other.expires_at > mark_grant.expires_at) as is_only`.execute(db);
  return rows;
}

/** Claims at most `limit` grants that have expired; each is returned once, with whether the mark is lost. */
export async function claimExpired(
  { db, now }: InTransaction,
  limit: number,
): Promise<ChangedGrant[]> {
  const at = now();
  const { rows } = await sql<ChangedGrant>`
    update mark_grant
    set ended_at = ${at}
    from trust_mark
    where trust_mark.id = mark_id
      and mark_grant.id in (
        select id
        from mark_grant
        where ended_at is null and expires_at <= ${at}
        order by expires_at
        limit ${limit}
        for update skip locked)
    returning uid, mark_id, name, expires_at,
      not exists (
        select
        from mark_grant as other
        where other.uid = mark_grant.uid
          and other.mark_id = mark_grant.mark_id
          and (other.expires_at, other.id) > (
            mark_grant.expires_at, mark_grant.id)) as is_only`.execute(db);
  return rows;
}

/**
 * Deletes grants that expired long ago. Those of addresses stay, because without them the address would give the mark
 * again without being confirmed.
 */
export async function deleteOldGrants({ db, now }: InTransaction, limit: number): Promise<boolean> {
  const before = new Date(now().getTime() - KEPT_MS);
  const { numAffectedRows } = await sql`
    delete from mark_grant
    where id in (
      select id
      from mark_grant
      where expires_at < ${before} and source <> 'email'
      limit ${limit}
      for update skip locked)`.execute(db);
  return numAffectedRows === BigInt(limit);
}
