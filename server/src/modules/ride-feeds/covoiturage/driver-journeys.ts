import { toMajorUnits } from "#platform/i18n/formats.ts";
import { createHmac } from "node:crypto";
import { plainNumbers } from "@commonlane/contract/plain-numbers";
import type { LatLng, Money } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import { siteUrl } from "#modules/accounts/index.ts";
import { findListedHosts, type ListedHost } from "#modules/rides/published/index.ts";
import { contributionForShare } from "#modules/rides/rules/index.ts";
import type { Context } from "#platform/context.ts";
import type { ListedRide, ListedStop } from "#platform/db/schema/feed-columns.ts";
import { getServerKey } from "#platform/server-keys.ts";
import { z } from "zod";
import { listTrips, type ListedTrip, type TripStop } from "../listed-trips.ts";

const number = (min: number, max: number) =>
  z
    .string()
    .transform((text) => Number(plainNumbers(text)))
    .pipe(z.number().min(min).max(max));

/** The parameters of the standard: seconds, and radii in kilometres. */
const JourneyQuery = z.object({
  departureLat: number(-90, 90),
  departureLng: number(-180, 180),
  arrivalLat: number(-90, 90),
  arrivalLng: number(-180, 180),
  departureDate: number(0, 1e11).pipe(z.int()),
  timeDelta: number(0, 86_400).default(900),
  departureRadius: number(0, 50).default(1),
  arrivalRadius: number(0, 50).default(1),
  count: number(0, 1e9).pipe(z.int()).optional(),
});

/** Parameters of a search; undefined if one is missing or wrong. Others are ignored. */
export const readJourneyQuery = (query: unknown): JourneyQuery | undefined =>
  JourneyQuery.safeParse(query).data;
export type JourneyQuery = z.output<typeof JourneyQuery>;

/** More than any search has use for. */
const RESULTS_MAX = 200;

/** Listed rides between two places, as standard-covoiturage writes driver journeys. */
export async function listDriverJourneys(
  ctx: Context,
  rides: readonly ListedRide[],
  query: JourneyQuery,
  receiverId: string,
): Promise<object[]> {
  const found = findJourneys(rides, {
    departure: {
      lat: query.departureLat,
      lng: query.departureLng,
    },
    arrival: {
      lat: query.arrivalLat,
      lng: query.arrivalLng,
    },
    departureAt: new Date(query.departureDate * 1000),
    timeDeltaMs: query.timeDelta * 1000,
    departureRadiusM: query.departureRadius * 1000,
    arrivalRadiusM: query.arrivalRadius * 1000,
  }).slice(0, Math.min(query.count ?? RESULTS_MAX, RESULTS_MAX));
  const hosts = await findListedHosts(
    ctx,
    found.map(({ trip }) => trip.ride.id),
  );
  const key = await getServerKey(ctx.db, "people elsewhere");
  const site = new URL(siteUrl(ctx.settings));
  return found.flatMap((journey) => {
    const host = hosts.get(journey.trip.ride.id);
    const driver =
      host &&
      viewDriver(host, {
        key,
        receiverId,
        operator: site.host,
      });
    return driver ? [viewJourney(site, journey, driver)] : [];
  });
}

interface DriverOptions {
  readonly key: Buffer;
  readonly receiverId: string;
  readonly operator: string;
}

/** Another receiver knows the same person by another id. */
function viewDriver({ uid, firstName }: ListedHost, { key, receiverId, operator }: DriverOptions) {
  const id = createHmac("sha256", key).update(`${receiverId} ${uid}`).digest("base64url");
  return {
    id: id.slice(0, 22),
    operator,
    alias: firstName,
  };
}

function viewJourney(site: URL, { trip, pickup, drop }: FoundJourney, driver: object) {
  const { ride } = trip;
  const from = `${pickup.lat},${pickup.lng}`;
  const to = `${drop.lat},${drop.lng}`;
  const first = ride.stops[0] ?? pickup;
  const last = ride.stops.at(-1) ?? drop;
  const lengthM = segmentLengthM(ride, pickup, drop);
  return {
    id: ride.id,
    operator: site.host,
    driver,
    passengerPickupLat: pickup.lat,
    passengerPickupLng: pickup.lng,
    passengerPickupAddress: pickup.name,
    passengerPickupDate: pickup.atMs / 1000,
    passengerDropLat: drop.lat,
    passengerDropLng: drop.lng,
    passengerDropAddress: drop.name,
    driverDepartureLat: first.lat,
    driverDepartureLng: first.lng,
    driverDepartureAddress: first.name,
    driverArrivalLat: last.lat,
    driverArrivalLng: last.lng,
    driverArrivalAddress: last.name,
    distance: lengthM,
    duration: (drop.atMs - pickup.atMs) / 1000,
    type: "PLANNED",
    webUrl: `${site.origin}/rides/${ride.id}?from=${from}&to=${to}`,
    availableSeats: trip.seats,
    price: viewPrice(ride.contribution, lengthM / totalLengthM(ride)),
  };
}

const totalLengthM = ({ legDistanceM }: ListedRide): number =>
  Math.max(
    1,
    legDistanceM.reduce((sum, metres) => sum + metres, 0),
  );

/** Stops lie on their leg by the share of its time. */
function segmentLengthM(ride: ListedRide, from: ListedStop, to: ListedStop): number {
  const totalS = Math.max(1, ride.stops.at(-1)?.offsetS ?? 1);
  return Math.round((totalLengthM(ride) * (to.offsetS - from.offsetS)) / totalS);
}

/** The contribution for a part of the ride, as a search here shows it. */
function viewPrice(contribution: Money | null, share: number) {
  const price = contributionForShare(contribution, share);
  if (price === null || price.amountMinor === 0) return { type: "FREE" };
  return {
    type: "PAYING",
    amount: toMajorUnits(price),
    currency: price.currency,
  };
}

/** What is searched; radii in metres, as the crow flies. */
interface JourneySearch {
  readonly departure: LatLng;
  readonly arrival: LatLng;
  readonly departureAt: Date;
  /** The pickup is at most so much earlier or later. */
  readonly timeDeltaMs: number;
  readonly departureRadiusM: number;
  readonly arrivalRadiusM: number;
}

/** The part of a listed ride that a passenger would travel. */
interface FoundJourney {
  readonly trip: ListedTrip;
  readonly pickup: TripStop;
  readonly drop: TripStop;
  /** From the searched places to the stops and back, as the crow flies. */
  readonly walkM: number;
}

/** Trips with free seats from near the departure to near the arrival, those with the least walking first. */
function findJourneys(rides: readonly ListedRide[], search: JourneySearch): FoundJourney[] {
  const found = rides.flatMap((ride) => {
    const journeys = listTrips(ride).flatMap((trip) => findOnTrip(trip, search) ?? []);
    return journeys.toSorted(byRelevance(search)).slice(0, 1);
  });
  return found.toSorted(byRelevance(search));
}

function findOnTrip(trip: ListedTrip, search: JourneySearch): FoundJourney | undefined {
  const pickup = nearest(trip.stops.slice(0, -1), search.departure, (stop, offM) => {
    const offMs = Math.abs(stop.atMs - search.departureAt.getTime());
    return offM <= search.departureRadiusM && offMs <= search.timeDeltaMs;
  });
  if (!pickup) return undefined;
  const later = trip.stops.slice(trip.stops.indexOf(pickup.stop) + 1);
  const drop = nearest(later, search.arrival, (_, offM) => offM <= search.arrivalRadiusM);
  if (!drop) return undefined;
  return {
    trip,
    pickup: pickup.stop,
    drop: drop.stop,
    walkM: pickup.offM + drop.offM,
  };
}

function nearest(
  stops: readonly TripStop[],
  place: LatLng,
  fits: (stop: TripStop, offM: number) => boolean,
):
  | {
      readonly stop: TripStop;
      readonly offM: number;
    }
  | undefined {
  let best:
    | {
        readonly stop: TripStop;
        readonly offM: number;
      }
    | undefined;
  for (const stop of stops) {
    const offM = distanceM(stop, place);
    if (fits(stop, offM) && (best === undefined || offM < best.offM))
      best = {
        stop,
        offM,
      };
  }
  return best;
}

/** Metres of walking count as much as the time that they take; so do minutes from the searched departure. */
const WALK_M_PER_MS = 1.2 / 1000;

const byRelevance =
  ({ departureAt }: JourneySearch) =>
  (a: FoundJourney, b: FoundJourney): number => {
    const costOf = ({ walkM, pickup }: FoundJourney) =>
      walkM + WALK_M_PER_MS * Math.abs(pickup.atMs - departureAt.getTime());
    return costOf(a) - costOf(b) || (a.trip.id < b.trip.id ? -1 : 1);
  };
