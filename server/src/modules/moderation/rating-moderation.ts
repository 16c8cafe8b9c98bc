import type { ModeratedRating } from "@commonlane/contract/moderation";
import type { PageQuery } from "@commonlane/contract/shapes";
import {
  markRatingAppealDecided,
  markRatingHidden,
  markRatingShown,
} from "#modules/ratings/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { listAppealsPage, viewAppeal } from "./appeals.ts";
import { findModeratedPeople } from "./moderated-people.store.ts";
import { alreadyDoneProblem, assertNotOwnCase, recordAction } from "./moderator-actions.ts";
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
    await assertMayModerate(ctx, moderator, id);
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

export const hideRating = (ctx: Context, moderator: Caller, id: string) =>
  changeRating(ctx, moderator, id, markRatingHidden);

export const showRating = (ctx: Context, moderator: Caller, id: string) =>
  changeRating(ctx, moderator, id, markRatingShown);

function changeRating(
  ctx: Context,
  moderator: Caller,
  id: string,
  change: typeof markRatingHidden,
): Promise<ModeratedRating> {
  return transaction(ctx, async (ctx) => {
    await assertMayModerate(ctx, moderator, id);
    const isChanged = await change(ctx, id);
    const rating = await viewModeratedRating(ctx, await getModeratedRating(ctx, id));
    if (!isChanged) throw new Problem("status_already_set", { current: rating });
    return rating;
  });
}

/** Neither the rater nor the rated user decides about a rating. */
async function assertMayModerate(ctx: Context, moderator: Caller, id: string): Promise<void> {
  const { rater_uid, rated_uid } = await getModeratedRating(ctx, id);
  assertNotOwnCase(moderator, rater_uid, rated_uid);
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
