import { type RawBuilder, sql } from "kysely";
import type { Context } from "#platform/context.ts";
import { heldMarkIds } from "#modules/trust-marks/index.ts";

type Instant = Date | RawBuilder<unknown>;

/** SQL condition that a user meets the required mark of `member_group`. No user meets a mark that was removed. */
export const meetsMark = (
  uid: RawBuilder<unknown>,
  at: Instant,
): RawBuilder<boolean> => sql<boolean>`
  (not needs_mark
    or coalesce(required_mark_id in ${heldMarkIds(uid, at)}, false))`;

/**
 * SQL condition for a row of `group_member` with its `member_group`: the user is a member at that instant. Everything
 * about members is made from this expression, so that a membership ends everywhere at the moment the mark does.
 */
export const isValidMember = (at: Instant): RawBuilder<boolean> =>
  meetsMark(sql`group_member.uid`, at);

/** SQL for the ids of the groups that a user is a member of at an instant. */
export function heldGroupIds(uid: RawBuilder<unknown>, at: Instant): RawBuilder<unknown> {
  return sql`
  (
    select group_member.group_id
    from group_member
    join member_group on member_group.id = group_member.group_id
    where group_member.uid = ${uid} and ${isValidMember(at)})`;
}

/** SQL for the ids of the members of a group at an instant. */
export const memberIds = (groupId: string, at: Instant): RawBuilder<unknown> => sql`
  (
    select group_member.uid
    from group_member
    join member_group on member_group.id = group_member.group_id
    where group_member.group_id = ${groupId} and ${isValidMember(at)})`;

/**
 * SQL condition for a row of `group_member` with its `member_group`: the role counts. Without the second half no manager
 * could change a group whose mark the community has removed.
 */
export const mayHoldRole = (at: Instant): RawBuilder<boolean> => sql<boolean>`
  (${isValidMember(at)} or required_mark_id is null)`;

/** SQL condition that an account, joined as `account`, is neither suspended nor being deleted. */
export const isActiveAccount: RawBuilder<boolean> = sql<boolean>`
  (account.suspended_at is null and account.deletion_requested_at is null)`;

/** SQL condition for a row of `group_member` with its `member_group`: a manager who can act now. */
export function isActingManager(at: Instant): RawBuilder<boolean> {
  return sql<boolean>`
  (group_member.role = 'manager' and ${mayHoldRole(at)}
    and exists (select from account where account.uid = group_member.uid and ${isActiveAccount}))`;
}

/** SQL for what a user is in `member_group`, which is joined with the user's own rows, `own` and `request`. */
export const roleOf = (
  uid: RawBuilder<unknown>,
  at: Instant,
): RawBuilder<"manager" | "member" | "requested" | "none"> =>
  sql`case
    when own.role = 'manager'
      and (required_mark_id is null or ${meetsMark(uid, at)}) then 'manager'
    when own.role is not null and ${meetsMark(uid, at)} then 'member'
    when request.uid is not null and ${meetsMark(uid, at)} then 'requested'
    else 'none' end`;

/** Keeps a membership from ending until the transaction ends. */
export async function lockGroupMembership(
  { db }: Pick<Context, "db">,
  uid: string,
  groupId: string,
): Promise<void> {
  await sql`
    select
    from group_member
    where uid = ${uid} and group_id = ${groupId}
    for share`.execute(db);
}

/** How many of today's members had joined before each of the instants, in their order. */
export async function countMembersBefore(
  { db, now }: Context,
  groupId: string,
  instants: readonly Date[],
): Promise<number[]> {
  const { rows } = await sql<{ members: number }>`
    select count(joined_at)::int as members
    from unnest(${instants.map((instant) => instant.toISOString())}::timestamptz[]) with ordinality
      as week (ends_at, nth)
    left join (
      select joined_at
      from group_member
      join member_group on member_group.id = group_member.group_id
      join account on account.uid = group_member.uid
      where group_member.group_id = ${groupId}
        and ${isValidMember(now())}
        and ${isActiveAccount}
    ) as member on joined_at < ends_at
    group by nth order by nth`.execute(db);
  return rows.map(({ members }) => members);
}
