import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import { type RideSearch } from "@commonlane/contract/ride-search";
import type { RideSearchResult } from "@commonlane/contract/rides";
import type { LatLng } from "@commonlane/contract/shapes";
import type { CombinedJourney, JourneyList, JourneySearch } from "@commonlane/contract/transit";
import { type RideIndex, searchRides } from "#modules/rides/search/index.ts";
import type { Context } from "#platform/context.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { Metrics } from "#platform/metrics.ts";
import type { Timetables } from "../timetables/timetables.ts";
import { type CombinedWorld, rideThenTransit, transitThenRide } from "./combined-journeys.ts";
import { viewSource } from "./find-connections.ts";
import { viewTransit } from "./journey.view.ts";
import { findStopsAround, planNext } from "./plan-transit.ts";
import { findTransferStations } from "./transfer-stations.ts";

const TRANSIT_SHOWN = 3;
const COMBINED_SHOWN = 3;
/** Of the rides to or from one station. */
const RIDES_PER_STATION = 6;
const DIRECT_RIDES = 20;
/** In a window of a whole day, public transport is shown from the morning on. */
const MORNING_MS = 7 * HOUR_MS;
/** Each is one of the usual searches, which operators count; these are parts of another one. */
const UNREPORTED = new Metrics();

/** Journeys by public transport, and those with a ride that are better for someone than either alone. */
export async function findJourneys(
  ctx: Context,
  services: { readonly index: RideIndex; readonly timetables: Timetables },
  seeker: Caller,
  request: JourneySearch,
): Promise<JourneyList> {
  const network = await services.timetables.network();
  const sources = services.timetables.list().map(viewSource);
  const window = windowOf(request, ctx.now());
  if (!network || !window) return { transit: [], combined: [], sources };

  const from = { lat: request.fromLat, lng: request.fromLng };
  const to = { lat: request.toLat, lng: request.toLng };
  const ends = {
    from: findStopsAround(network, from, ctx.settings, request.walkM),
    to: findStopsAround(network, to, ctx.settings, request.walkM),
  };
  const planned = planNext(network, ends, { ...window, count: TRANSIT_SHOWN });
  const { settings } = ctx;
  const world: CombinedWorld = {
    network,
    ends,
    from,
    to,
    earliestS: ctx.now().getTime() / 1000,
    settings,
  };
  const search = createRideSearch(ctx, services.index, seeker, request);
  return {
    transit: planned.map((journey) => viewTransit(network, journey, { from, to })),
    combined: await findCombined(world, search, window.atS, ctx.settings),
    sources,
  };
}

type FindRides = (from: LatLng, to: LatLng, limit: number) => Promise<RideSearchResult[]>;

/** The usual search, with the seeker's filters, on another way. */
function createRideSearch(
  ctx: Context,
  index: RideIndex,
  seeker: Caller,
  request: JourneySearch,
): FindRides {
  const unreported = { ...ctx, metrics: UNREPORTED };
  return async (from, to, limit) => {
    const search: RideSearch = {
      ...request,
      fromLat: from.lat,
      fromLng: from.lng,
      toLat: to.lat,
      toLng: to.lng,
      sort: "best",
      limit,
    };
    return (await searchRides(unreported, index, seeker, search)).items;
  };
}

async function findCombined(
  world: CombinedWorld,
  findRides: FindRides,
  atS: number,
  pace: Context["settings"],
): Promise<CombinedJourney[]> {
  const { network, ends, from, to } = world;
  const found: CombinedJourney[] = [];
  if (ends.to.length > 0) {
    const order = "rideThenTransit";
    const search = { rideEnd: from, transitEnd: ends.to, order, atS } as const;
    for (const station of findTransferStations(network, search, pace))
      for (const result of await findRides(from, station, RIDES_PER_STATION))
        found.push(...listOf(rideThenTransit(world, station, result)));
  }
  if (ends.from.length > 0) {
    const order = "transitThenRide";
    const search = { rideEnd: to, transitEnd: ends.from, order, atS } as const;
    for (const station of findTransferStations(network, search, pace))
      for (const result of await findRides(station, to, RIDES_PER_STATION))
        found.push(...listOf(transitThenRide(world, station, result)));
  }
  if (found.length === 0) return [];
  const direct = (await findRides(from, to, DIRECT_RIDES)).map(spanOfRide);
  return found
    .filter((journey) => !direct.some((ride) => isAtLeastAsGood(ride, spanOf(journey))))
    .filter((journey, n, all) =>
      all.every((other, k) => k === n || !isBetter(other, journey, k < n)),
    )
    .toSorted((a, b) => costOf(a, atS) - costOf(b, atS))
    .slice(0, COMBINED_SHOWN);
}

const listOf = <T>(value: T | undefined): T[] => (value === undefined ? [] : [value]);

interface Span {
  readonly departsMs: number;
  readonly arrivesMs: number;
}

function spanOfRide({ match }: RideSearchResult): Span {
  return {
    departsMs: Date.parse(match.pickupAt) - match.walkFromS * 1000,
    arrivesMs: Date.parse(match.dropoffAt) + match.walkToS * 1000,
  };
}

const spanOf = ({ departsAt, arrivesAt }: { departsAt: string; arrivesAt: string }): Span => ({
  departsMs: Date.parse(departsAt),
  arrivesMs: Date.parse(arrivesAt),
});

/** Leaves as late and arrives as early. */
const isAtLeastAsGood = (a: Span, b: Span): boolean =>
  a.departsMs >= b.departsMs && a.arrivesMs <= b.arrivesMs;

/** Of two that are equal, the first is better. */
function isBetter(other: CombinedJourney, journey: CombinedJourney, isFirst: boolean): boolean {
  const a = spanOf(other);
  const b = spanOf(journey);
  if (!isAtLeastAsGood(a, b) || other.changes > journey.changes) return false;
  return isFirst || !isAtLeastAsGood(b, a) || other.changes < journey.changes;
}

/** Time on the way, and how far its departure is from the wished one. */
function costOf(journey: CombinedJourney, atS: number): number {
  const { departsMs, arrivesMs } = spanOf(journey);
  return arrivesMs - departsMs + Math.abs(departsMs - atS * 1000) / 4;
}

/** From when on to look, in seconds; undefined if the window is over. */
function windowOf(
  { departsAfter, departsBefore, at }: JourneySearch,
  now: Date,
): { atS: number; untilS: number } | undefined {
  const afterMs = Math.max(Date.parse(departsAfter), now.getTime());
  const beforeMs = Date.parse(departsBefore);
  if (beforeMs < afterMs) return undefined;
  const isWholeDay = beforeMs - Date.parse(departsAfter) > DAY_MS / 2;
  const wishedMs = isWholeDay
    ? Date.parse(departsAfter) + MORNING_MS
    : Date.parse(at ?? departsAfter);
  return { atS: Math.max(afterMs, wishedMs) / 1000, untilS: beforeMs / 1000 };
}
