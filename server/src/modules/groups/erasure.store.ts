import { sql } from "kysely";
import type { InTransaction } from "#platform/context.ts";
import { isActingManager, isActiveAccount, mayHoldRole } from "./valid-members.store.ts";

export interface EndingMembership {
  readonly group_id: string;
  readonly role: "manager" | "member";
}

/** Memberships of an account that is erased. Their groups stay locked, in one order, until the transaction ends. */
export async function lockMemberships(
  { db }: InTransaction,
  uid: string,
): Promise<EndingMembership[]> {
  const { rows } = await sql<EndingMembership>`
    select group_id, role from member_group join group_member on group_id = id
    where group_member.uid = ${uid} order by id for update of member_group`.execute(db);
  return rows;
}

/** Ends all memberships and requests of an account, and removes groups that it leaves without members. */
export async function deleteMemberships(
  { db }: InTransaction,
  uid: string,
  groupIds: readonly string[],
): Promise<void> {
  await sql`delete from group_join_request where uid = ${uid}`.execute(db);
  await sql`delete from group_member where uid = ${uid}`.execute(db);
  await sql`
    delete from member_group where id = any(${groupIds}::uuid[])
      and not exists (select from group_member where group_id = member_group.id)`.execute(db);
}

export interface NewManagerRow {
  readonly uid: string;
  readonly id: string;
  readonly name: string;
}

/** In each of the groups that has no manager who can act, makes the longest-standing member one. */
export async function promoteLongestMembers(
  { db, now }: InTransaction,
  groupIds: readonly string[],
): Promise<NewManagerRow[]> {
  const at = now();
  const { rows } = await sql<NewManagerRow>`
    update group_member as promoted set role = 'manager' from (
      select distinct on (group_member.group_id) group_member.group_id, group_member.uid, name
      from group_member join member_group on member_group.id = group_member.group_id
      join account on account.uid = group_member.uid
      where group_member.group_id = any(${groupIds}::uuid[]) and ${mayHoldRole(at)} and ${isActiveAccount}
        and not exists (
          select from group_member where group_member.group_id = member_group.id and ${isActingManager(at)})
      order by group_member.group_id, joined_at, group_member.uid) as longest
    where promoted.group_id = longest.group_id and promoted.uid = longest.uid
    returning promoted.uid, promoted.group_id as id, longest.name`.execute(db);
  return rows;
}
