import { sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import { lockAccount } from "#platform/db/lock-account.ts";
import { deleteBatch } from "#platform/db/delete-batch.ts";
import { haveSharedBooking } from "./shared-bookings.store.ts";

const BATCH = 500;

export async function findAccountCreatedAt(
  { db }: Context,
  uid: string,
): Promise<Date | undefined> {
  const account = await db
    .selectFrom("account")
    .select("created_at")
    .where("uid", "=", uid)
    .executeTakeFirst();
  return account?.created_at;
}

/** Returns true if two users have a direct conversation or share a confirmed booking. */
export async function haveMet({ db }: Context, uid: string, otherUid: string): Promise<boolean> {
  const [first, second] = uid < otherUid ? [uid, otherUid] : [otherUid, uid];
  const { rows } = await sql<{ met: boolean }>`
    select exists (select from conversation where kind = 'direct' and first_uid = ${first} and second_uid = ${second})
      or ${haveSharedBooking(sql`${uid}::uuid`, sql`${otherUid}::uuid`)} as met`.execute(db);
  return rows[0]?.met ?? false;
}

interface FirstContact {
  readonly uid: string;
  readonly contactHash: string;
  readonly since: Date;
  readonly max: number;
}

/**
 * Records the first contact with a stranger; returns false if the user has contacted `max` others since `since`.
 * Locks their account until the transaction ends, so that concurrent contacts are counted one after the other.
 */
export async function recordFirstContact(
  ctx: InTransaction,
  { uid, contactHash, since, max }: FirstContact,
): Promise<boolean> {
  await lockAccount(ctx, uid);
  const { rows } = await sql`
    insert into stranger_contact as kept (uid, contact_hash, at)
    select ${uid}::uuid, ${contactHash}, ${ctx.now()}::timestamptz
    where (select count(*) from stranger_contact
      where uid = ${uid} and contact_hash <> ${contactHash} and at > ${since}) < ${max}
    on conflict (uid, contact_hash) do update set at = case when kept.at > ${since} then kept.at else excluded.at end
    returning uid`.execute(ctx.db);
  return rows.length > 0;
}

/** Deletes a batch; returns true if there may be more. */
export const deleteFirstContactsBefore = ({ db }: Context, before: Date): Promise<boolean> =>
  deleteBatch(db, "stranger_contact", {
    key: ["uid", "contact_hash"],
    limit: BATCH,
    where: (row) => row("at", "<", before),
  });
