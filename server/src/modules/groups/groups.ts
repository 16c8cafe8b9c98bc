import type { Group, GroupChange } from "@commonlane/contract/groups";
import type { PageQuery } from "@commonlane/contract/shapes";
import { z } from "zod";
import { mayCreate } from "#modules/community/index.ts";
import { assertNoContactDetails } from "#modules/privacy/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { lockAccount } from "#platform/db/locks.ts";
import { decodeCursor, paginate } from "#platform/http/pagination.ts";
import { assertMay, may } from "#platform/policy.ts";
import { type GroupCall, groupPolicy } from "./group.policy.ts";
import { Problem } from "#platform/http/problem.ts";
import { announceToUser } from "./announce.ts";
import {
  deleteGroup,
  findListedGroups,
  findOwnGroups,
  findSeenGroup,
  type GroupRow,
  insertGroup,
  lockGroup,
  updateGroup,
} from "./groups.store.ts";
import { viewGroup } from "./groups.view.ts";
import { findMemberUids, insertMember, type MemberKey } from "./members.store.ts";

export const AfterGroup = z.object({
  name: z.string().max(200),
  id: z.uuid(),
});

export async function listGroups(
  ctx: Context,
  uid: string,
  { query = "", limit, cursor }: PageQuery & { readonly query?: string | undefined },
): Promise<{
  items: Group[];
  nextCursor: string | null;
  mayCreate: boolean;
}> {
  const words = query.split(/\s+/).filter(Boolean);
  const rows = await findListedGroups(ctx, uid, {
    words,
    limit: limit + 1,
    after: decodeCursor(AfterGroup, cursor),
  });
  const { items, nextCursor } = paginate(rows, limit, ({ name, id }) => ({
    name,
    id,
  }));
  return {
    items: items.map(viewGroup),
    nextCursor,
    mayCreate: await mayCreate(ctx, "group", uid),
  };
}

export async function listOwnGroups(ctx: Context, uid: string): Promise<{ items: Group[] }> {
  return {
    items: (await findOwnGroups(ctx, uid)).map(viewGroup),
  };
}

/** Throws not_found, also if the user may not see the group. */
export async function findSeenOrThrow(
  ctx: Context,
  { groupId, uid }: MemberKey,
): Promise<GroupRow> {
  const row = await findSeenGroup(ctx, uid, groupId);
  if (!row) throw new Problem("not_found");
  return row;
}

export const getGroup = async (ctx: Context, key: MemberKey): Promise<Group> =>
  viewGroup(await findSeenOrThrow(ctx, key));

/** Whether a user may see who is in a group; false for a trust mark, whose members are not listed. */
export async function maySeeMembers(
  ctx: Context,
  uid: string,
  audienceId: string,
): Promise<boolean> {
  const group = await findSeenGroup(ctx, uid, audienceId);
  return group !== undefined && may(groupPolicy, "groups.members", group, uid);
}

/** The group, for a user who may make this call about it. Throws not_yours or not_found, see `assertMay`. */
export async function requireGroup(
  ctx: Context,
  key: MemberKey,
  call: GroupCall,
): Promise<GroupRow> {
  const row = await findSeenOrThrow(ctx, key);
  await assertMay(groupPolicy, call, row, key.uid, () => true);
  return row;
}

/**
 * The same for a change, with the group locked until the transaction ends. Accounts are always locked before groups.
 * Users who may not make the call lock nothing.
 */
export async function lockGroupFor(
  ctx: InTransaction,
  key: MemberKey,
  call: GroupCall,
  memberUid?: string,
): Promise<GroupRow> {
  await requireGroup(ctx, key, call);
  if (memberUid !== undefined) await lockAccount(ctx, memberUid);
  await lockGroup(ctx, key.groupId);
  return requireGroup(ctx, key, call);
}

/** Throws invalid_input, moderators_only, mark_needed or groups_enough. */
export function createGroup(ctx: Context, uid: string, values: GroupChange): Promise<Group> {
  assertNoContactDetails({
    name: values.name,
    description: values.description,
  });
  return transaction(ctx, async (ctx) => {
    await lockAccount(ctx, uid);
    const groupId = await insertGroup(ctx, uid, values);
    if (groupId === undefined) throw new Problem("moderators_only");
    if (
      !(await insertMember(
        ctx,
        {
          groupId,
          uid,
        },
        "manager",
      ))
    )
      throw new Problem("groups_enough");
    return viewGroup(
      await findStillManaged(ctx, {
        groupId,
        uid,
      }),
    );
  });
}

/** Throws invalid_input, not_found, not_yours or mark_needed. */
export function changeGroup(ctx: Context, key: MemberKey, values: GroupChange): Promise<Group> {
  assertNoContactDetails({
    name: values.name,
    description: values.description,
  });
  return transaction(ctx, async (ctx) => {
    await lockGroupFor(ctx, key, "groups.change");
    await updateGroup(ctx, key.groupId, values);
    return viewGroup(await findStillManaged(ctx, key));
  });
}

/** Managers cannot require a mark that they lack: they would lose the group at once. */
async function findStillManaged(
  ctx: InTransaction,
  { groupId, uid }: MemberKey,
): Promise<GroupRow> {
  const row = await findSeenGroup(ctx, uid, groupId);
  if (row?.own_role !== "manager") throw new Problem("mark_needed");
  return row;
}

/** Throws not_found or not_yours. */
export function removeGroup(ctx: Context, key: MemberKey): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const group = await lockGroupFor(ctx, key, "groups.remove");
    await endGroup(ctx, group, key.uid);
  });
}

/** Removes a group, and notifies its members except the one who did it. */
export async function endGroup(
  ctx: InTransaction,
  group: {
    readonly id: string;
    readonly name: string;
  },
  byUid: string,
): Promise<void> {
  const uids = await findMemberUids(ctx, group.id);
  await deleteGroup(ctx, group.id);
  for (const uid of uids)
    announceToUser(ctx, {
      uid,
      group,
      change: uid === byUid ? "left" : "group-removed",
    });
}
