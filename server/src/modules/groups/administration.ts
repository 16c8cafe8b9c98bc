import type { groupAdministration } from "@commonlane/contract/group-management";
import type { PageQuery } from "@commonlane/contract/shapes";
import type { z } from "zod";
import { findPublicPeople } from "#modules/profiles/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { decodeCursor, paginate } from "#platform/http/pagination.ts";
import { Problem } from "#platform/http/problem.ts";
import { announceChange } from "./announce.ts";
import { findAllGroups, findGroupNames, lockGroup } from "./groups.store.ts";
import { AfterGroup, endGroup } from "./groups.ts";
import { promoteMember } from "./members.store.ts";

/** Writes an entry of the audit log in the transaction of the action. */
export type RecordAction = (
  ctx: InTransaction,
  byUid: string,
  action: {
    call: string;
    aboutId?: string;
    details: Record<string, unknown>;
  },
) => Promise<void>;

export async function listAllGroups(
  ctx: Context,
  { limit, cursor }: PageQuery,
): Promise<z.input<typeof groupAdministration.list.reply>> {
  const rows = await findAllGroups(ctx, {
    limit: limit + 1,
    after: decodeCursor(AfterGroup, cursor),
  });
  const { items, nextCursor } = paginate(rows, limit, ({ name, id }) => ({
    name,
    id,
  }));
  const people = await findPublicPeople(ctx, [
    ...new Set(items.flatMap(({ managers }) => managers)),
  ]);
  return {
    items: items.map(({ is_listed: isListed, members, managers, created_at, ...group }) => ({
      ...group,
      isListed,
      memberCount: members,
      managers: managers.flatMap((uid) => people.get(uid) ?? []),
      createdAt: created_at.toISOString(),
    })),
    nextCursor,
  };
}

/** Throws not_found. */
export function removeAnyGroup(
  ctx: Context,
  { byUid, id }: { byUid: string; id: string },
  record: RecordAction,
) {
  return transaction(ctx, async (ctx) => {
    const group = await lockAnyGroup(ctx, id);
    await endGroup(ctx, group, byUid);
    await record(ctx, byUid, {
      call: "groupAdministration.remove",
      details: { group: group.name },
    });
  });
}

/** Makes a member a manager. Throws not_found. */
export function appointManager(
  ctx: Context,
  {
    byUid,
    id,
    uid,
  }: {
    byUid: string;
    id: string;
    uid: string;
  },
  record: RecordAction,
): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const group = await lockAnyGroup(ctx, id);
    const promoted = await promoteMember(ctx, {
      groupId: id,
      uid,
    });
    if (promoted === undefined) throw new Problem("not_found");
    if (promoted)
      await announceChange(ctx, {
        uid,
        group,
        change: "promoted",
      });
    await record(ctx, byUid, {
      call: "groupAdministration.setManager",
      aboutId: uid,
      details: { group: group.name },
    });
  });
}

async function lockAnyGroup(
  ctx: InTransaction,
  id: string,
): Promise<{
  id: string;
  name: string;
}> {
  await lockGroup(ctx, id);
  const name = (await findGroupNames(ctx, [id])).get(id);
  if (name === undefined) throw new Problem("not_found");
  return { id, name };
}
