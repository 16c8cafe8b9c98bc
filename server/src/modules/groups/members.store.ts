import { GROUPS_PER_MEMBER_MAX } from "@commonlane/contract/limits";
import { type RawBuilder, sql } from "kysely";
import { canInteractWithColumn } from "#modules/privacy/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import {
  isActingManager,
  isActiveAccount,
  isValidMember,
  mayHoldRole,
  meetsMark,
} from "./valid-members.store.ts";

/** A user in a group, or one who asked to join it. */
export interface MemberKey {
  readonly groupId: string;
  readonly uid: string;
}

/** SQL condition that a user may belong to another group: requests count, so that none is in vain. */
function hasRoom({ groupId, uid }: MemberKey, at: Date): RawBuilder<boolean> {
  return sql<boolean>`
  (select count(*) from (
    select group_id
    from group_member
    join member_group on member_group.id = group_id
    where group_member.uid = ${uid} and ${isValidMember(at)}
    union select group_id from group_join_request where uid = ${uid}) as others
  where group_id <> ${groupId}) < ${GROUPS_PER_MEMBER_MAX}`;
}

/** Makes a user a member instead of a requester; lock the account before. Returns false at the limit of groups. */
export async function insertMember(
  { db, now }: InTransaction,
  key: MemberKey,
  role: "manager" | "member",
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with asked as (
      delete from group_join_request
      where group_id = ${key.groupId} and uid = ${key.uid})
    insert into group_member (group_id, uid, role, joined_at)
    select ${key.groupId}::uuid, ${key.uid}::uuid, ${role},
      ${now()}::timestamptz
    where ${hasRoom(key, now())}`.execute(db);
  return numAffectedRows === 1n;
}

/** Stores a request to join; lock the account before. Returns false at the limit of groups. */
export async function insertJoinRequest(
  { db, now }: InTransaction,
  key: MemberKey,
  message: string | null,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into group_join_request (group_id, uid, message, requested_at)
    select ${key.groupId}::uuid, ${key.uid}::uuid, ${message || null},
      ${now()}::timestamptz
    where ${hasRoom(key, now())}`.execute(db);
  return numAffectedRows === 1n;
}

/** Returns true if there was one. */
export async function deleteJoinRequest(
  { db }: InTransaction,
  { groupId, uid }: MemberKey,
): Promise<boolean> {
  const deleted = await db
    .deleteFrom("group_join_request")
    .where("group_id", "=", groupId)
    .where("uid", "=", uid)
    .executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}

/** SQL condition for a row of `group_member` as `membership`: the group has another manager who can act. */
const hasOtherManager = (at: Date): RawBuilder<boolean> => sql<boolean>`
  exists (
    select
    from group_member
    join member_group on member_group.id = group_member.group_id
    where group_member.group_id = membership.group_id
      and group_member.uid <> membership.uid
      and ${isActingManager(at)})`;

/** Ends a membership. Returns false if there is none, or it is that of the last manager, unless that may end too. */
export async function deleteMember(
  { db, now }: InTransaction,
  { groupId, uid }: MemberKey,
  { evenLastManager = false } = {},
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from group_member as membership
    where group_id = ${groupId} and uid = ${uid}
      and (role = 'member'
        or ${evenLastManager}::boolean
        or ${hasOtherManager(now())})`.execute(db);
  return numAffectedRows === 1n;
}

/** Returns false if the group has other members. */
export async function deleteGroupOfLastMember(
  { db }: InTransaction,
  { groupId, uid }: MemberKey,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from member_group where id = ${groupId}
      and exists (
        select
        from group_member
        where group_id = member_group.id and uid = ${uid})
      and not exists (
        select
        from group_member
        where group_id = member_group.id and uid <> ${uid})`.execute(db);
  return numAffectedRows === 1n;
}

/** Makes a member a manager. Returns whether this changed anything; undefined if there is no such member. */
export async function promoteMember(
  ctx: InTransaction,
  key: MemberKey,
): Promise<boolean | undefined> {
  const { db, now } = ctx;
  const { rows } = await sql<{ role: string }>`
    with before as (
      select group_member.role, group_id, uid from group_member join member_group on member_group.id = group_id
      where group_id = ${key.groupId} and uid = ${key.uid} and ${mayHoldRole(now())}),
    promoted as (
      update group_member set role = 'manager' from before
      where group_member.group_id = before.group_id and group_member.uid = before.uid)
    select role from before`.execute(db);
  return rows[0] && rows[0].role !== "manager";
}

/** Makes a manager a member. Returns whether this changed anything; "last" for the last manager. */
export async function demoteManager(
  { db, now }: InTransaction,
  { groupId, uid }: MemberKey,
): Promise<boolean | "last" | undefined> {
  const { rows } = await sql<{
    role: string;
    demoted: boolean;
  }>`
    with demoted as (
      update group_member as membership set role = 'member'
      where group_id = ${groupId} and uid = ${uid} and role = 'manager' and ${hasOtherManager(now())} returning uid)
    select role, exists (select from demoted) as demoted from group_member
    where group_id = ${groupId} and uid = ${uid}`.execute(db);
  const [row] = rows;
  return row && (row.demoted || (row.role === "manager" ? "last" : false));
}

/** Ids of the managers who can act. */
export async function findManagerUids({ db, now }: Context, groupId: string): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    select uid
    from group_member
    join member_group on member_group.id = group_member.group_id
    where group_member.group_id = ${groupId} and ${isActingManager(now())}`.execute(db);
  return rows.map(({ uid }) => uid);
}

export async function findMemberUids({ db }: Context, groupId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("group_member")
    .select("uid")
    .where("group_id", "=", groupId)
    .execute();
  return rows.map(({ uid }) => uid);
}

/** Since when the oldest request has been waiting. */
export async function findWaitingSince(
  { db }: Context,
  groupId: string,
): Promise<Date | undefined> {
  const oldest = await db
    .selectFrom("group_join_request")
    .select("requested_at")
    .where("group_id", "=", groupId)
    .orderBy("requested_at")
    .limit(1)
    .executeTakeFirst();
  return oldest?.requested_at;
}

/** Position in the list of members. */
export interface MemberPosition {
  readonly uid: string;
  readonly is_last: boolean;
  readonly first: string;
}

export interface MemberRow extends MemberPosition {
  readonly role: "manager" | "member";
  readonly joined_at: Date;
}

interface MemberPage {
  readonly limit: number;
  readonly after: MemberPosition | undefined;
  /** True for managers, who are responsible for all members. Other users do not see members behind a block. */
  readonly withBlocked: boolean;
}

/**
 * Managers first, then by the first name, which others see: by as many of its letters as fit into a cursor. The
 * position contains the name, because its owner may have left before the next page is read.
 */
export async function findMembers(
  { db, now }: Context,
  { groupId, uid }: MemberKey,
  { limit, after, withBlocked }: MemberPage,
): Promise<MemberRow[]> {
  const listed = sql`
    select group_member.uid, role, joined_at, role = 'member' as is_last,
      left(lower(coalesce(first_name, display_name, '')), 30) as first
    from group_member
    join member_group on member_group.id = group_member.group_id
    join account on account.uid = group_member.uid
    join profile on profile.uid = group_member.uid
    where group_member.group_id = ${groupId}
      and ${isValidMember(now())}
      and ${isActiveAccount}
      and (${withBlocked}::boolean
        or ${canInteractWithColumn(uid, "group_member.uid")})`;
  const { rows } = await sql<MemberRow>`
    select * from (${listed}) as listed
    where ${after?.uid ?? null}::uuid is null
      or (is_last, first, uid)
        > (${after?.is_last ?? null}::boolean, ${after?.first ?? null}, ${after?.uid ?? null}::uuid)
    order by is_last, first, uid limit ${limit}`.execute(db);
  return rows;
}

/** Whether someone who asked to join meets the mark of the group; undefined without such a request. */
export async function findRequesterStanding(
  { db, now }: Context,
  { groupId, uid }: MemberKey,
): Promise<{ readonly meets_mark: boolean } | undefined> {
  const { rows } = await sql<{ meets_mark: boolean }>`
    select ${meetsMark(sql`asked.uid`, now())} as meets_mark
    from group_join_request as asked
    join member_group on member_group.id = asked.group_id
    join account on account.uid = asked.uid
    where asked.group_id = ${groupId}
      and asked.uid = ${uid}
      and ${isActiveAccount}`.execute(db);
  return rows[0];
}

export interface JoinRequestRow {
  readonly uid: string;
  readonly message: string | null;
  readonly requested_at: Date;
}

/** Requests that wait for an answer, oldest first. */
export async function findJoinRequests(
  { db }: Context,
  groupId: string,
  {
    limit,
    after,
  }: {
    limit: number;
    after: { at: string; uid: string } | undefined;
  },
): Promise<JoinRequestRow[]> {
  const { rows } = await sql<JoinRequestRow>`
    select asked.uid, message, requested_at
    from group_join_request as asked
    join account on account.uid = asked.uid
    where group_id = ${groupId}
      and ${isActiveAccount}
      and (${after?.at ?? null}::timestamptz is null
        or (requested_at, asked.uid) > (${after?.at ?? null}::timestamptz, ${after?.uid ?? null}::uuid))
    order by requested_at, asked.uid
    limit ${limit}`.execute(db);
  return rows;
}
