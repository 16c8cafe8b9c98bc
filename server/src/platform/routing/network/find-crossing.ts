import type { LatLng } from "@commonlane/contract/shapes";
import { estimatePartS } from "@commonlane/matching/driving-estimate";
import { distanceM } from "@commonlane/matching/geo";
import type { Vec } from "@commonlane/matching/geometry/sphere";
import type { Settings } from "../../settings.ts";
import type { Road } from "../routing-engine.ts";
import type { Gateway, LocatedPlace, RegionNetwork } from "./region-network.ts";

export type Pace = Pick<Settings, "DRIVING_FACTOR" | "DRIVING_TIME_FACTOR">;

/** Gateways of a region that are compared for one way: those with the shortest way over them by great circles. */
const COMPARED_GATEWAYS = 8;

/** The end of a way in a region, and the gateway between it and the estimated part. */
export interface InsidePart {
  readonly region: RegionNetwork;
  readonly gateway: Gateway;
}

/** A way that is partly outside of all regions: roads inside, the estimate outside. */
export interface Crossing {
  readonly road: Road;
  readonly exit?: InsidePart | undefined;
  readonly entry?: InsidePart | undefined;
}

/** An end of the estimated part, with the road between it and the way's end. */
interface Option {
  readonly part?: InsidePart;
  readonly at: LatLng;
  readonly road: Pick<Road, "distanceM" | "durationS">;
}

const NO_ROAD = { distanceM: 0, durationS: 0 };

/**
 * The fastest way between two places of which at least one is in a region, over gateways of their regions. Undefined if
 * there is none.
 */
export function findCrossing(
  from: LocatedPlace,
  to: LocatedPlace,
  pace: Pace,
): Crossing | undefined {
  if (from.regions.length === 0 && to.regions.length === 0) return undefined;
  const exits = listOptions(from, to, "exit");
  const entries = listOptions(to, from, "entry");

  let fastest: Crossing | undefined;
  for (const exit of exits)
    for (const entry of entries) {
      const outsideM = pace.DRIVING_FACTOR * distanceM(exit.at, entry.at);
      const outsideS =
        pace.DRIVING_TIME_FACTOR *
        estimatePartS(exit.road.distanceM, outsideM, entry.road.distanceM);
      const durationS = exit.road.durationS + outsideS + entry.road.durationS;
      if (fastest && fastest.road.durationS <= durationS) continue;
      const metres = exit.road.distanceM + outsideM + entry.road.distanceM;
      fastest = {
        road: {
          distanceM: metres,
          durationS,
          estimated: true,
        },
        exit: exit.part,
        entry: entry.part,
      };
    }
  return fastest;
}

/** Gateways with a road between them and a place; the place itself if it is in no region. */
function listOptions(
  place: LocatedPlace,
  other: LocatedPlace,
  end: "exit" | "entry",
): readonly Option[] {
  const [region] = place.regions;
  if (!region) return [{ at: place.at, road: NO_ROAD }];
  const inside = place.onRoadsOf(region);
  if (!inside) return [];
  return nearestGateways(region, place.vector, other.vector).flatMap((gateway) => {
    const road =
      end === "exit"
        ? gateway.exit && region.drive.road(inside.from, gateway.exit)
        : gateway.entry && region.drive.road(gateway.entry, inside.to);
    return road
      ? [
          {
            part: { region, gateway },
            at: gateway.at,
            road,
          },
        ]
      : [];
  });
}

/** Those with the shortest ways over them through the earth, in one pass: a state has hundreds. */
export function nearestGateways(
  { gateways }: RegionNetwork,
  place: Vec,
  other: Vec,
): readonly Gateway[] {
  const nearest: {
    readonly gateway: Gateway;
    readonly chords: number;
  }[] = [];
  for (const gateway of gateways) {
    const chords = chordBetween(place, gateway.vector) + chordBetween(gateway.vector, other);
    if (chords >= (nearest[COMPARED_GATEWAYS - 1]?.chords ?? Infinity)) continue;
    const at = nearest.findIndex((one) => one.chords > chords);
    nearest.splice(at < 0 ? nearest.length : at, 0, {
      gateway,
      chords,
    });
    nearest.length = Math.min(nearest.length, COMPARED_GATEWAYS);
  }
  return nearest.map(({ gateway }) => gateway);
}

export function chordBetween(a: Vec, b: Vec): number {
  const x = a.x - b.x;
  const y = a.y - b.y;
  const z = a.z - b.z;
  return Math.sqrt(x * x + y * y + z * z);
}
