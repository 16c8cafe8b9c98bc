import { type SqlBool, sql } from "kysely";
import type { PublicPersonRow } from "#modules/profiles/index.ts";
import { areRestricted, isRemovedContent } from "#modules/privacy/index.ts";
import type { Context } from "#platform/context.ts";
import type { RideRow } from "../rides.store.ts";

export interface PublicRideChange {
  readonly id: string;
  readonly hostId: string;
  readonly isPublic: boolean;
  /** Unchanged if undefined, but a ride that is closed is not listed any more. */
  readonly isListed: boolean | undefined;
  /** As `isListed`. */
  readonly showsRating: boolean | undefined;
}

/** Returns undefined unless this user hosts the ride and, to open it, it is upcoming and for everyone. */
export function updateRidePublic(
  { db, now }: Context,
  { id, hostId, isPublic, isListed, showsRating }: PublicRideChange,
): Promise<RideRow | undefined> {
  return db
    .updateTable("ride")
    .set({
      is_public: isPublic,
      ...((isListed !== undefined || !isPublic) && { is_listed: isPublic && isListed === true }),
      ...((showsRating !== undefined || !isPublic) && {
        shows_rating: isPublic && showsRating === true,
      }),
    })
    .where("id", "=", id)
    .where("host_id", "=", hostId)
    .$if(isPublic, (query) =>
      query
        .where("status", "=", "scheduled")
        .where("departs_at", ">", now())
        .where("audience", "=", "everyone")
        .where("members_of", "is", null),
    )
    .returningAll()
    .executeTakeFirst();
}

/** Withdraws the consent for all coming rides of a series, also those with passengers. */
export async function unlistRidesOfSeries({ db, now }: Context, seriesId: string): Promise<void> {
  await db
    .updateTable("ride")
    .set({ is_listed: false })
    .where("series_id", "=", seriesId)
    .where("departs_at", ">", now())
    .where("is_listed", "=", true)
    .execute();
}

/** Upcoming, opened by a host who is neither suspended nor leaving, and not removed by moderators. */
export function isVisibleToVisitors({ now }: Pick<Context, "now">) {
  return sql<SqlBool>`
  ride.is_public
  and ride.status = 'scheduled'
  and ride.departs_at > ${now()}
  and ride.audience = 'everyone'
  and ride.members_of is null
  and not ${isRemovedContent(sql`ride.id`)}
  and not ${areRestricted(sql`ride.host_id`, sql`ride.host_id`)}`;
}

/** How many rides for all members leave until this instant; neither whose nor where. */
export async function countRidesForMembers(
  { db, now }: Pick<Context, "db" | "now">,
  until: Date,
): Promise<number> {
  const { count } = await db
    .selectFrom("ride")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("status", "=", "scheduled")
    .where("departs_at", ">", now())
    .where("departs_at", "<", until)
    .where("audience", "=", "everyone")
    .where("members_of", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Visitors see no trust marks. */
export type PublicRideRow = RideRow & Omit<PublicPersonRow, "marks">;

export function findPublicRideRow(ctx: Context, id: string): Promise<PublicRideRow | undefined> {
  return ctx.db
    .selectFrom("ride")
    .innerJoin("profile", "profile.uid", "ride.host_id")
    .selectAll("ride")
    .select([
      "profile.uid",
      "profile.display_name",
      "profile.first_name",
      "profile.last_name",
      "profile.photo_id",
      "profile.rating_count",
      "profile.rating_sum",
      "profile.shown_reliability as reliability",
    ])
    .where("ride.id", "=", id)
    .where(isVisibleToVisitors(ctx))
    .executeTakeFirst();
}

/** Ids of the public rides that depart next. */
export async function findPublicRideIds(ctx: Context, limit: number): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom("ride")
    .select("id")
    .where(isVisibleToVisitors(ctx))
    .orderBy("departs_at")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
