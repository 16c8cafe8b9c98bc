import { randomBytes } from "node:crypto";
import type { ContentRef, OwnContentRemoval } from "@commonlane/contract/content-removals";
import type { ContentRemoval } from "@commonlane/contract/moderation-shapes";
import type { PageQuery } from "@commonlane/contract/shapes";
import { removeBio, removeProfilePhoto, restoreBio, restoreProfilePhoto } from "#modules/profiles/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { recordOperatorAction } from "./audit-log.ts";
import { listAppealsPage } from "./appeals.ts";
import {
  findAppealedRemovals,
  endContentRemoval,
  endRemovalOf,
  findContentRemoval,
  findActiveRemoval,
  type ContentRemovalRow,
  findRemovalsVisibleTo,
  insertRemovalAppeal,
  insertContentRemoval,
  markRemovalAppealDecided,
  findExpiredRemoval,
  findContentOwner,
} from "./content-removals.store.ts";
import { viewRemovals, viewRemoval, viewOwnRemoval } from "./content-removals.view.ts";
import { endDate } from "./cli.ts";
import { notifyAppealRejected, notifyContentRemoved, notifyContentRestored } from "./moderation-notifications.ts";

/** Content removals by moderators, and appeals by the owner. Each throws not_found or status_already_set. */

interface RemovalInput {
  readonly about: ContentRef;
  readonly reason: string;
  /** Indefinite if omitted. */
  readonly days?: number | null | undefined;
}

export function removeContent(
  ctx: Context,
  { uid: moderatorUid }: Caller,
  { about, reason, days }: RemovalInput,
): Promise<ContentRemoval> {
  return transaction(ctx, async (ctx) => {
    const content = await findContentOwner(ctx, about);
    if (!content) throw new Problem("not_found");
    if (content.owner_uid === moderatorUid) throw new Problem("own_moderation");
    const until = days ? endDate(ctx, days) : null;
    const original = await detachContent(ctx, about);
    const row = await insertContentRemoval(ctx, { about, ownerUid: content.owner_uid, reason, until, original });
    if (!row) throw await alreadySetProblem(ctx, await findActiveRemoval(ctx, about));
    await notifyContentRemoved(ctx, row, content);
    return viewRemoval(ctx, row);
  });
}

/** Takes a bio or photo off a profile, where the user can replace it; rides, requests and events stay as they are. */
async function detachContent(ctx: InTransaction, about: ContentRef): Promise<string | null> {
  if (about.kind !== "bio" && about.kind !== "photo") return null;
  const name = randomBytes(32).toString("base64url");
  const original =
    about.kind === "bio"
      ? await removeBio(ctx, about.id)
      : (await removeProfilePhoto(ctx, about.id, name))
        ? name
        : undefined;
  if (original === undefined) {
    const existing = await findActiveRemoval(ctx, about);
    throw existing ? await alreadySetProblem(ctx, existing) : new Problem("not_found");
  }
  // The new content replaces an earlier removed one, whose removal ends.
  await endRemovalOf(ctx, about);
  return original;
}

export function restoreContent(ctx: Context, id: string, reason: string): Promise<ContentRemoval> {
  return transaction(ctx, async (ctx) => {
    const { row, content } = await getRemovalWithContent(ctx, id);
    if (!(await endContentRemoval(ctx, id))) throw await alreadySetProblem(ctx, row);
    // A restored item leaves no appeal to decide.
    await markRemovalAppealDecided(ctx, id, reason);
    await reattachContent(ctx, row);
    await notifyContentRestored(ctx, row, { content, reason });
    return viewRemoval(ctx, await getRemoval(ctx, id));
  });
}

const TERM_ENDED = "The term ended.";

/** Restores content when its removal expires, one at a time, with an audit entry. */
export const contentRemovalSweeps: readonly Sweep[] = [
  {
    name: "content-removal.ended",
    everyS: 30,
    run: async (ctx) => {
      const id = await findExpiredRemoval(ctx);
      if (id === undefined) return false;
      const { row, content } = await getRemovalWithContent(ctx, id);
      if (!(await endContentRemoval(ctx, id))) return true;
      await markRemovalAppealDecided(ctx, id, TERM_ENDED);
      await recordOperatorAction(ctx, "moderation.show", id, { reason: TERM_ENDED });
      // The owner has replaced the bio or photo, so there is nothing to notify them of.
      if (await reattachContent(ctx, row)) await notifyContentRestored(ctx, row, { content, reason: null });
      return true;
    },
  },
];

/** A removal with its content. Locks the content before the removal, like all callers do. */
async function getRemovalWithContent(ctx: InTransaction, id: string) {
  const row = await getRemoval(ctx, id);
  return { row, content: await findContentOwner(ctx, { kind: row.kind, id: row.subject_id }) };
}

/** Returns false if the owner has replaced the content. */
async function reattachContent(
  ctx: InTransaction,
  { kind, subject_id, original }: ContentRemovalRow,
): Promise<boolean> {
  if (original === null) return true;
  return kind === "photo" ? restoreProfilePhoto(ctx, subject_id, original) : restoreBio(ctx, subject_id, original);
}

/** Decides an appeal and notifies the owner with the reason. */
export function decideRemovalAppeal(
  ctx: Context,
  id: string,
  { show, reason }: { show: boolean; reason: string },
): Promise<ContentRemoval> {
  return transaction(ctx, async (ctx) => {
    const { row, content } = await getRemovalWithContent(ctx, id);
    if (!row.appealed_at) throw new Problem("not_found");
    if (!(await markRemovalAppealDecided(ctx, id, reason))) throw await alreadySetProblem(ctx, row);
    if (show && (await endContentRemoval(ctx, id))) await reattachContent(ctx, row);
    if (show) await notifyContentRestored(ctx, row, { content, reason });
    else await notifyAppealRejected(ctx, row, reason);
    return viewRemoval(ctx, await getRemoval(ctx, id));
  });
}

/** Appeals a removal. Only its owner learns that the removal exists. */
export function appealRemoval(ctx: Context, { uid }: Caller, id: string, reason: string) {
  return transaction(ctx, async (ctx) => {
    if (await insertRemovalAppeal(ctx, id, uid, reason)) return { success: true };
    const row = await findContentRemoval(ctx, id);
    throw new Problem(row?.owner_uid === uid ? "status_already_set" : "not_found");
  });
}

const OWN_REMOVALS_MAX = 100;

export async function listOwnRemovals(ctx: Context, { uid }: Caller): Promise<{ items: OwnContentRemoval[] }> {
  const rows = await findRemovalsVisibleTo(ctx, uid, OWN_REMOVALS_MAX);
  return { items: rows.map((row) => viewOwnRemoval(row, uid)) };
}

export const listAppealedRemovals = (ctx: Context, query: PageQuery & { readonly state: "open" | "closed" }) =>
  listAppealsPage(
    query,
    (page) => findAppealedRemovals(ctx, page),
    (rows) => viewRemovals(ctx, rows),
  );

async function alreadySetProblem(ctx: Context, row: ContentRemovalRow | undefined): Promise<Problem> {
  return new Problem("status_already_set", row ? { current: await viewRemoval(ctx, row) } : {});
}

async function getRemoval(ctx: Context, id: string): Promise<ContentRemovalRow> {
  const row = await findContentRemoval(ctx, id);
  if (!row) throw new Problem("not_found");
  return row;
}
