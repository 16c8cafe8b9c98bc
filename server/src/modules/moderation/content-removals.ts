import { translatable } from "@commonlane/contract/message";
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
import { detachContent, reattachContent } from "./detached-content.ts";
import { endDate } from "./cli.ts";
import { notifyContentRestored } from "./moderation-notifications.ts";
import { alreadyDoneProblem, assertNotOwnCase, recordAction } from "./moderator-actions.ts";
import { supersedeAction } from "./moderator-actions.store.ts";

/** Content removals by moderators, and appeals by the owner. Each throws not_found, own_moderation or status_already_set. */

interface RemovalInput {
  readonly about: ContentRef;
  readonly reason: string;
  /** Indefinite if omitted. */
  readonly days?: number | null | undefined;
  /** The report that it answers. */
  readonly reportId?: string | null | undefined;
}

/** Hides content at once. Its owner is notified when the action can no longer be undone. */
export function removeContent(
  ctx: Context,
  moderator: Caller,
  { about, reason, days, reportId }: RemovalInput,
): Promise<ContentRemoval> {
  return transaction(ctx, async (ctx) => {
    const content = await findContentOwner(ctx, about);
    if (!content) throw new Problem("not_found");
    assertNotOwnCase(moderator, content.owner_uid);
    const until = days ? endDate(ctx, days) : null;
    const original = await detachContent(ctx, about);
    if (original === undefined) {
      const existing = await findActiveRemoval(ctx, about);
      throw existing ? await alreadySetProblem(ctx, existing) : new Problem("not_found");
    }
    // A new bio or photo replaces an earlier removed one, whose removal ends.
    if (original !== null) await endRemovalOf(ctx, about);
    const row = await insertContentRemoval(ctx, {
      about,
      ownerUid: content.owner_uid,
      reason,
      until,
      original,
    });
    if (!row) throw await alreadySetProblem(ctx, await findActiveRemoval(ctx, about));
    await recordAction(ctx, moderator, {
      kind: "hide",
      subjectId: row.id,
      personUid: row.owner_uid,
      reason,
      reportId: reportId ?? undefined,
    });
    return viewRemoval(ctx, row);
  });
}

/** Restores content. An owner who was not notified of the removal yet gets no notification. */
export function restoreContent(
  ctx: Context,
  moderator: Caller,
  id: string,
  reason: string,
): Promise<ContentRemoval> {
  return transaction(ctx, async (ctx) => {
    const { row, content } = await getRemovalWithContent(ctx, id);
    assertNotOwnCase(moderator, row.owner_uid);
    if (!(await endContentRemoval(ctx, id))) throw await alreadySetProblem(ctx, row);
    // A restored item leaves no appeal to decide.
    await markRemovalAppealDecided(ctx, id, reason);
    await reattachContent(ctx, row);
    if (!(await supersedeAction(ctx, "hide", id, moderator.uid)))
      await notifyContentRestored(ctx, row, {
        content,
        reason,
      });
    return viewRemoval(ctx, await getRemoval(ctx, id));
  });
}

const TERM_ENDED = translatable("The term ended.");

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
      if (await reattachContent(ctx, row))
        await notifyContentRestored(ctx, row, {
          content,
          reason: null,
        });
      return true;
    },
  },
];

/** A removal with its content. Locks the content before the removal, like all callers do. */
async function getRemovalWithContent(ctx: InTransaction, id: string) {
  const row = await getRemoval(ctx, id);
  return {
    row,
    content: await findContentOwner(ctx, {
      kind: row.kind,
      id: row.subject_id,
    }),
  };
}

/** Decides an appeal. The owner is notified with the reason when the decision can no longer be undone. */
export function decideRemovalAppeal(
  ctx: Context,
  moderator: Caller,
  id: string,
  { show, reason }: { show: boolean; reason: string },
): Promise<ContentRemoval> {
  return transaction(ctx, async (ctx) => {
    const { row } = await getRemovalWithContent(ctx, id);
    assertNotOwnCase(moderator, row.owner_uid);
    if (!row.appealed_at) throw new Problem("not_found");
    if (!(await markRemovalAppealDecided(ctx, id, reason))) throw await alreadySetProblem(ctx, row);
    if (show && (await endContentRemoval(ctx, id))) await reattachContent(ctx, row);
    const decision = {
      subjectId: id,
      personUid: row.owner_uid,
      reason,
      choice: show,
    };
    await recordAction(ctx, moderator, {
      kind: "decide-removal-appeal",
      ...decision,
    });
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

export async function listOwnRemovals(
  ctx: Context,
  { uid }: Caller,
): Promise<{ items: OwnContentRemoval[] }> {
  const rows = await findRemovalsVisibleTo(ctx, uid, OWN_REMOVALS_MAX);
  return { items: rows.map((row) => viewOwnRemoval(row, uid)) };
}

export const listAppealedRemovals = (
  ctx: Context,
  query: PageQuery & { readonly state: "open" | "closed" },
) =>
  listAppealsPage(
    query,
    (page) => findAppealedRemovals(ctx, page),
    (rows) => viewRemovals(ctx, rows),
  );

const alreadySetProblem = async (
  ctx: Context,
  row: ContentRemovalRow | undefined,
): Promise<Problem> =>
  row
    ? alreadyDoneProblem(ctx, row.id, await viewRemoval(ctx, row))
    : new Problem("status_already_set");

async function getRemoval(ctx: Context, id: string): Promise<ContentRemovalRow> {
  const row = await findContentRemoval(ctx, id);
  if (!row) throw new Problem("not_found");
  return row;
}
