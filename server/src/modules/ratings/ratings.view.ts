import type { Rating, RatingStats } from "@commonlane/contract/ratings";
import { MIN_RATINGS_FOR_MEAN } from "@commonlane/contract/limits";
import { findPublicPeople } from "#modules/profiles/index.ts";
import { maskText } from "#modules/privacy/index.ts";
import type { Context } from "#platform/context.ts";
import type { RatingRow } from "./ratings.store.ts";

/** Ratings as one person may see them: which ride it was, and the whole of their words, is for the two alone, the appeal for who made it. */
export async function viewRatings(ctx: Context, rows: readonly RatingRow[], viewerUid: string): Promise<Rating[]> {
  const people = await findPublicPeople(
    ctx,
    rows.map(({ rater_uid }) => rater_uid),
  );
  return rows.map((row) => {
    const rater = people.get(row.rater_uid);
    if (!rater) throw new Error("A rating has lost its rater.");
    const isRated = row.rated_uid === viewerUid;
    const seesDetails = isRated || row.rater_uid === viewerUid;
    return {
      id: row.id,
      rater_uid: row.rater_uid,
      rated_uid: row.rated_uid,
      rater,
      rating: row.stars,
      comment: maskText(row.comment, seesDetails),
      ride_id: seesDetails ? row.ride_id : null,
      createdAt: row.created_at.toISOString(),
      publishedAt: row.published_at?.toISOString() ?? null,
      hiddenAt: seesDetails ? (row.hidden_at?.toISOString() ?? null) : null,
      reply:
        row.reply === null || row.replied_at === null
          ? null
          : { text: maskText(row.reply, seesDetails), createdAt: row.replied_at.toISOString() },
      appealedAt: isRated ? (row.appealed_at?.toISOString() ?? null) : null,
    };
  });
}

export async function viewRating(ctx: Context, row: RatingRow, viewerUid: string): Promise<Rating> {
  const [rating] = await viewRatings(ctx, [row], viewerUid);
  if (!rating) throw new Error("One row gives one view.");
  return rating;
}

/** What is usual in the community, and how many ratings that is worth. */
interface CommunityAverage {
  readonly mean: number;
  readonly weight: number;
}

/**
 * Ratings in numbers. The score is the Bayesian mean, (weight × usual + sum) ÷ (weight + count): as if everybody began with
 * `weight` ratings of what is usual, so that one word of praise does not outdo forty (decision 20 names the source).
 */
export function computeStats(
  counted: readonly { stars: number; count: number }[],
  communityAverage: CommunityAverage,
): RatingStats {
  const histogram = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 };
  for (const { stars, count } of counted) Object.assign(histogram, { [stars]: count });
  const count = counted.reduce((total, { count }) => total + count, 0);
  const sum = counted.reduce((total, { stars, count }) => total + stars * count, 0);
  return {
    count,
    mean: count === 0 ? null : roundToHundredths(sum / count),
    score:
      count + communityAverage.weight === 0
        ? communityAverage.mean
        : roundToHundredths(
            (communityAverage.weight * communityAverage.mean + sum) / (communityAverage.weight + count),
          ),
    histogram,
    isNew: count < MIN_RATINGS_FOR_MEAN,
  };
}

const roundToHundredths = (number: number) => Math.round(100 * number) / 100;
