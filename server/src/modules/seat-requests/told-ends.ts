import type { Place } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import { areaOf, isListedTown } from "#modules/places/index.ts";
import { endsOf, findRides, type RideRow } from "#modules/rides/index.ts";
import type { Context } from "#platform/context.ts";
import type { SeatRequestRow } from "./seat-requests.store.ts";

/** Where somebody gets in and out. */
interface Ends {
  readonly pickup: Place;
  readonly dropoff: Place;
}
/** The same as it was asked for: undefined is the ride's own end. */
export interface AskedEnds {
  readonly pickup: Place | undefined;
  readonly dropoff: Place | undefined;
}

/**
 * Whose seat is agreed knows where to be, and so does their host (domain.md, Privacy by stage); as `isAgreed` says of
 * statements.
 */
export const isMet = ({ status, held }: SeatRequestRow): boolean =>
  status === "completed" || status === "disputed" || (status === "accepted" && !held);
/** True once the seat was agreed, also after it was given back. */
export const wasMet = (row: SeatRequestRow): boolean => isMet(row) || (row.status === "cancelled" && !row.held);
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
      if (areas?.forHost) return areas.forHost;
      const ride = byId.get(row.ride_id);
      return wasMet(row) ? endsOnceKnown(ctx, ride, row) : approximateEnds(ctx, ride, row);
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

/**
 * The ends as the host sees them before the seat is agreed: areas, except the ends of the ride that the seeker left as they
 * are, and towns. A stop at the exact place of the seeker is not recognised: otherwise a host could test a list of
 * addresses by adding them as stops.
 */
export async function approximateEnds(
  ctx: Context,
  ride: Pick<RideRow, "points"> | undefined,
  asked: AskedEnds,
): Promise<Ends> {
  const own = ride && endsOf(ride.points);
  const about = async (place: Place | undefined, end: Place | undefined): Promise<Place> => {
    if (!place) {
      if (!end) throw new Error("A ride is gone whose requests are shown.");
      return end;
    }
    const point = ride?.points.find((point) => distanceM(point, place) < SAME_PLACE_M);
    return point && (await isListedTown(ctx, point)) ? point : areaOf(ctx, place);
  };
  return { pickup: await about(asked.pickup, own?.origin), dropoff: await about(asked.dropoff, own?.destination) };
}

/** After a cancellation: the host knew the exact places, and their own stops stay theirs. */
async function endsOnceKnown(ctx: Context, ride: RideRow | undefined, { pickup, dropoff }: Ends): Promise<Ends> {
  const about = async (place: Place) =>
    ride?.points.find((point) => distanceM(point, place) < SAME_PLACE_M) ?? (await areaOf(ctx, place));
  return { pickup: await about(pickup), dropoff: await about(dropoff) };
}
