import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import type { RideMatch } from "@commonlane/contract/ride-search";
import type { JourneyList, JourneySearch } from "@commonlane/contract/transit";
import { type RideIndex, searchWays, viewHits, type Way } from "#modules/rides/search/index.ts";
import type { Context } from "#platform/context.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { findTrainFit } from "../board/route-trains.ts";
import type { Timetables } from "../timetables/timetables.ts";
import {
  type CombinedWorld,
  type DraftJourney,
  draftJourney,
  RIDE_CHANGE_S,
  viewCombined,
} from "./combined-journeys.ts";
import { viewSources } from "./find-connections.ts";
import { viewTransit } from "./journey.view.ts";
import {
  findStopsAround,
  planArrival,
  planDeparture,
  planNext,
  type PlannedTransit,
} from "./plan-transit.ts";
import { findTransferStations, type TransferStation } from "./transfer-stations.ts";
import { isWorthwhile, type TravelOption } from "./worthwhile.ts";

const TRANSIT_SHOWN = 3;
const COMBINED_SHOWN = 3;
/** Of the rides to or from one station. */
const RIDES_PER_STATION = 6;
/** A change must save this much. */
const GAIN_MIN_S = 300;
/** A longer window has several days. */
const DAYS_MIN_MS = 26 * HOUR_MS;
/** In a window of a whole day, public transport is shown from the morning on. */
const MORNING_MS = 7 * HOUR_MS;

/** Journeys by public transport, and those with a ride that are better for someone than either alone. */
export async function findJourneys(
  ctx: Context,
  services: {
    readonly index: RideIndex;
    readonly timetables: Timetables;
  },
  seeker: Caller,
  request: JourneySearch,
): Promise<JourneyList> {
  const network = await services.timetables.network();
  const sources = viewSources(services.timetables.list(), network);
  const window = windowOf(request, ctx.now());
  if (!network || !window)
    return {
      transit: [],
      combined: [],
      fits: [],
      sources,
    };

  const { settings } = ctx;
  const from = { lat: request.fromLat, lng: request.fromLng };
  const to = { lat: request.toLat, lng: request.toLng };
  const ends = {
    from: findStopsAround(network, from, settings, request.walkM),
    to: findStopsAround(network, to, settings, request.walkM),
  };
  const world: CombinedWorld = {
    network,
    ends,
    from,
    to,
    settings,
  };
  const planned = planNext(network, ends, { ...window, count: TRANSIT_SHOWN });

  const orders = ["rideThenTransit", "transitThenRide"] as const;
  const stations = orders.flatMap((order) => {
    const rideEnd = order === "rideThenTransit" ? from : to;
    const changeS = RIDE_CHANGE_S + GAIN_MIN_S;
    return findTransferStations(
      network,
      {
        ends,
        rideEnd,
        order,
        atS: window.atS,
        changeS,
      },
      settings,
    );
  });
  const ways = [wayOf(world, window), ...stations.map((station) => wayOf(world, window, station))];
  const [direct = [], ...hits] = await searchWays(ctx, services.index, seeker, request, ways);
  const drafts = stations.flatMap((station, n) =>
    (hits[n] ?? [])
      .slice(0, RIDES_PER_STATION)
      .flatMap((hit) => draftJourney(world, station, hit) ?? []),
  );

  const known = [...planned.map(optionOf), ...direct.map(({ match }) => rideOptionOf(match))];
  const chosen = choose(world, drafts, known, window);
  const results = await viewHits(
    ctx,
    seeker,
    chosen.map(({ hit }) => hit),
  );
  return {
    transit: planned.map((journey) => viewTransit(network, journey, { from, to })),
    combined: results.flatMap((result, n) => {
      const draft = chosen[n];
      return draft ? [viewCombined(world, draft, result)] : [];
    }),
    fits: direct.flatMap(({ ride, match }) => findTrainFit(network, ride.row.id, match)),
    sources,
  };
}

/** The way of rides all along, or between one end and a station. */
function wayOf(
  { from, to }: CombinedWorld,
  { fromS, atS, untilS }: SearchWindow,
  station?: TransferStation,
): Way {
  const isLast = station?.order === "transitThenRide";
  // Passengers reach a ride that comes last only after their way to it.
  const afterMs = isLast ? station.transitS * 1000 : 0;
  return {
    from: station && isLast ? station : from,
    to: station && !isLast ? station : to,
    departsAfterMs: fromS * 1000 + afterMs,
    departsBeforeMs: untilS * 1000 + afterMs,
    atMs: atS * 1000 + afterMs,
  };
}

/** The best journeys, each of which someone would prefer to all other ways. */
function choose(
  world: CombinedWorld,
  drafts: readonly DraftJourney[],
  known: readonly TravelOption[],
  { fromS, atS, untilS }: SearchWindow,
): DraftJourney[] {
  const bestFirst = drafts
    .filter(({ departsS }) => departsS >= fromS && departsS <= untilS)
    .toSorted((a, b) => rankOf(a, atS) - rankOf(b, atS));
  const chosen: DraftJourney[] = [];
  for (const draft of bestFirst) {
    if (!isWorthwhile(draft, known, GAIN_MIN_S) || !isWorthwhile(draft, chosen, 1)) continue;
    if (!isWorthwhile(draft, transitAround(world, draft), GAIN_MIN_S)) continue;
    chosen.push(draft);
    if (chosen.length === COMBINED_SHOWN) break;
  }
  return chosen;
}

/** Time on the way, and how far its departure is from the wished one. */
const rankOf = ({ departsS, arrivesS }: TravelOption, atS: number): number =>
  arrivesS - departsS + Math.abs(departsS - atS) / 4;

/** Public transport that leaves no earlier, and that arrives no later. */
function transitAround(
  { network, ends }: CombinedWorld,
  { departsS, arrivesS }: TravelOption,
): TravelOption[] {
  const planned = [planDeparture(network, ends, departsS), planArrival(network, ends, arrivesS)];
  return planned.flatMap((transit) => (transit ? [optionOf(transit)] : []));
}

const optionOf = (planned: PlannedTransit): TravelOption => ({
  departsS: planned.departsS,
  arrivesS: planned.arrivesS,
  changes: planned.trips.length - 1,
  walkS: planned.walkFromS + planned.walkToS,
});

const rideOptionOf = (match: RideMatch): TravelOption => ({
  departsS: Date.parse(match.pickupAt) / 1000 - match.walkFromS,
  arrivesS: Date.parse(match.dropoffAt) / 1000 + match.walkToS,
  changes: 0,
  walkS: match.walkFromS + match.walkToS,
});

/** In seconds: from when on to look, when to travel best, and until when. */
interface SearchWindow {
  readonly fromS: number;
  readonly atS: number;
  readonly untilS: number;
}

/** Of a window of several days, the day around the wished time. Undefined if the window is over. */
function windowOf(
  { departsAfter, departsBefore, at }: JourneySearch,
  now: Date,
): SearchWindow | undefined {
  const isDays = Date.parse(departsBefore) - Date.parse(departsAfter) > DAYS_MIN_MS;
  const middleMs = Date.parse(at ?? departsAfter);
  const startMs = isDays ? middleMs - DAY_MS / 2 : Date.parse(departsAfter);
  const beforeMs = isDays ? middleMs + DAY_MS / 2 : Date.parse(departsBefore);
  const afterMs = Math.max(startMs, Date.parse(departsAfter), now.getTime());
  if (beforeMs < afterMs) return undefined;
  const isWholeDay = beforeMs - startMs > DAY_MS / 2;
  const wishedMs = isWholeDay ? startMs + MORNING_MS : middleMs;
  return {
    fromS: afterMs / 1000,
    atS: Math.max(afterMs, wishedMs) / 1000,
    untilS: beforeMs / 1000,
  };
}
