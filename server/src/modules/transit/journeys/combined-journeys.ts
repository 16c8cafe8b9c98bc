import type { RideSearchResult } from "@commonlane/contract/rides";
import type { LatLng } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import type { CombinedJourney, JourneyLeg } from "@commonlane/contract/transit";
import type { Settings } from "#platform/settings.ts";
import type { WalkingPace } from "../network/footpaths.ts";
import type { Network, Station } from "../network/network.ts";
import { rideCo2, toIso, transitCo2, viewTransitLegs } from "./journey.view.ts";
import {
  findStopsAround,
  planArrival,
  planDeparture,
  planOnward,
  type PlannedTransit,
  type TransitEnds,
} from "./plan-transit.ts";

/** Between getting out of a car and a train, and the other way round, besides the walk. */
const RIDE_CHANGE_S = 300;
/** Platforms and stops around a station at which passengers can change to or from a ride. */
const STATION_RADIUS_M = 400;
const SAME_PLACE_M = 30;
/** A longer wait is not a connection. */
const WAIT_MAX_S = 75 * 60;
/** A change must save this much against public transport alone. */
const GAIN_MIN_S = 300;

export interface CombinedWorld {
  readonly network: Network;
  readonly ends: TransitEnds;
  readonly from: LatLng;
  readonly to: LatLng;
  /** Journeys depart from then on. */
  readonly earliestS: number;
  readonly settings: Pick<Settings, "CO2_G_PER_KM"> & WalkingPace;
}

/** A ride to the station, and the first connection from there. */
export function rideThenTransit(
  world: CombinedWorld,
  station: Station,
  result: RideSearchResult,
): CombinedJourney | undefined {
  const { network, ends, settings } = world;
  const { match } = result;
  const outS = Date.parse(match.dropoffAt) / 1000;
  const stops = aroundStation(network, match.dropoff, settings);
  const onward = { from: stops, to: ends.to };
  const transit = planOnward(network, onward, outS + RIDE_CHANGE_S);
  const first = transit?.trips[0];
  if (!transit || !first) return undefined;
  if (first.departsS - outS > WAIT_MAX_S) return undefined;
  const departsS = Date.parse(match.pickupAt) / 1000 - match.walkFromS;
  if (departsS < world.earliestS || !isWorthIt(world, departsS, transit.arrivesS)) return undefined;

  const next = planOnward(network, onward, first.departsS + 1);
  const legs = [
    ...walkToRide(world.from, result),
    rideLeg(world, result, station),
    ...viewTransitLegs(
      network,
      { ...transit, departsS: first.departsS - transit.walkFromS },
      {
        from: match.dropoff,
        to: world.to,
      },
    ),
  ];
  return combine(world, result, {
    order: "rideThenTransit",
    legs,
    transit,
    departsS,
    arrivesS: transit.arrivesS,
    changeS: first.departsS - outS,
    next,
  });
}

/** The last connection that reaches a ride at the station, and the ride. */
export function transitThenRide(
  world: CombinedWorld,
  station: Station,
  result: RideSearchResult,
): CombinedJourney | undefined {
  const { network, ends, settings } = world;
  const { match } = result;
  const inS = Date.parse(match.pickupAt) / 1000;
  const stops = aroundStation(network, match.pickup, settings);
  const transit = planArrival(network, { from: ends.from, to: stops }, inS - RIDE_CHANGE_S);
  const last = transit?.trips.at(-1);
  if (!transit || !last) return undefined;
  if (transit.departsS < world.earliestS || inS - last.arrivesS > WAIT_MAX_S) return undefined;
  const arrivesS = Date.parse(match.dropoffAt) / 1000 + match.walkToS;
  if (!isWorthIt(world, transit.departsS, arrivesS)) return undefined;

  const next = planOnward(network, { from: stops, to: ends.to }, inS);
  const legs = [
    ...viewTransitLegs(network, transit, { from: world.from, to: match.pickup }),
    rideLeg(world, result, station),
    ...walkFromRide(world.to, result),
  ];
  return combine(world, result, {
    order: "transitThenRide",
    legs,
    transit,
    departsS: transit.departsS,
    arrivesS,
    changeS: inS - last.arrivesS,
    next,
  });
}

/** Whether no public transport alone leaves as late and arrives nearly as early. */
function isWorthIt({ network, ends }: CombinedWorld, departsS: number, arrivesS: number): boolean {
  const alone = planDeparture(network, ends, departsS);
  return !alone || alone.arrivesS >= arrivesS + GAIN_MIN_S;
}

const aroundStation = (network: Network, place: LatLng, pace: WalkingPace) =>
  findStopsAround(network, place, pace).filter(
    ({ walkS }) => walkS * pace.WALKING_M_PER_S <= STATION_RADIUS_M,
  );

function rideLeg(
  { from, to }: CombinedWorld,
  { match }: RideSearchResult,
  station: Station,
): JourneyLeg {
  const named = (place: LatLng & { readonly label: string }) => {
    const { lat, lng } = place;
    if (isAt(place, station)) return { label: station.name, lat, lng };
    // The reader knows the ends of the search by their own names.
    const isEnd = isAt(place, from) || isAt(place, to);
    return { label: isEnd ? "" : place.label, lat, lng };
  };
  return {
    kind: "ride",
    from: named(match.pickup),
    to: named(match.dropoff),
    departsAt: match.pickupAt,
    arrivesAt: match.dropoffAt,
  };
}

const isAt = (place: LatLng, other: LatLng): boolean => distanceM(place, other) < SAME_PLACE_M;

function walkToRide(from: LatLng, { match }: RideSearchResult): JourneyLeg[] {
  if (match.walkFromS === 0) return [];
  const { pickup, pickupAt, walkFromS, walkFromM } = match;
  const departsAt = toIso(Date.parse(pickupAt) / 1000 - walkFromS);
  const to = { label: pickup.label, lat: pickup.lat, lng: pickup.lng };
  const start = { label: "", lat: from.lat, lng: from.lng };
  return [{ kind: "walk", from: start, to, departsAt, arrivesAt: pickupAt, distanceM: walkFromM }];
}

function walkFromRide(to: LatLng, { match }: RideSearchResult): JourneyLeg[] {
  if (match.walkToS === 0) return [];
  const { dropoff, dropoffAt, walkToS, walkToM } = match;
  const arrivesAt = toIso(Date.parse(dropoffAt) / 1000 + walkToS);
  const from = { label: dropoff.label, lat: dropoff.lat, lng: dropoff.lng };
  const end = { label: "", lat: to.lat, lng: to.lng };
  return [{ kind: "walk", from, to: end, departsAt: dropoffAt, arrivesAt, distanceM: walkToM }];
}

interface Parts {
  readonly order: CombinedJourney["order"];
  readonly legs: JourneyLeg[];
  readonly transit: PlannedTransit;
  readonly departsS: number;
  readonly arrivesS: number;
  readonly changeS: number;
  readonly next: PlannedTransit | undefined;
}

function combine(
  { network, settings }: CombinedWorld,
  result: RideSearchResult,
  { order, legs, transit, departsS, arrivesS, changeS, next }: Parts,
): CombinedJourney {
  const co2 = rideCo2(result.match, settings.CO2_G_PER_KM) + transitCo2(network, transit);
  const nextDepartsS = next?.trips[0]?.departsS ?? 0;
  return {
    order,
    departsAt: toIso(departsS),
    arrivesAt: toIso(arrivesS),
    legs,
    changes: transit.trips.length,
    co2Grams: Math.round(co2),
    result,
    changeMinutes: Math.floor(changeS / 60),
    ifMissed: next ? { departsAt: toIso(nextDepartsS), arrivesAt: toIso(next.arrivesS) } : null,
  };
}
