import type { ModeratedRating } from "@commonlane/contract/moderation";
import type { PageQuery } from "@commonlane/contract/shapes";
import { notify } from "#modules/notices/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { appealPage, viewAppeal } from "./appeals.ts";
import { moderatedPeople } from "./people.store.ts";
import { appealedRatings, findModerated, hide, markDecided, type ModeratedRatingRow, unhide } from "./ratings.store.ts";

export const listAppeals = (ctx: Context, query: PageQuery & { readonly state: "open" | "closed" }) =>
  appealPage(
    query,
    (wanted) => appealedRatings(ctx, wanted),
    (rows) => viewModerated(ctx, rows),
  );

/** Hides the rating or leaves it, and tells who appealed what was decided and why, and whose rating was hidden. */
export function decideAppeal(ctx: Context, id: string, said: { hide: boolean; reason: string }) {
  return transaction(ctx, async (ctx) => {
    const decided = await markDecided(ctx, id, said.reason);
    if (said.hide && decided) await hide(ctx, id);
    const row = await mustFind(ctx, id);
    if (!row.appealed_at) throw new Problem("not_found");
    if (!decided) throw new Problem("status_already_set", { current: await viewOne(ctx, row) });
    await notify(ctx, {
      to: row.rated_uid,
      kind: "appeal.decided",
      cause: id,
      path: "/profile#ratings",
      details: { count: said.hide ? 1 : 0, reason: said.reason },
    });
    if (said.hide) await tellRater(ctx, row, said.reason);
    return viewOne(ctx, row);
  });
}

/** Whose words are taken away is told so, and why. */
async function tellRater(ctx: InTransaction, row: ModeratedRatingRow, reason: string): Promise<void> {
  const { id, rater_uid, rated_uid, ride_id } = row;
  const path = `/rides/${ride_id}/rate` as const;
  await notify(ctx, { to: rater_uid, kind: "rating.hidden", cause: id, person: rated_uid, path, details: { reason } });
}

export function hideRating(ctx: Context, id: string): Promise<ModeratedRating> {
  return transaction(ctx, async (ctx) => {
    if (!(await hide(ctx, id))) throw await whyNot(ctx, id);
    return viewOne(ctx, await mustFind(ctx, id));
  });
}

export function showRating(ctx: Context, id: string): Promise<ModeratedRating> {
  return transaction(ctx, async (ctx) => {
    if (!(await unhide(ctx, id))) throw await whyNot(ctx, id);
    return viewOne(ctx, await mustFind(ctx, id));
  });
}

async function whyNot(ctx: InTransaction, id: string): Promise<Problem> {
  const row = await findModerated(ctx, id);
  return row ? new Problem("status_already_set", { current: await viewOne(ctx, row) }) : new Problem("not_found");
}

async function mustFind(ctx: Context, id: string): Promise<ModeratedRatingRow> {
  const row = await findModerated(ctx, id);
  if (!row) throw new Problem("not_found");
  return row;
}

async function viewOne(ctx: Context, row: ModeratedRatingRow): Promise<ModeratedRating> {
  const [rating] = await viewModerated(ctx, [row]);
  if (!rating) throw new Error("A rating has lost its people.");
  return rating;
}

export async function viewModerated(ctx: Context, rows: readonly ModeratedRatingRow[]): Promise<ModeratedRating[]> {
  const people = await moderatedPeople(
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
