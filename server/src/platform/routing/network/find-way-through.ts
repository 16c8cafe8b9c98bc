import { estimatePartS } from "@commonlane/matching/driving-estimate";
import { distanceM, pointAlongLeg } from "@commonlane/matching/geo";
import type { Road } from "../routing-engine.ts";
import { estimateRoad } from "../great-circle-estimates.ts";
import { chordBetween, nearestGateways, type Pace } from "./find-crossing.ts";
import type { Gateway, LocatedPlace, RegionNetwork } from "./region-network.ts";

/** The straight line is compared with the area of a region at points this far apart. */
const STEP_M = 1_000;
const MAX_STEPS = 400;
/** A way over a gateway that is longer by more than this does not pass the region. */
const LONGEST_BY_GATEWAY = 1.2;
/** A region through which the way is this much slower than the estimate has no road in this direction. */
const SLOWEST = 2;

/** A way that begins and ends outside of all regions and follows the roads of one between. */
export interface WayThrough {
  readonly road: Road;
  readonly region: RegionNetwork;
  readonly entry: Gateway;
  readonly exit: Gateway;
}

/** The fastest way through the first region that the straight line between two places passes; undefined if there is none. */
export function findWayThrough(
  from: LocatedPlace,
  to: LocatedPlace,
  regions: readonly RegionNetwork[],
  pace: Pace,
): WayThrough | undefined {
  if (from.regions.length > 0 || to.regions.length > 0) return undefined;
  const slowestS = SLOWEST * estimateRoad(from.at, to.at, pace).durationS;
  for (const region of regions) {
    const gateways = nearestGateways(region, from.vector, to.vector);
    if (!mayPass(region, gateways, from, to)) continue;
    const fastest = fastestThrough(region, gateways, from, to, pace);
    if (fastest && fastest.road.durationS <= slowestS) return fastest;
  }
  return undefined;
}

function mayPass(
  region: RegionNetwork,
  [gateway]: readonly Gateway[],
  from: LocatedPlace,
  to: LocatedPlace,
): boolean {
  if (!gateway) return false;
  const overGateway =
    chordBetween(from.vector, gateway.vector) + chordBetween(gateway.vector, to.vector);
  if (overGateway > LONGEST_BY_GATEWAY * chordBetween(from.vector, to.vector)) return false;

  const steps = Math.min(MAX_STEPS, Math.ceil(distanceM(from.at, to.at) / STEP_M));
  for (let step = 1; step < steps; step++)
    if (region.covers(pointAlongLeg(from.at, to.at, step / steps))) return true;
  return false;
}

function fastestThrough(
  region: RegionNetwork,
  gateways: readonly Gateway[],
  from: LocatedPlace,
  to: LocatedPlace,
  pace: Pace,
): WayThrough | undefined {
  let fastest: WayThrough | undefined;
  for (const entry of gateways)
    for (const exit of gateways) {
      const inside = entry.entry && exit.exit && region.drive.road(entry.entry, exit.exit);
      if (!inside || entry === exit) continue;
      const beforeM = pace.DRIVING_FACTOR * distanceM(from.at, entry.at);
      const afterM = pace.DRIVING_FACTOR * distanceM(exit.at, to.at);
      const outsideS =
        estimatePartS(0, beforeM, inside.distanceM + afterM) +
        estimatePartS(beforeM + inside.distanceM, afterM, 0);
      const durationS = inside.durationS + pace.DRIVING_TIME_FACTOR * outsideS;
      if (fastest && fastest.road.durationS <= durationS) continue;
      const metres = beforeM + inside.distanceM + afterM;
      fastest = {
        road: {
          distanceM: metres,
          durationS,
          estimated: true,
        },
        region,
        entry,
        exit,
      };
    }
  return fastest;
}
