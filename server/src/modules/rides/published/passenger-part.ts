import type { LatLng, Money } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import type { Context } from "#platform/context.ts";
import type { ListedRide, ListedStop } from "#platform/db/schema/feed-columns.ts";
import { contributionForShare } from "../rules/price-steps.ts";
import { listedTimeMs, readListedRides } from "./listed-ride.ts";

/** What a passenger who comes by a link from elsewhere would travel of a listed ride. */
export interface PassengerPart {
  readonly pickup: PartEnd;
  readonly dropoff: PartEnd;
  readonly contribution: Money | null;
}
interface PartEnd extends LatLng {
  readonly name: string;
  readonly at: Date;
}

/** Rounded coordinates of a stop lie close to it. */
const STOP_RADIUS_M = 2_000;

/** The stops nearest to both ends of a link; undefined if the ride is not listed or does not pass there. */
export async function findPassengerPart(
  ctx: Context,
  rideId: string,
  {
    from,
    to,
  }: {
    readonly from: LatLng;
    readonly to: LatLng;
  },
): Promise<PassengerPart | undefined> {
  const ride = (await readListedRides(ctx, [rideId])).get(rideId);
  if (!ride) return undefined;
  const pickup = nearestStop(ride.stops.slice(0, -1), from);
  if (!pickup) return undefined;
  const dropoff = nearestStop(ride.stops.slice(ride.stops.indexOf(pickup) + 1), to);
  if (!dropoff) return undefined;
  const totalS = Math.max(1, ride.stops.at(-1)?.offsetS ?? 1);
  const share = (dropoff.offsetS - pickup.offsetS) / totalS;
  return {
    pickup: toEnd(ride, pickup),
    dropoff: toEnd(ride, dropoff),
    contribution: contributionForShare(ride.contribution, share),
  };
}

function nearestStop(stops: readonly ListedStop[], place: LatLng): ListedStop | undefined {
  const [nearest] = stops.toSorted((a, b) => distanceM(a, place) - distanceM(b, place));
  return nearest && distanceM(nearest, place) <= STOP_RADIUS_M ? nearest : undefined;
}

function toEnd(ride: ListedRide, stop: ListedStop): PartEnd {
  const { name, lat, lng } = stop;
  return {
    name,
    lat,
    lng,
    at: new Date(listedTimeMs(ride, stop)),
  };
}
