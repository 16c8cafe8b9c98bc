import type { ModeratedRating } from "@commonlane/contract/moderation";
import type { PageQuery } from "@commonlane/contract/shapes";
import { notify } from "#modules/notifications/index.ts";
import { markRatingAppealDecided, markRatingHidden, markRatingShown } from "#modules/ratings/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { listAppealsPage, viewAppeal } from "./appeals.ts";
import { findModeratedPeople } from "./moderated-people.store.ts";
import { findAppealedRatings, findModeratedRating, type ModeratedRatingRow } from "./rating-moderation.store.ts";

export const listRatingAppeals = (ctx: Context, query: PageQuery & { readonly state: "open" | "closed" }) =>
  listAppealsPage(
    query,
    (page) => findAppealedRatings(ctx, page),
    (rows) => viewModeratedRatings(ctx, rows),
  );

/**
 * Decides an appeal by hiding or keeping the rating; notifies the owner of the appeal, and the rater if it is
 * hidden.
 */
export function decideRatingAppeal(ctx: Context, id: string, decision: { hide: boolean; reason: string }) {
  return transaction(ctx, async (ctx) => {
    const decided = await markRatingAppealDecided(ctx, id, decision.reason);
    if (decision.hide && decided) await markRatingHidden(ctx, id);
    const row = await getModeratedRating(ctx, id);
    if (!row.appealed_at) throw new Problem("not_found");
    if (!decided) throw new Problem("status_already_set", { current: await viewModeratedRating(ctx, row) });
    await notify(ctx, {
      to: row.rated_uid,
      kind: "appeal.decided",
      cause: id,
      path: "/profile#ratings",
      details: { count: decision.hide ? 1 : 0, reason: decision.reason },
    });
    if (decision.hide) await notifyRater(ctx, row, decision.reason);
    return viewModeratedRating(ctx, row);
  });
}

/** Notifies the rater that their rating is hidden, and why. */
async function notifyRater(ctx: InTransaction, row: ModeratedRatingRow, reason: string): Promise<void> {
  const { id, rater_uid, rated_uid, ride_id } = row;
  const path = `/rides/${ride_id}/rate` as const;
  await notify(ctx, { to: rater_uid, kind: "rating.hidden", cause: id, person: rated_uid, path, details: { reason } });
}

export function hideRating(ctx: Context, id: string): Promise<ModeratedRating> {
  return transaction(ctx, async (ctx) => {
    if (!(await markRatingHidden(ctx, id))) throw await unchangedProblem(ctx, id);
    return viewModeratedRating(ctx, await getModeratedRating(ctx, id));
  });
}

export function showRating(ctx: Context, id: string): Promise<ModeratedRating> {
  return transaction(ctx, async (ctx) => {
    if (!(await markRatingShown(ctx, id))) throw await unchangedProblem(ctx, id);
    return viewModeratedRating(ctx, await getModeratedRating(ctx, id));
  });
}

async function unchangedProblem(ctx: InTransaction, id: string): Promise<Problem> {
  const row = await findModeratedRating(ctx, id);
  return row
    ? new Problem("status_already_set", { current: await viewModeratedRating(ctx, row) })
    : new Problem("not_found");
}

async function getModeratedRating(ctx: Context, id: string): Promise<ModeratedRatingRow> {
  const row = await findModeratedRating(ctx, id);
  if (!row) throw new Problem("not_found");
  return row;
}

async function viewModeratedRating(ctx: Context, row: ModeratedRatingRow): Promise<ModeratedRating> {
  const [rating] = await viewModeratedRatings(ctx, [row]);
  if (!rating) throw new Error("The rating has no users.");
  return rating;
}

export async function viewModeratedRatings(
  ctx: Context,
  rows: readonly ModeratedRatingRow[],
): Promise<ModeratedRating[]> {
  const people = await findModeratedPeople(
    ctx,
    rows.flatMap(({ rater_uid, rated_uid }) => [rater_uid, rated_uid]),
  );
  return rows.flatMap((row) => {
    const [rater, rated] = [people.get(row.rater_uid), people.get(row.rated_uid)];
    if (!rater || !rated) return [];
    const { id, ride_id: rideId, stars: rating, comment, reply } = row;
    return {
      id,
      rater,
      rated,
      rideId,
      rating,
      comment,
      reply,
      publishedAt: row.published_at?.toISOString() ?? null,
      hiddenAt: row.hidden_at?.toISOString() ?? null,
      appeal: viewAppeal(row),
    };
  });
}
