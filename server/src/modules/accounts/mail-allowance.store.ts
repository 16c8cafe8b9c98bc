import { sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";

interface Wish {
  readonly email: string;
  readonly day: string;
  readonly networkHash: string;
  /** How many a network may have; what it wishes beyond them does not count against others. */
  readonly most: number;
}

/** Counts one more letter to an address: how many of this network's there are now, and of everybody's there were before. */
export async function countWish(
  { db }: InTransaction,
  { email, day, networkHash, most }: Wish,
): Promise<{ fromHere: number; inAllBefore: number }> {
  const { rows } = await sql<{ fromHere: number; inAllBefore: number }>`
    with counted as (
      insert into code_request (email, day, network_hash, count) values (${email}, ${day}, ${networkHash}, 1)
      on conflict (email, day, network_hash) do update set count = least(code_request.count, ${most}) + 1
      returning count)
    select counted.count as "fromHere",
      (select coalesce(sum(least(count, ${most})), 0)::int from code_request where email = ${email} and day = ${day})
        as "inAllBefore"
    from counted`.execute(db);
  return rows[0] ?? { fromHere: 1, inAllBefore: 0 };
}

export async function deleteRequestsBefore({ db }: Context, day: string): Promise<void> {
  await db.deleteFrom("code_request").where("day", "<", day).execute();
}
