import type { JoinRequest } from "@commonlane/contract/group-management";
import type { GroupMember } from "@commonlane/contract/groups";
import { Instant, type PageQuery } from "@commonlane/contract/shapes";
import { z } from "zod";
import { maskText } from "#modules/privacy/index.ts";
import { findPublicPeople } from "#modules/profiles/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { decodeCursor, paginate } from "#platform/http/pagination.ts";
import { Problem } from "#platform/http/problem.ts";
import { announceChange, announceToUser } from "./announce.ts";
import { lockGroupFor, requireGroup } from "./groups.ts";
import {
  deleteJoinRequest,
  deleteMember,
  demoteManager,
  findJoinRequests,
  findMembers,
  findRequesterStanding,
  insertMember,
  type MemberKey,
  promoteMember,
} from "./members.store.ts";
import { deleteMemberships, lockMemberships, promoteLongestMembers } from "./erasure.store.ts";

type Page<Item> = {
  items: Item[];
  nextCursor: string | null;
};

const AfterMember = z.object({
  uid: z.uuid(),
  is_last: z.boolean(),
  first: z.string(),
});

/** Throws not_found, or not_yours for those who may not see the members. */
export async function listMembers(
  ctx: Context,
  key: MemberKey,
  { limit, cursor }: PageQuery,
): Promise<Page<GroupMember>> {
  const { own_role } = await requireGroup(ctx, key, "groups.members");
  const isManager = own_role === "manager";
  const after = decodeCursor(AfterMember, cursor);
  const rows = await findMembers(ctx, key, {
    limit: limit + 1,
    after,
    withBlocked: isManager,
  });
  const { items, nextCursor } = paginate(rows, limit, ({ uid, is_last, first }) => ({
    uid,
    is_last,
    first,
  }));
  const people = await findPublicPeople(
    ctx,
    items.map(({ uid }) => uid),
  );
  return {
    items: items.flatMap(({ uid, role, joined_at }) => {
      const person = people.get(uid);
      return person
        ? {
            person,
            role,
            joinedAt: joined_at.toISOString(),
          }
        : [];
    }),
    nextCursor,
  };
}

const AfterRequest = z.object({
  at: Instant,
  uid: z.uuid(),
});

/** Throws not_found or not_yours. */
export async function listJoinRequests(
  ctx: Context,
  key: MemberKey,
  { limit, cursor }: PageQuery,
): Promise<Page<JoinRequest>> {
  await requireGroup(ctx, key, "groupManagement.requests");
  const rows = await findJoinRequests(ctx, key.groupId, {
    limit: limit + 1,
    after: decodeCursor(AfterRequest, cursor),
  });
  const { items, nextCursor } = paginate(rows, limit, ({ requested_at, uid }) => ({
    at: requested_at.toISOString(),
    uid,
  }));
  const people = await findPublicPeople(
    ctx,
    items.map(({ uid }) => uid),
  );
  return {
    items: items.flatMap(({ uid, message, requested_at }) => {
      const person = people.get(uid);
      return person
        ? {
            person,
            message: maskText(message, false),
            requestedAt: requested_at.toISOString(),
          }
        : [];
    }),
    nextCursor,
  };
}

/** A manager and the user whose membership the manager decides on. */
interface Decision {
  readonly by: MemberKey;
  readonly uid: string;
}

/** Throws not_found, not_yours, mark_needed or groups_enough. */
export function decideRequest(
  ctx: Context,
  { by, uid }: Decision,
  isAccepted: boolean,
): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const group = await lockGroupFor(ctx, by, "groupManagement.decide", uid);
    const key = { groupId: group.id, uid };
    const requester = await findRequesterStanding(ctx, key);
    if (!requester) throw new Problem("not_found");
    if (!isAccepted) {
      await deleteJoinRequest(ctx, key);
      // Other managers learn it when they look at the requests.
      return announceToUser(ctx, {
        uid,
        group,
        change: "declined",
      });
    }
    if (!requester.meets_mark) throw new Problem("mark_needed");
    if (!(await insertMember(ctx, key, "member"))) throw new Problem("groups_enough");
    await announceChange(ctx, {
      uid,
      group,
      change: "joined",
      answered: true,
    });
  });
}

/** Throws not_found, not_yours or last_manager. */
export function setMemberRole(
  ctx: Context,
  { by, uid }: Decision,
  role: "manager" | "member",
): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const group = await lockGroupFor(ctx, by, "groupManagement.setRole");
    const key = { groupId: group.id, uid };
    const changed = await (role === "manager" ? promoteMember(ctx, key) : demoteManager(ctx, key));
    if (changed === undefined) throw new Problem("not_found");
    if (changed === "last") throw new Problem("last_manager");
    if (changed)
      await announceChange(ctx, {
        uid,
        group,
        change: role === "manager" ? "promoted" : "demoted",
      });
  });
}

/** Throws not_found, not_yours or last_manager. */
export function removeMember(ctx: Context, { by, uid }: Decision): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const group = await lockGroupFor(ctx, by, "groupManagement.removeMember");
    const key = { groupId: group.id, uid };
    if (!(await deleteMember(ctx, key)))
      throw new Problem(uid === by.uid ? "last_manager" : "not_found");
    await announceChange(ctx, {
      uid,
      group,
      change: uid === by.uid ? "left" : "removed",
    });
  });
}

/** Ends the memberships of an account that is erased. Where it was the last manager, the longest-standing member is one. */
export async function endMemberships(ctx: InTransaction, uid: string): Promise<void> {
  const ending = await lockMemberships(ctx, uid);
  await deleteMemberships(
    ctx,
    uid,
    ending.map(({ group_id }) => group_id),
  );
  const managed = ending.filter(({ role }) => role === "manager").map(({ group_id }) => group_id);
  const promoted = await promoteLongestMembers(ctx, managed);
  for (const { uid, ...group } of promoted)
    announceToUser(ctx, {
      uid,
      group,
      change: "promoted",
    });
}
