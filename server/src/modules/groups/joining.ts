import { createHash, randomBytes } from "node:crypto";
import type { Group } from "@commonlane/contract/groups";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { lockAccount } from "#platform/db/locks.ts";
import { Problem } from "#platform/http/problem.ts";
import { announceChange, announceRequest } from "./announce.ts";
import { findInvitedGroup, type GroupRow, lockGroup, setInvitation } from "./groups.store.ts";
import { findSeenOrThrow, lockGroupFor, requireGroup } from "./groups.ts";
import { viewGroup } from "./groups.view.ts";
import {
  deleteGroupOfLastMember,
  deleteJoinRequest,
  deleteMember,
  insertJoinRequest,
  insertMember,
  type MemberKey,
} from "./members.store.ts";

/** Joins a group, or asks to. Throws not_found, mark_needed, invitation_needed or groups_enough. */
export function joinGroup(ctx: Context, key: MemberKey, message: string | null): Promise<Group> {
  return transaction(ctx, async (ctx) => {
    const group = await lockForJoining(ctx, key.uid, () => findSeenOrThrow(ctx, key));
    if (group.joining === "invitation" && group.meets_mark && !isMember(group))
      throw new Problem("invitation_needed");
    await admit(ctx, {
      uid: key.uid,
      group,
      message,
    });
    return viewGroup(await findSeenOrThrow(ctx, key));
  });
}

/** The group of an invitation link. Throws link_over. */
export async function openInvitation(ctx: Context, uid: string, code: string): Promise<Group> {
  return viewGroup(await findInvitedOrThrow(ctx, uid, code));
}

/** Joins the group of an invitation link, or asks to. Throws link_over, mark_needed or groups_enough. */
export function acceptInvitation(
  ctx: Context,
  uid: string,
  {
    code,
    message = null,
  }: {
    code: string;
    message?: string | null | undefined;
  },
): Promise<Group> {
  return transaction(ctx, async (ctx) => {
    const group = await lockForJoining(ctx, uid, () => findInvitedOrThrow(ctx, uid, code));
    await admit(ctx, {
      uid,
      group,
      message,
    });
    return viewGroup(await findInvitedOrThrow(ctx, uid, code));
  });
}

async function findInvitedOrThrow(ctx: Context, uid: string, code: string): Promise<GroupRow> {
  const row = await findInvitedGroup(ctx, uid, hashInvitationCode(code));
  if (!row) throw new Problem("link_over");
  return row;
}

/** Locks the account and then the group, which is read again. Those who may not see it lock nothing of it. */
async function lockForJoining(
  ctx: InTransaction,
  uid: string,
  find: () => Promise<GroupRow>,
): Promise<GroupRow> {
  const { id } = await find();
  await lockAccount(ctx, uid);
  await lockGroup(ctx, id);
  return find();
}

const isMember = ({ own_role }: GroupRow): boolean =>
  own_role === "manager" || own_role === "member";

/** Makes a user a member or a requester; members stay what they are. Throws mark_needed or groups_enough. */
async function admit(
  ctx: InTransaction,
  {
    uid,
    group,
    message,
  }: {
    uid: string;
    group: GroupRow;
    message: string | null;
  },
): Promise<void> {
  if (isMember(group)) return;
  if (!group.meets_mark) throw new Problem("mark_needed");
  const key = { groupId: group.id, uid };
  if (group.joining !== "approval") {
    if (!(await insertMember(ctx, key, "member"))) throw new Problem("groups_enough");
    await announceChange(ctx, {
      uid,
      group,
      change: "joined",
    });
  } else if (group.own_role !== "requested") {
    if (!(await insertJoinRequest(ctx, key, message))) throw new Problem("groups_enough");
    await announceRequest(ctx, { uid, group });
  }
}

/** Ends a membership or withdraws a request; the last member takes the group along. Throws not_found or last_manager. */
export function leaveGroup(ctx: Context, key: MemberKey): Promise<void> {
  return transaction(ctx, async (ctx) => {
    await findSeenOrThrow(ctx, key);
    await lockGroup(ctx, key.groupId);
    const group = await findSeenOrThrow(ctx, key);
    if (await deleteJoinRequest(ctx, key))
      return announceChange(ctx, {
        uid: key.uid,
        group,
        change: "withdrawn",
      });
    const hasLeft =
      (await deleteGroupOfLastMember(ctx, key)) ||
      // A former member, whose mark is gone, has no say in the group any more.
      (await deleteMember(ctx, key, { evenLastManager: group.own_role === "none" }));
    if (!hasLeft) throw new Problem(isMember(group) ? "last_manager" : "not_found");
    await announceChange(ctx, {
      uid: key.uid,
      group,
      change: "left",
    });
  });
}

/** 192 bits cannot be guessed. */
const CODE_BYTES = 24;

/** Codes are found by their hashes, so the time of the answer does not show how much of a guess is right. */
const hashInvitationCode = (code: string): string =>
  createHash("sha256").update(`group ${code}`).digest("hex");

/** Throws not_found or not_yours. */
export async function getInvitation(
  ctx: Context,
  key: MemberKey,
): Promise<{ createdAt: string | null }> {
  const { invitation_created_at } = await requireGroup(ctx, key, "groupManagement.invitation");
  return { createdAt: invitation_created_at?.toISOString() ?? null };
}

/** Makes a link; the one before is over. Throws not_found or not_yours. */
export function createInvitation(ctx: Context, key: MemberKey): Promise<{ code: string }> {
  const code = randomBytes(CODE_BYTES).toString("base64url");
  return transaction(ctx, async (ctx) => {
    await lockGroupFor(ctx, key, "groupManagement.createInvitation");
    await setInvitation(ctx, key.groupId, hashInvitationCode(code));
    return { code };
  });
}

/** Throws not_found or not_yours. */
export function removeInvitation(ctx: Context, key: MemberKey): Promise<void> {
  return transaction(ctx, async (ctx) => {
    await lockGroupFor(ctx, key, "groupManagement.removeInvitation");
    await setInvitation(ctx, key.groupId, null);
  });
}
