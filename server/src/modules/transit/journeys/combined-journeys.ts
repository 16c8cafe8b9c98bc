import type { RideSearchResult } from "@commonlane/contract/rides";
import type { LatLng } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import type { CombinedJourney, JourneyLeg } from "@commonlane/contract/transit";
import type { WayHit } from "#modules/rides/search/index.ts";
import type { Settings } from "#platform/settings.ts";
import type { WalkingPace } from "../network/footpaths.ts";
import type { Network } from "../network/network.ts";
import type { Goal } from "../planner/search-network.ts";
import { rideCo2, toIso, transitCo2, viewTransitLegs, walkLeg } from "./journey.view.ts";
import {
  findStopsAround,
  planArrival,
  planOnward,
  type PlannedTransit,
  type TransitEnds,
} from "./plan-transit.ts";
import type { TransferStation } from "./transfer-stations.ts";
import type { TravelOption } from "./worthwhile.ts";

/** Between getting out of a car and a train, and the other way round, besides the walk. */
export const RIDE_CHANGE_S = 300;
/** Platforms and stops around a station at which passengers can change to or from a ride. */
const STATION_RADIUS_M = 400;
const SAME_PLACE_M = 30;
/** A longer wait is not a connection. */
const WAIT_MAX_S = 75 * 60;

export interface CombinedWorld {
  readonly network: Network;
  readonly ends: TransitEnds;
  readonly from: LatLng;
  readonly to: LatLng;
  readonly settings: Pick<Settings, "CO2_G_PER_KM"> & WalkingPace;
}

/** A ride and the connection that fits it, before they are shown. */
export interface DraftJourney extends TravelOption {
  readonly station: TransferStation;
  readonly hit: WayHit;
  /** Where passengers change, on the side of public transport. */
  readonly stops: readonly Goal[];
  readonly transit: PlannedTransit;
  readonly changeS: number;
}

/** A ride to the station with the first connection from there, or the last connection that reaches a ride there. */
export function draftJourney(
  { network, ends, settings }: CombinedWorld,
  station: TransferStation,
  hit: WayHit,
): DraftJourney | undefined {
  const { match } = hit;
  const isRideFirst = station.order === "rideThenTransit";
  const rideAtS = Date.parse(isRideFirst ? match.dropoffAt : match.pickupAt) / 1000;
  const stops = findStopsAround(network, isRideFirst ? match.dropoff : match.pickup, settings);
  const near = stops.filter(({ walkS }) => walkS * settings.WALKING_M_PER_S <= STATION_RADIUS_M);
  const transit = isRideFirst
    ? planOnward(
        network,
        {
          from: near,
          to: ends.to,
        },
        rideAtS + RIDE_CHANGE_S,
      )
    : planArrival(
        network,
        {
          from: ends.from,
          to: near,
        },
        rideAtS - RIDE_CHANGE_S,
      );
  const first = transit?.trips[0];
  const last = transit?.trips.at(-1);
  if (!transit || !first || !last) return undefined;

  const changeS = isRideFirst ? first.departsS - rideAtS : rideAtS - last.arrivesS;
  if (changeS > WAIT_MAX_S || longestWaitS(transit) > WAIT_MAX_S) return undefined;
  const walks = isRideFirst ? match.walkFromS : match.walkToS;
  return {
    station,
    hit,
    stops: near,
    transit,
    changeS,
    departsS: isRideFirst ? Date.parse(match.pickupAt) / 1000 - match.walkFromS : transit.departsS,
    arrivesS: isRideFirst ? transit.arrivesS : Date.parse(match.dropoffAt) / 1000 + match.walkToS,
    changes: transit.trips.length,
    walkS: walks + transit.walkFromS + transit.walkToS,
  };
}

const longestWaitS = ({ trips }: PlannedTransit): number =>
  trips.reduce(
    (longest, { departsS }, n) =>
      Math.max(longest, departsS - (trips[n - 1]?.arrivesS ?? departsS)),
    0,
  );

export function viewCombined(
  world: CombinedWorld,
  draft: DraftJourney,
  result: RideSearchResult,
): CombinedJourney {
  const { network, ends, settings } = world;
  const { station, stops, transit, changeS } = draft;
  const { match } = result;
  const isRideFirst = station.order === "rideThenTransit";
  const firstS = transit.trips[0]?.departsS ?? 0;
  const missedS = isRideFirst ? firstS + 1 : Date.parse(match.pickupAt) / 1000;
  const next = planOnward(
    network,
    {
      from: stops,
      to: ends.to,
    },
    missedS,
  );
  const co2 = rideCo2(match, settings.CO2_G_PER_KM) + transitCo2(network, transit);
  return {
    order: station.order,
    departsAt: toIso(draft.departsS),
    arrivesAt: toIso(draft.arrivesS),
    legs: isRideFirst ? legsFromRide(world, draft, result) : legsToRide(world, draft, result),
    changes: draft.changes,
    co2Grams: Math.round(co2),
    result,
    changeMinutes: Math.floor(changeS / 60),
    ifMissed: next
      ? {
          departsAt: toIso(next.trips[0]?.departsS ?? 0),
          arrivesAt: toIso(next.arrivesS),
        }
      : null,
  };
}

function legsFromRide(
  world: CombinedWorld,
  { station, transit, departsS }: DraftJourney,
  { match }: RideSearchResult,
): JourneyLeg[] {
  const { network, from, to } = world;
  const pickupS = departsS + match.walkFromS;
  const start = { ...from, label: "" };
  const walk = walkLeg(start, match.pickup, departsS, pickupS, match.walkFromM);
  const firstS = transit.trips[0]?.departsS ?? 0;
  // Passengers wait where the ride ends, and walk to the platform in time.
  const onward = {
    ...transit,
    departsS: firstS - transit.walkFromS,
  };
  return [
    ...(match.walkFromS > 0 ? [walk] : []),
    rideLeg(world, match, station),
    ...viewTransitLegs(network, onward, {
      from: match.dropoff,
      to,
    }),
  ];
}

function legsToRide(
  world: CombinedWorld,
  { station, transit, arrivesS }: DraftJourney,
  { match }: RideSearchResult,
): JourneyLeg[] {
  const { network, from, to } = world;
  const dropoffS = arrivesS - match.walkToS;
  const end = { ...to, label: "" };
  const walk = walkLeg(match.dropoff, end, dropoffS, arrivesS, match.walkToM);
  return [
    ...viewTransitLegs(network, transit, {
      from,
      to: match.pickup,
    }),
    rideLeg(world, match, station),
    ...(match.walkToS > 0 ? [walk] : []),
  ];
}

function rideLeg(
  { from, to }: CombinedWorld,
  match: RideSearchResult["match"],
  station: TransferStation,
): JourneyLeg {
  const named = (place: LegPlace) => {
    const { lat, lng } = place;
    if (isAt(place, station))
      return {
        label: station.name,
        lat,
        lng,
      };
    // The reader knows the ends of the search by their own names.
    const isEnd = isAt(place, from) || isAt(place, to);
    return {
      label: isEnd ? "" : place.label,
      lat,
      lng,
    };
  };
  return {
    kind: "ride",
    from: named(match.pickup),
    to: named(match.dropoff),
    departsAt: match.pickupAt,
    arrivesAt: match.dropoffAt,
  };
}

type LegPlace = JourneyLeg["from"];

const isAt = (place: LatLng, other: LatLng): boolean => distanceM(place, other) < SAME_PLACE_M;
