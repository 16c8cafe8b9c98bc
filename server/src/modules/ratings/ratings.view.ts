import type { Rating, RatingStats } from "@commonlane/contract/ratings";
import { RATINGS_TELLING } from "@commonlane/contract/limits";
import { peopleByUid } from "#modules/profiles/index.ts";
import { wordsAsTold } from "#modules/safety/index.ts";
import type { Context } from "#platform/context.ts";
import type { RatingRow } from "./ratings.store.ts";

/** Ratings as one person may see them: which ride it was, and the whole of their words, is for the two alone, the appeal for who made it. */
export async function viewRatings(ctx: Context, rows: readonly RatingRow[], viewerUid: string): Promise<Rating[]> {
  const people = await peopleByUid(
    ctx,
    rows.map(({ rater_uid }) => rater_uid),
  );
  return rows.map((row) => {
    const rater = people.get(row.rater_uid);
    if (!rater) throw new Error("A rating has lost its rater.");
    const rated = row.rated_uid === viewerUid;
    const close = rated || row.rater_uid === viewerUid;
    return {
      id: row.id,
      rater_uid: row.rater_uid,
      rated_uid: row.rated_uid,
      rater,
      rating: row.stars,
      comment: wordsAsTold(row.comment, close),
      ride_id: close ? row.ride_id : null,
      createdAt: row.created_at.toISOString(),
      publishedAt: row.published_at?.toISOString() ?? null,
      hiddenAt: close ? (row.hidden_at?.toISOString() ?? null) : null,
      reply:
        row.reply === null || row.replied_at === null
          ? null
          : { text: wordsAsTold(row.reply, close), createdAt: row.replied_at.toISOString() },
      appealedAt: rated ? (row.appealed_at?.toISOString() ?? null) : null,
    };
  });
}

export async function viewRating(ctx: Context, row: RatingRow, viewerUid: string): Promise<Rating> {
  const [rating] = await viewRatings(ctx, [row], viewerUid);
  if (!rating) throw new Error("One row gives one view.");
  return rating;
}

/** What is usual in the community, and how many ratings that is worth. */
interface Usual {
  readonly mean: number;
  readonly weight: number;
}

/**
 * Ratings in numbers. The score is the Bayesian mean, (weight × usual + sum) ÷ (weight + count): as if everybody began with
 * `weight` ratings of what is usual, so that one word of praise does not outdo forty (decision 20 names the source).
 */
export function statsOf(counted: readonly { stars: number; count: number }[], usual: Usual): RatingStats {
  const histogram = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 };
  for (const { stars, count } of counted) Object.assign(histogram, { [stars]: count });
  const count = counted.reduce((all, { count }) => all + count, 0);
  const sum = counted.reduce((all, { stars, count }) => all + stars * count, 0);
  return {
    count,
    mean: count === 0 ? null : hundredths(sum / count),
    score:
      count + usual.weight === 0 ? usual.mean : hundredths((usual.weight * usual.mean + sum) / (usual.weight + count)),
    histogram,
    isNew: count < RATINGS_TELLING,
  };
}

const hundredths = (number: number) => Math.round(100 * number) / 100;
