import type { ModeratedRating } from "@commonlane/contract/moderation";
import type { PageQuery } from "@commonlane/contract/shapes";
import {
  markRatingAppealDecided,
  markRatingHidden,
  markRatingShown,
} from "#modules/ratings/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { listAppealsPage, viewAppeal } from "./appeals.ts";
import { findModeratedPeople } from "./moderated-people.store.ts";
import { alreadyDoneProblem, recordAction } from "./moderator-actions.ts";
import {
  findAppealedRatings,
  findModeratedRating,
  type ModeratedRatingRow,
} from "./rating-moderation.store.ts";

export const listRatingAppeals = (
  ctx: Context,
  query: PageQuery & { readonly state: "open" | "closed" },
) =>
  listAppealsPage(
    query,
    (page) => findAppealedRatings(ctx, page),
    (rows) => viewModeratedRatings(ctx, rows),
  );

/**
 * Decides an appeal by hiding or keeping the rating. The owner of the appeal, and the rater if it is hidden, are
 * notified when the decision can no longer be undone.
 */
export function decideRatingAppeal(
  ctx: Context,
  moderator: Caller,
  id: string,
  { hide, reason }: { hide: boolean; reason: string },
) {
  return transaction(ctx, async (ctx) => {
    const decided = await markRatingAppealDecided(ctx, id, reason);
    const hidden = hide && decided && (await markRatingHidden(ctx, id));
    const row = await getModeratedRating(ctx, id);
    if (!row.appealed_at) throw new Problem("not_found");
    if (!decided) throw await alreadyDoneProblem(ctx, id, await viewModeratedRating(ctx, row));
    const decision = {
      subjectId: id,
      personUid: row.rated_uid,
      reason,
      choice: hidden,
    };
    await recordAction(ctx, moderator, {
      kind: "decide-rating-appeal",
      ...decision,
    });
    return viewModeratedRating(ctx, row);
  });
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

async function viewModeratedRating(
  ctx: Context,
  row: ModeratedRatingRow,
): Promise<ModeratedRating> {
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
    const rater = people.get(row.rater_uid);
    const rated = people.get(row.rated_uid);
    if (!rater || !rated) return [];
    return {
      id: row.id,
      rater,
      rated,
      rideId: row.ride_id,
      rating: row.stars,
      comment: row.comment,
      reply: row.reply,
      publishedAt: row.published_at?.toISOString() ?? null,
      hiddenAt: row.hidden_at?.toISOString() ?? null,
      appeal: viewAppeal(row),
    };
  });
}
