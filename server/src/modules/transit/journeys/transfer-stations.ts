import { estimateDriveS } from "@commonlane/matching/driving-estimate";
import { distanceM } from "@commonlane/matching/geo";
import type { LatLng } from "@commonlane/contract/shapes";
import type { Settings } from "#platform/settings.ts";
import type { Network, Station } from "../network/network.ts";
import { type Goal, reachStops } from "../planner/search-network.ts";
import { HORIZON_S, MAX_TRIPS } from "./plan-transit.ts";

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
  /** Where the ride begins (forwards: where it ends). */
  readonly rideEnd: LatLng;
  /** Stops at the other end, which public transport must reach. */
  readonly transitEnd: readonly Goal[];
  readonly order: "rideThenTransit" | "transitThenRide";
  readonly atS: number;
}

/** The stations at which a change between a ride and public transport is fastest, by estimated times of driving. */
export function findTransferStations(
  network: Network,
  { rideEnd, transitEnd, order, atS }: StationSearch,
  pace: DrivingPace,
): Station[] {
  const isRideFirst = order === "rideThenTransit";
  const endS = isRideFirst ? atS + REACH_S : atS;
  const sign = isRideFirst ? -1 : 1;
  const reached = reachStops(network, {
    direction: isRideFirst ? "backwards" : "forwards",
    starts: transitEnd.map(({ stop, walkS }) => ({ stop, atS: endS + sign * walkS })),
    goals: [],
    horizonS: Math.min(REACH_S, HORIZON_S),
    maxTrips: MAX_TRIPS - 1,
  });
  const stations = new Map<number, { stop: number; totalS: number }>();
  reached.forEach((instantS, stop) => {
    if (!Number.isFinite(instantS)) return;
    const metres = distanceM(rideEnd, network.stops.position(stop));
    if (metres < DRIVE_MIN_M) return;
    const driveS = estimateDriveS(metres * pace.DRIVING_FACTOR) * pace.DRIVING_TIME_FACTOR;
    const totalS = driveS + Math.abs(endS - instantS);
    const number = network.stationNumber(stop);
    const known = stations.get(number);
    if (!known || totalS < known.totalS) stations.set(number, { stop, totalS });
  });
  const chosen: Station[] = [];
  for (const { stop } of [...stations.values()].toSorted((a, b) => a.totalS - b.totalS)) {
    const station = network.station(stop);
    if (chosen.every((other) => distanceM(other, station) >= APART_M)) chosen.push(station);
    if (chosen.length === STATIONS_MAX) break;
  }
  return chosen;
}
