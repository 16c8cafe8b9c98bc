import { type RawBuilder, sql } from "kysely";
import type { Context } from "#platform/context.ts";
import { appealsCondition, type AppealsQuery } from "./appeals-query.store.ts";

export interface ModeratedRatingRow {
  readonly id: string;
  readonly ride_id: string;
  readonly rater_uid: string;
  readonly rated_uid: string;
  readonly stars: number;
  readonly comment: string | null;
  readonly reply: string | null;
  readonly published_at: Date | null;
  readonly hidden_at: Date | null;
  readonly appeal: string | null;
  readonly appealed_at: Date | null;
  readonly decided_at: Date | null;
  readonly note: string | null;
}

const SELECT_RATINGS = sql`
  select rating.id, ride_id, rater_uid, rated_uid, stars, comment, reply,
    published_at, hidden_at,
    rating_appeal.reason as appeal, rating_appeal.created_at as appealed_at,
    decided_at, note
  from rating left join rating_appeal on rating_id = rating.id`;

async function selectRatings(
  { db }: Context,
  condition: RawBuilder<unknown>,
): Promise<ModeratedRatingRow[]> {
  const { rows } = await sql<ModeratedRatingRow>`${SELECT_RATINGS} where ${condition}`.execute(db);
  return rows;
}

export const findModeratedRating = async (
  ctx: Context,
  id: string,
): Promise<ModeratedRatingRow | undefined> => (await selectRatings(ctx, sql`rating.id = ${id}`))[0];

/** Ratings of a user or for a ride, latest first. */
export const findRatingsAbout = (
  ctx: Context,
  id: string,
  limit: number,
): Promise<ModeratedRatingRow[]> =>
  selectRatings(
    ctx,
    sql`
      (rated_uid = ${id} or ride_id = ${id})
      order by rating.id desc
      limit ${limit}`,
  );

/** Open appeals, oldest first, or decided ones, latest first. */
export const findAppealedRatings = (
  ctx: Context,
  query: AppealsQuery,
): Promise<ModeratedRatingRow[]> =>
  selectRatings(
    ctx,
    appealsCondition(query, {
      id: sql`rating.id`,
      appealedAt: sql`rating_appeal.created_at`,
    }),
  );
