import type { Place } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import { areaOf } from "#modules/places/index.ts";
import { findRides, type RidePart, type RideRow } from "#modules/rides/index.ts";
import type { Context } from "#platform/context.ts";
import type { SeatAreas } from "#platform/db/schema.ts";
import type { SeatRequestRow } from "./seat-requests.store.ts";

/** Where somebody gets in and out. */
interface Ends {
  readonly pickup: Place;
  readonly dropoff: Place;
}

/**
 * Whose seat is agreed knows where to be, and so does their host (domain.md, Privacy by stage); as `isAgreed` says of
 * statements.
 */
export const isMet = ({ status, held }: SeatRequestRow): boolean =>
  status === "completed" || status === "disputed" || (status === "accepted" && !held);
const SAME_PLACE_M = 1;

/** Where the seekers of these get in and out, each as this one of its two sides is told it. */
export async function endsAsTold(ctx: Context, rows: readonly SeatRequestRow[], viewerUid: string): Promise<Ends[]> {
  // A booking that was given back never waited for an answer, and requests of a former release kept nothing.
  const unkept = rows.filter((row) => row.seeker_id !== viewerUid && !isMet(row) && !row.areas?.forHost);
  const rides = await findRides(ctx, [...new Set(unkept.map(({ ride_id }) => ride_id))]);
  const byId = new Map(rides.map((ride) => [ride.id, ride]));
  return Promise.all(
    rows.map(async (row) => {
      const { pickup, dropoff, areas } = row;
      if (isMet(row)) return { pickup, dropoff };
      if (row.seeker_id === viewerUid) return endsForSeeker(row);
      return areas?.forHost ?? aboutEnds(ctx, byId.get(row.ride_id), { pickup, dropoff });
    }),
  );
}

/** The ends as the seeker is told them while the seat is not agreed: about where, but for what they named themselves. */
export const endsForSeeker = ({
  pickup,
  dropoff,
  areas,
}: Pick<SeatRequestRow, "pickup" | "dropoff" | "areas">): Ends => ({
  pickup: areas?.pickup ?? pickup,
  dropoff: areas?.dropoff ?? dropoff,
});

/** About where, as strangers are told it; but a stop of the ride itself is the host's own. */
export async function aboutEnds(
  ctx: Context,
  ride: Pick<RideRow, "points"> | undefined,
  { pickup, dropoff }: Ends,
): Promise<Ends> {
  const about = async (place: Place) =>
    ride?.points.find((point) => distanceM(point, place) < SAME_PLACE_M) ?? (await areaOf(ctx, place));
  return { pickup: await about(pickup), dropoff: await about(dropoff) };
}

/** What both sides are told of the ends of a part until the host has answered, to be kept with the request. */
export const areasUntilAgreed = async (
  ctx: Context,
  ride: RideRow,
  { areas, pickup, dropoff }: Pick<RidePart, "areas" | "pickup" | "dropoff">,
): Promise<SeatAreas> => ({
  pickup: null,
  dropoff: null,
  ...areas,
  forHost: await aboutEnds(ctx, ride, { pickup, dropoff }),
});
