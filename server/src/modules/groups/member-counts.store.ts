import { sql } from "kysely";
import type { Context } from "#platform/context.ts";
import { isActiveAccount, isValidMember } from "./valid-members.store.ts";

/** How many of today's members had joined before each of the instants, in their order. */
export async function countMembersBefore(
  { db, now }: Context,
  groupId: string,
  instants: readonly Date[],
): Promise<number[]> {
  const { rows } = await sql<{ members: number }>`
    select count(joined_at)::int as members
    from unnest(${instants.map((instant) => instant.toISOString())}::timestamptz[]) with ordinality as week (ends_at, nth)
    left join (
      select joined_at from group_member join member_group on member_group.id = group_member.group_id
      join account on account.uid = group_member.uid
      where group_member.group_id = ${groupId} and ${isValidMember(now())} and ${isActiveAccount}
    ) as member on joined_at < ends_at
    group by nth order by nth`.execute(db);
  return rows.map(({ members }) => members);
}
