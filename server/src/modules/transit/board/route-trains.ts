import { MINUTE_MS } from "@commonlane/contract/durations";
import type { RideMatch } from "@commonlane/contract/ride-search";
import type { LatLng } from "@commonlane/contract/shapes";
import { shownTime } from "@commonlane/contract/shown-time";
import type { PassedStation, RouteTrains, TrainFit } from "@commonlane/contract/transit";
import { lngBetween } from "@commonlane/geo/road-network/shapes";
import { distanceM } from "@commonlane/matching/geo";
import { RIDE_CHANGE_S } from "../journeys/combined-journeys.ts";
import { viewSources } from "../journeys/find-connections.ts";
import type { Network } from "../network/network.ts";
import type { Timetables } from "../timetables/timetables.ts";
import { listCalls, type StopCall } from "./departures.ts";

/** Passengers walk this far between the ends of a ride and a stop. */
const END_RADIUS_M = 300;
/** Stations nearer to the line are passed without a detour. */
const WAY_RADIUS_M = 150;
/** The line is compared with stations this often, and on long routes at most so many times. */
const STEP_M = 100;
const STEPS_MAX = 2000;
/** A longer wait is no connection. */
const WAIT_MAX_S = 1500;
const TRAINS_SHOWN = 2;
const STATIONS_SHOWN = 4;

type RoutePoint = LatLng & { readonly at: string };
/** A point of the line, and when the ride is there. */
interface Step extends LatLng {
  readonly atS: number;
  readonly where: PassedStation["where"];
}
interface Passing extends Step {
  readonly metres: number;
  readonly stops: readonly number[];
}

/** Trains and buses that fit a ride: at its ends, and trains at stations that it passes without a detour. */
export async function findRouteTrains(
  timetables: Timetables,
  points: readonly RoutePoint[],
): Promise<RouteTrains> {
  const network = await timetables.network();
  if (!network) return { stations: [], sources: [] };

  const stations = listPassings(network, points).flatMap((passing) =>
    viewPassing(network, passing),
  );
  return {
    stations: stations.slice(0, STATIONS_SHOWN),
    sources: viewSources(timetables.list(), network),
  };
}

/** The train that fits the dropoff of a match best, or else its pickup. */
export function findTrainFit(network: Network, rideId: string, match: RideMatch): TrainFit[] {
  const { pickup, dropoff, pickupAt, dropoffAt } = match;
  const next = trainsAt(network, dropoff, dropoffAt)?.departures[0];
  if (next)
    return [
      {
        rideId,
        end: "dropoff",
        train: next,
        minutes: minutesBetween(dropoffAt, next.at),
      },
    ];
  const last = trainsAt(network, pickup, pickupAt)?.arrivals.at(-1);
  if (!last) return [];
  return [
    {
      rideId,
      end: "pickup",
      train: last,
      minutes: minutesBetween(last.at, pickupAt),
    },
  ];
}

/** Only trains: where there is one bus there are many. */
function trainsAt(network: Network, place: LatLng, at: string): PassedStation | undefined {
  const stops = network.stops.near(place, END_RADIUS_M).map(({ stop }) => stop);
  return viewPassing(network, {
    stops,
    atS: Date.parse(at) / 1000,
    where: "way",
  })[0];
}

const minutesBetween = (from: string, until: string): number =>
  Math.floor((Date.parse(until) - Date.parse(from)) / MINUTE_MS);

/** Stations on the route, each where the ride is nearest to it. */
function listPassings(network: Network, points: readonly RoutePoint[]): Passing[] {
  const passings = new Map<number, Passing>();
  for (const step of stepsOf(points)) {
    const radiusM = step.where === "way" ? WAY_RADIUS_M : END_RADIUS_M;
    for (const { stop, metres } of network.stops.near(step, radiusM)) {
      const station = network.stationNumber(stop);
      const known = passings.get(station);
      const stops = [...new Set([...(known?.stops ?? []), stop])];
      const isKnown = known && (known.where !== "way" || known.metres <= metres);
      passings.set(
        station,
        isKnown
          ? {
              ...known,
              stops,
            }
          : {
              ...step,
              metres,
              stops,
            },
      );
    }
  }
  return [...passings.values()].toSorted((a, b) => a.atS - b.atS);
}

function* stepsOf(points: readonly RoutePoint[]): Generator<Step> {
  const lengthM = points.reduce(
    (sum, point, n) => sum + distanceM(points[n - 1] ?? point, point),
    0,
  );
  const stepM = Math.max(STEP_M, lengthM / STEPS_MAX);
  const first = points[0];
  const last = points.at(-1);
  if (first)
    yield {
      ...first,
      atS: secondsOf(first),
      where: "start",
    };
  // The end comes before the way, so that a station near it is one at the end.
  if (last)
    yield {
      ...last,
      atS: secondsOf(last),
      where: "end",
    };
  for (const [n, to] of points.entries()) {
    const from = points[n - 1] ?? to;
    const count = Math.ceil(distanceM(from, to) / stepM);
    for (let k = 1; k < count; k++) {
      const part = k / count;
      yield {
        lat: from.lat + part * (to.lat - from.lat),
        lng: lngBetween(from.lng, to.lng, part),
        atS: secondsOf(from) + part * (secondsOf(to) - secondsOf(from)),
        where: "way",
      };
    }
  }
}

const secondsOf = ({ at }: RoutePoint): number => Date.parse(at) / 1000;

type PassingStops = Pick<Passing, "stops" | "atS" | "where">;

function viewPassing(network: Network, { stops, atS, where }: PassingStops): PassedStation[] {
  const isShown = ({ mode, isCancelled }: StopCall) =>
    !isCancelled && (where !== "way" || mode === "train");
  const until = {
    fromS: atS - WAIT_MAX_S,
    untilS: atS - RIDE_CHANGE_S,
  };
  const from = {
    fromS: atS + RIDE_CHANGE_S,
    untilS: atS + WAIT_MAX_S,
  };
  const arrivals = listCalls(network, stops, "arrivals", until).filter(isShown);
  const departures = listCalls(network, stops, "departures", from).filter(isShown);
  if (arrivals.length + departures.length === 0) return [];
  return [
    {
      name: network.station(stops[0] ?? 0).name,
      where,
      at: shownTime(atS * 1000),
      arrivals: arrivals.slice(-TRAINS_SHOWN).map(viewCall),
      departures: departures.slice(0, TRAINS_SHOWN).map(viewCall),
    },
  ];
}

const viewCall = ({ mode, line, place, platform, at }: StopCall) => ({
  mode,
  line,
  place,
  platform,
  at: at.toISOString(),
});
