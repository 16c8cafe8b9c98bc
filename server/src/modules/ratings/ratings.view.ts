import type { Rating, RatingStats } from "@commonlane/contract/ratings";
import { MIN_RATINGS_FOR_MEAN } from "@commonlane/contract/limits";
import { findPublicPeople } from "#modules/profiles/index.ts";
import { maskText } from "#modules/privacy/index.ts";
import type { Context } from "#platform/context.ts";
import { findCountedRatings, type RatingRow } from "./ratings.store.ts";

/**
 * Ratings as the viewer may see them. Only the two users see the ride and unmasked texts, and only the rated user sees
 * the appeal.
 */
export async function viewRatings(
  ctx: Context,
  rows: readonly RatingRow[],
  viewerUid: string,
): Promise<Rating[]> {
  const people = await findPublicPeople(
    ctx,
    rows.map(({ rater_uid }) => rater_uid),
  );
  const counted = await findCountedRatings(
    ctx,
    rows.map(({ rated_uid }) => rated_uid),
  );
  return rows.map((row) => {
    const rater = people.get(row.rater_uid);
    if (!rater) throw new Error("The rater of a rating is missing.");
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
      uncounted: explainUncounted(row, counted),
      hiddenAt: seesDetails ? (row.hidden_at?.toISOString() ?? null) : null,
      reply:
        row.reply === null || row.replied_at === null
          ? null
          : {
              text: maskText(row.reply, seesDetails),
              createdAt: row.replied_at.toISOString(),
            },
      appealedAt: isRated ? (row.appealed_at?.toISOString() ?? null) : null,
    };
  });
}

/** Before it is public, only what the booking decides is certain. */
function explainUncounted(row: RatingRow, counted: ReadonlySet<string>): Rating["uncounted"] {
  if (!row.counts) return "booking";
  const isInList = row.published_at !== null && row.hidden_at === null;
  return isInList && !counted.has(row.id) ? "repeated" : null;
}

export async function viewRating(ctx: Context, row: RatingRow, viewerUid: string): Promise<Rating> {
  const [rating] = await viewRatings(ctx, [row], viewerUid);
  if (!rating) throw new Error("A rating view is missing.");
  return rating;
}

/** The community's average rating and its weight in number of ratings. */
interface CommunityAverage {
  readonly mean: number;
  readonly weight: number;
}

/**
 * Rating statistics. The score is the Bayesian mean, (weight × community mean + sum) ÷ (weight + count), so that a
 * single five-star rating does not beat forty very good ones (decision 20 names the source).
 */
export function computeStats(
  counted: readonly {
    stars: number;
    count: number;
  }[],
  communityAverage: CommunityAverage,
): RatingStats {
  const histogram = {
    1: 0,
    2: 0,
    3: 0,
    4: 0,
    5: 0,
  };
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
            (communityAverage.weight * communityAverage.mean + sum) /
              (communityAverage.weight + count),
          ),
    histogram,
    isNew: count < MIN_RATINGS_FOR_MEAN,
  };
}

const roundToHundredths = (number: number) => Math.round(100 * number) / 100;
