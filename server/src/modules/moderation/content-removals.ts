import { randomBytes } from "node:crypto";
import type { ContentRef, OwnContentRemoval } from "@commonlane/contract/content-removals";
import type { ContentRemoval } from "@commonlane/contract/moderation-shapes";
import type { PageQuery } from "@commonlane/contract/shapes";
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
  restoreBio,
  restoreProfilePhoto,
  findActiveRemoval,
  type ContentRemovalRow,
  findRemovalsVisibleTo,
  insertRemovalAppeal,
  insertContentRemoval,
  markRemovalAppealDecided,
  findExpiredRemoval,
  findContentOwner,
  removeBio,
  removeProfilePhoto,
} from "./content-removals.store.ts";
import { viewRemovals, viewRemoval, viewOwnRemoval } from "./content-removals.view.ts";
import { endDate } from "./cli.ts";
import { notifyAppealRejected, notifyContentRemoved, notifyContentRestored } from "./moderation-notifications.ts";

/** What moderators take out of others' sight, and what its owner says to that. Each throws not_found or status_already_set. */

interface RemovalInput {
  readonly about: ContentRef;
  readonly reason: string;
  /** Until it is shown again where there are none. */
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

/** Takes words or a photo off a profile, where something else may stand later; a ride or a request stays as it is. */
async function detachContent(ctx: InTransaction, about: ContentRef): Promise<string | null> {
  if (about.kind === "ride" || about.kind === "ride-request") return null;
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
  // Something new is hidden in the place of what was hidden before.
  await endRemovalOf(ctx, about);
  return original;
}

export function restoreContent(ctx: Context, id: string, reason: string): Promise<ContentRemoval> {
  return transaction(ctx, async (ctx) => {
    const { row, content } = await getRemovalWithContent(ctx, id);
    if (!(await endContentRemoval(ctx, id))) throw await alreadySetProblem(ctx, row);
    // Who appealed got what they wanted: nothing is left to decide.
    await markRemovalAppealDecided(ctx, id, reason);
    await reattachContent(ctx, row);
    await notifyContentRestored(ctx, row, { content, reason });
    return viewRemoval(ctx, await getRemoval(ctx, id));
  });
}

const TERM_ENDED = "The time was over.";

/** What was hidden for a time is shown again when that is over, which is written down like any other end; one after the other. */
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
      // Whoever chose other words or another photo meanwhile has nothing to hear of.
      if (await reattachContent(ctx, row)) await notifyContentRestored(ctx, row, { content, reason: null });
      return true;
    },
  },
];

/** With whose it is. A ride or a profile is held before its hiding, by everybody. */
async function getRemovalWithContent(ctx: InTransaction, id: string) {
  const row = await getRemoval(ctx, id);
  return { row, content: await findContentOwner(ctx, { kind: row.kind, id: row.subject_id }) };
}

/** False where something else took the place of what was hidden. */
async function reattachContent(
  ctx: InTransaction,
  { kind, subject_id, original }: ContentRemovalRow,
): Promise<boolean> {
  if (original === null) return true;
  return kind === "photo" ? restoreProfilePhoto(ctx, subject_id, original) : restoreBio(ctx, subject_id, original);
}

/** Shows it again or leaves it hidden, and tells who appealed what was decided and why. */
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

/** Asks moderators to look once more; nobody but its owner is told that there is such a hiding. */
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
