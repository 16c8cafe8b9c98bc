import type { GroupChange, GroupRole } from "@commonlane/contract/groups";
import { type RawBuilder, type Selectable, sql } from "kysely";
import { isCreator } from "#modules/community/index.ts";
import { isEstablished } from "#modules/privacy/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import { onConstraintViolation } from "#platform/db/on-constraint-violation.ts";
import type { Schema } from "#platform/db/schema/schema.ts";
import { Problem } from "#platform/http/problem.ts";
import {
  isActingManager,
  isActiveAccount,
  isValidMember,
  meetsMark,
  roleOf,
} from "./valid-members.store.ts";

/** A group with what one user is in it. */
export type GroupRow = Omit<Selectable<Schema["member_group"]>, "invitation_hash"> & {
  readonly mark_name: string | null;
  readonly mark_meaning: string | null;
  readonly own_role: GroupRole;
  readonly meets_mark: boolean;
  readonly members: number;
  /** Of these, who counts in public numbers. */
  readonly established_members: number;
  readonly waiting: number;
};

/** Groups that `which` selects, as one user sees them. A group that the user may not see is never returned. */
async function findSeenGroups(
  ctx: Context,
  uid: string,
  which: RawBuilder<boolean>,
  {
    orUnseen = false,
    limit,
  }: {
    orUnseen?: boolean;
    limit?: number;
  } = {},
): Promise<GroupRow[]> {
  const { db } = ctx;
  const viewer = sql`${uid}::uuid`;
  const at = ctx.now();
  const countMembers = (condition: RawBuilder<unknown>) => sql`
    (
      select count(*)::int
      from group_member
      join account on account.uid = group_member.uid
      where group_member.group_id = member_group.id
        and ${isValidMember(at)}
        and ${isActiveAccount}
        and ${condition})`;
  const { rows } = await sql<GroupRow>`
    select * from (
      select member_group.id, member_group.name, description, joining, needs_mark, required_mark_id, is_listed, shows_size,
        member_list, invitation_created_at, created_at, trust_mark.name as mark_name, trust_mark.meaning as mark_meaning,
        invitation_hash, ${roleOf(viewer, at)} as own_role, ${meetsMark(viewer, at)} as meets_mark,
        ${countMembers(sql`true`)} as members,
        ${countMembers(isEstablished(ctx, sql`group_member.uid`))} as established_members,
        (select count(*)::int from group_join_request as asked join account on account.uid = asked.uid
          where asked.group_id = member_group.id and ${isActiveAccount}) as waiting
      from member_group left join trust_mark on trust_mark.id = required_mark_id
      left join group_member as own on own.group_id = member_group.id and own.uid = ${viewer}
      left join group_join_request as request on request.group_id = member_group.id and request.uid = ${viewer}
    ) as seen
    where ${which} and (is_listed or own_role <> 'none' or ${orUnseen}::boolean)
    order by lower(name), id limit ${limit ?? null}`.execute(db);
  return rows;
}

export const findSeenGroup = async (
  ctx: Context,
  uid: string,
  id: string,
): Promise<GroupRow | undefined> => (await findSeenGroups(ctx, uid, sql<boolean>`id = ${id}`))[0];

/** The group of an invitation link, which shows it to everyone who has the link. */
export const findInvitedGroup = async (
  ctx: Context,
  uid: string,
  hash: string,
): Promise<GroupRow | undefined> =>
  (await findSeenGroups(ctx, uid, sql<boolean>`invitation_hash = ${hash}`, { orUnseen: true }))[0];

export const findOwnGroups = (ctx: Context, uid: string): Promise<GroupRow[]> =>
  findSeenGroups(
    ctx,
    uid,
    sql<boolean>`own_role <> 'none' and id in (
      select group_id from group_member where uid = ${uid} union all select group_id from group_join_request where uid = ${uid})`,
  );

export interface GroupPage {
  readonly limit: number;
  readonly after:
    | {
        readonly name: string;
        readonly id: string;
      }
    | undefined;
}

/** Listed groups by name. Each word must occur in the name or the description. */
export function findListedGroups(
  ctx: Context,
  uid: string,
  { words, limit, after }: GroupPage & { readonly words: readonly string[] },
): Promise<GroupRow[]> {
  const conditions = [
    sql<boolean>`is_listed`,
    isAfter(after),
    ...words.map(
      (word) =>
        sql<boolean>`position(lower(${word}) in lower(concat_ws(' ', name, description))) > 0`,
    ),
  ];
  return findSeenGroups(ctx, uid, sql<boolean>`${sql.join(conditions, sql` and `)}`, { limit });
}

/** SQL condition that a group comes later in the order by name. */
const isAfter = (after: GroupPage["after"]): RawBuilder<boolean> =>
  after
    ? sql<boolean>`(lower(name), id) > (lower(${after.name}), ${after.id}::uuid)`
    : sql<boolean>`true`;

/** Refuses a mark that the community does not have. */
const onUnknownMark = <T>(change: Promise<T>): Promise<T> =>
  onConstraintViolation(
    "member_group_required_mark_id_fkey",
    change,
    () => new Problem("mark_needed"),
  );

/**
 * Creates a group without members. Returns undefined if the community does not let this user create groups. Throws
 * mark_needed.
 */
export async function insertGroup(
  { db, now }: InTransaction,
  uid: string,
  values: GroupChange,
): Promise<string | undefined> {
  const inserted = sql<{ id: string }>`
    insert into member_group
      (
        name, description, joining, needs_mark, required_mark_id, is_listed,
        shows_size, member_list, created_at)
    select ${values.name}, ${values.description || null}, ${values.joining},
      ${values.requiredMarkId !== null},
      ${values.requiredMarkId}::uuid, ${values.isListed}::boolean,
      ${values.showsSize}::boolean, ${values.memberList},
      ${now()}::timestamptz
    where ${isCreator("group", uid)} returning id`.execute(db);
  return (await onUnknownMark(inserted)).rows[0]?.id;
}

/** Throws mark_needed. */
export async function updateGroup(
  { db }: InTransaction,
  id: string,
  values: GroupChange,
): Promise<void> {
  const updated = db
    .updateTable("member_group")
    .set({
      name: values.name,
      description: values.description || null,
      joining: values.joining,
      needs_mark: values.requiredMarkId !== null,
      required_mark_id: values.requiredMarkId,
      is_listed: values.isListed,
      shows_size: values.showsSize,
      member_list: values.memberList,
    })
    .where("id", "=", id)
    .execute();
  await onUnknownMark(updated);
}

/** Locks a group until the transaction ends: changes of its members and managers happen one after the other. */
export async function lockGroup({ db }: InTransaction, id: string): Promise<void> {
  await sql`select from member_group where id = ${id} for update`.execute(db);
}

/** Removes a group; returns its name, or undefined if there is none. */
export async function deleteGroup({ db }: InTransaction, id: string): Promise<string | undefined> {
  const deleted = await db
    .deleteFrom("member_group")
    .where("id", "=", id)
    .returning("name")
    .executeTakeFirst();
  return deleted?.name;
}

/** Names of groups by id, for readers who may see them. */
export async function findGroupNames(
  { db }: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{
    id: string;
    name: string;
  }>`
    select id, name
    from member_group
    where id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Sets or removes the hash of the code of the invitation link; null removes it. */
export async function setInvitation(
  { db, now }: InTransaction,
  id: string,
  hash: string | null,
): Promise<void> {
  await db
    .updateTable("member_group")
    .set({
      invitation_hash: hash,
      invitation_created_at: hash === null ? null : now(),
    })
    .where("id", "=", id)
    .execute();
}

interface AdministeredGroupRow {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly is_listed: boolean;
  readonly created_at: Date;
  readonly members: number;
  readonly managers: readonly string[];
}

const MANAGERS_SHOWN = 10;

/** All groups by name, with the managers who can act, the earliest first. */
export async function findAllGroups(
  { db, now }: Context,
  { limit, after }: GroupPage,
): Promise<AdministeredGroupRow[]> {
  const { rows } = await sql<AdministeredGroupRow>`
    select id, name, description, is_listed, created_at,
      (
        select count(*)::int
        from group_member
        join account on account.uid = group_member.uid
        where group_member.group_id = member_group.id
          and ${isValidMember(now())}
          and ${isActiveAccount}) as members,
      array(
        select group_member.uid
        from group_member
        where group_member.group_id = member_group.id
          and ${isActingManager(now())}
        order by joined_at, uid
        limit ${MANAGERS_SHOWN}) as managers
    from member_group
    where ${isAfter(after)}
    order by lower(name), id
    limit ${limit}`.execute(db);
  return rows;
}
