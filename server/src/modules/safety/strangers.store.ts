import { sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import { areAcquainted } from "./acquainted.store.ts";

export async function madeAt({ db }: Context, uid: string): Promise<Date | undefined> {
  const account = await db.selectFrom("account").select("created_at").where("uid", "=", uid).executeTakeFirst();
  return account?.created_at;
}

/** Whether two people write to each other already, or a seat was agreed between them. */
export async function isNoStranger({ db }: Context, uid: string, other: string): Promise<boolean> {
  const [first, second] = uid < other ? [uid, other] : [other, uid];
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from conversation where kind = 'direct' and first_uid = ${first} and second_uid = ${second})
      or ${areAcquainted(sql`${uid}::uuid`, sql`${other}::uuid`)} as known`.execute(db);
  return rows[0]?.known ?? false;
}

/**
 * How many people with whom no seat was agreed somebody has written to first, `other` apart: in a chat, with a seat
 * request, with an offer, or in a ride request to one driver. It waits for whoever else counts for the same person, so
 * that the number holds until the transaction ends.
 */
export async function strangersWrittenTo({ db }: InTransaction, uid: string, other: string): Promise<number> {
  await sql`select from account where uid = ${uid} for no key update`.execute(db);
  const { rows } = await sql<{ count: number }>`
    select count(distinct written.uid)::int as count from (
      select case when first_uid = ${uid} then second_uid else first_uid end from conversation where opened_by = ${uid}
      union all select host_id from seat_request join ride on ride.id = ride_id
        where seeker_id = ${uid} and message is not null
      union all select seeker_id from offer join ride_request on ride_request.id = request_id
        where driver_id = ${uid} and message is not null
      union all select driver_uid from ride_request where seeker_id = ${uid} and driver_uid is not null and note is not null
    ) as written (uid)
    where written.uid <> ${other} and not ${areAcquainted(sql`${uid}::uuid`, sql`written.uid`)}
      and not exists (select from conversation
        where kind = 'direct' and opened_by = written.uid and ${uid} in (first_uid, second_uid))`.execute(db);
  return rows[0]?.count ?? 0;
}
