import { estimateDriveS } from "@commonlane/matching/driving-estimate";
import { distanceM } from "@commonlane/matching/geo";
import type { LatLng } from "@commonlane/contract/shapes";
import type { CombinedJourney } from "@commonlane/contract/transit";
import type { Settings } from "#platform/settings.ts";
import type { Network, Station } from "../network/network.ts";
import { reachStops } from "../planner/search-network.ts";
import { MAX_TRIPS, type TransitEnds } from "./plan-transit.ts";

type DrivingPace = Pick<Settings, "DRIVING_FACTOR" | "DRIVING_TIME_FACTOR">;

/** Each station costs a search for rides. */
const STATIONS_MAX = 3;
/** Stations nearer to each other would find the same rides. */
const APART_M = 1500;
/** Nearer places are reached on foot. */
const DRIVE_MIN_M = 1500;
/** Journeys that take longer are not compared. */
const REACH_S = 8 * 3600;

export interface StationSearch {
  readonly ends: TransitEnds;
  /** Where the ride begins, or where it ends if it comes last. */
  readonly rideEnd: LatLng;
  readonly order: CombinedJourney["order"];
  readonly atS: number;
  /** What a change between a ride and public transport takes, and what it must save. */
  readonly changeS: number;
}
export interface TransferStation extends Station {
  readonly order: CombinedJourney["order"];
  /** Estimated time by public transport between the station and the other end. */
  readonly transitS: number;
}

/**
 * The stations at which a change between a ride and public transport is fastest, by estimated times of driving. Those
 * where no ride can be faster than public transport alone are left out.
 */
export function findTransferStations(
  network: Network,
  { ends, rideEnd, order, atS, changeS }: StationSearch,
  pace: DrivingPace,
): TransferStation[] {
  const isRideFirst = order === "rideThenTransit";
  const endS = isRideFirst ? atS + REACH_S : atS;
  const sign = isRideFirst ? -1 : 1;
  const starts = isRideFirst ? ends.to : ends.from;
  if (starts.length === 0) return [];
  const reached = reachStops(network, {
    direction: isRideFirst ? "backwards" : "forwards",
    starts: starts.map(({ stop, walkS }) => ({
      stop,
      atS: endS + sign * walkS,
    })),
    goals: [],
    horizonS: REACH_S,
    maxTrips: MAX_TRIPS - 1,
  });

  const goals = isRideFirst ? ends.from : ends.to;
  const aloneS = goals.reduce(
    (best, { stop, walkS }) => Math.min(best, Math.abs(endS - reached[stop]!) + walkS),
    Infinity,
  );
  const stations = new Map<
    number,
    {
      stop: number;
      transitS: number;
      totalS: number;
    }
  >();
  reached.forEach((instantS, stop) => {
    if (!Number.isFinite(instantS)) return;
    const metres = distanceM(rideEnd, network.stops.position(stop));
    if (metres < DRIVE_MIN_M) return;
    const driveS = estimateDriveS(metres * pace.DRIVING_FACTOR) * pace.DRIVING_TIME_FACTOR;
    const transitS = Math.abs(endS - instantS);
    const totalS = driveS + transitS;
    if (totalS + changeS > aloneS) return;
    const number = network.stationNumber(stop);
    const known = stations.get(number);
    if (!known || totalS < known.totalS)
      stations.set(number, {
        stop,
        transitS,
        totalS,
      });
  });

  const chosen: TransferStation[] = [];
  const fastestFirst = [...stations.values()].toSorted((a, b) => a.totalS - b.totalS);
  for (const { stop, transitS } of fastestFirst) {
    const station = network.station(stop);
    const isApart = chosen.every((other) => distanceM(other, station) >= APART_M);
    if (isApart)
      chosen.push({
        ...station,
        order,
        transitS,
      });
    if (chosen.length === STATIONS_MAX) break;
  }
  return chosen;
}
