import type { LatLng } from "@commonlane/contract/shapes";
import type { WalkingPace } from "../network/footpaths.ts";
import type { Network } from "../network/network.ts";
import {
  findJourney,
  type FoundJourney,
  type Goal,
  type TripLeg,
} from "../planner/search-network.ts";

export const MAX_TRIPS = 5;
const HORIZON_S = 24 * 3600;
/** People walk further to a station than between two stops, and further still if no other one is near. */
const STATION_WALK_M = 1200;
const FAR_WALK_M = 3000;
const FAR_STOPS_MAX = 4;
const STOPS_MAX = 40;

/** Trips with the walks at both ends. */
export interface PlannedTransit {
  readonly trips: readonly TripLeg[];
  readonly walkFromS: number;
  readonly walkToS: number;
  readonly departsS: number;
  readonly arrivesS: number;
}

/** Stops from which a place is reached on foot, nearest first. If none is near, the nearest ones further away. */
export function findStopsAround(
  network: Network,
  place: LatLng,
  pace: WalkingPace,
  walkM = 0,
): Goal[] {
  const usualM = Math.max(walkM, STATION_WALK_M) / pace.WALKING_FACTOR;
  const near = network.stops.near(place, usualM).slice(0, STOPS_MAX);
  const farM = FAR_WALK_M / pace.WALKING_FACTOR;
  const found = near.length > 0 ? near : network.stops.near(place, farM).slice(0, FAR_STOPS_MAX);
  return found.map(({ stop, metres }) => ({
    stop,
    walkS: Math.ceil((metres * pace.WALKING_FACTOR) / pace.WALKING_M_PER_S),
  }));
}

/** The ends of a search: stops around the origin and the destination. */
export interface TransitEnds {
  readonly from: readonly Goal[];
  readonly to: readonly Goal[];
}

type Plan = (network: Network, ends: TransitEnds, atS: number) => PlannedTransit | undefined;

/** The journey that arrives first of those from `atS` on. It departs as late as it can. */
export const planDeparture: Plan = (network, ends, atS) => {
  const first = planOnward(network, ends, atS);
  return first && planArrival(network, ends, first.arrivesS);
};

/** The journey that departs last of those that arrive by `byS`. */
export const planArrival: Plan = (network, ends, byS) => plan(network, ends, byS, "backwards");

/** The trips after an instant at some stops, which is kept: passengers get there by a ride. */
export const planOnward: Plan = (network, ends, atS) => plan(network, ends, atS, "forwards");

function plan(
  network: Network,
  { from, to }: TransitEnds,
  instantS: number,
  direction: "forwards" | "backwards",
): PlannedTransit | undefined {
  const isForwards = direction === "forwards";
  const sign = isForwards ? 1 : -1;
  const starts = isForwards ? from : to;
  const found = findJourney(network, {
    direction,
    starts: starts.map(({ stop, walkS }) => ({
      stop,
      atS: instantS + sign * walkS,
    })),
    goals: isForwards ? to : from,
    horizonS: HORIZON_S,
    maxTrips: MAX_TRIPS,
  });
  return found && withWalks(found, from, to);
}

/** Up to `count` journeys after an instant, each departing later than the one before. */
export function planNext(
  network: Network,
  ends: TransitEnds,
  {
    atS,
    untilS,
    count,
  }: {
    atS: number;
    untilS: number;
    count: number;
  },
): PlannedTransit[] {
  const planned: PlannedTransit[] = [];
  let nextS = atS;
  while (planned.length < count) {
    const journey = planDeparture(network, ends, nextS);
    if (!journey) break;
    if (planned.length > 0 && journey.departsS > untilS) break;
    planned.push(journey);
    nextS = journey.departsS + 60;
  }
  return planned;
}

/** The last `count` journeys that arrive by an instant, earliest first. */
export function planLast(
  network: Network,
  ends: TransitEnds,
  {
    byS,
    afterS,
    count,
  }: {
    byS: number;
    afterS: number;
    count: number;
  },
): PlannedTransit[] {
  const planned: PlannedTransit[] = [];
  let nextS = byS;
  while (planned.length < count) {
    const journey = planArrival(network, ends, nextS);
    if (!journey || journey.departsS < afterS) break;
    planned.unshift(journey);
    nextS = journey.arrivesS - 60;
  }
  return planned;
}

function withWalks(
  { legs }: FoundJourney,
  from: readonly Goal[],
  to: readonly Goal[],
): PlannedTransit | undefined {
  const first = legs[0];
  const last = legs.at(-1);
  if (!first || !last) return undefined;
  const walkFromS = walkOf(from, first.from);
  const walkToS = walkOf(to, last.to);
  return {
    trips: legs,
    walkFromS,
    walkToS,
    departsS: first.departsS - walkFromS,
    arrivesS: last.arrivesS + walkToS,
  };
}

const walkOf = (goals: readonly Goal[], stop: number): number =>
  goals.find((goal) => goal.stop === stop)?.walkS ?? 0;
