import type { LatLng } from "@commonlane/contract/shapes";
import { estimatePartS } from "@commonlane/matching/driving-estimate";
import { distanceM } from "@commonlane/matching/geo";
import type { Settings } from "../../settings.ts";
import type { Road } from "../routing-engine.ts";
import type { Gateway, RegionNetwork } from "./region-network.ts";

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
  from: LatLng,
  to: LatLng,
  regionOf: (place: LatLng) => RegionNetwork | undefined,
  pace: Pace,
): Crossing | undefined {
  const exitRegion = regionOf(from);
  const entryRegion = regionOf(to);
  if (!exitRegion && !entryRegion) return undefined;
  const exits = listOptions(exitRegion, from, from, to, "exit");
  const entries = listOptions(entryRegion, to, from, to, "entry");

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
        road: { distanceM: metres, durationS, estimated: true },
        exit: exit.part,
        entry: entry.part,
      };
    }
  return fastest;
}

/** Gateways with a road between them and a place; the place itself if it is in no region. */
function listOptions(
  region: RegionNetwork | undefined,
  place: LatLng,
  from: LatLng,
  to: LatLng,
  end: "exit" | "entry",
): readonly Option[] {
  if (!region) return [{ at: place, road: NO_ROAD }];
  const inside = region.find(place);
  if (!inside) return [];
  return listGateways(region, from, to).flatMap((gateway) => {
    const road =
      end === "exit"
        ? gateway.exit && region.drive.road(inside.from, gateway.exit)
        : gateway.entry && region.drive.road(gateway.entry, inside.to);
    return road ? [{ part: { region, gateway }, at: gateway.at, road }] : [];
  });
}

function listGateways({ gateways }: RegionNetwork, from: LatLng, to: LatLng): Gateway[] {
  const lengthM = ({ at }: Gateway) => distanceM(from, at) + distanceM(at, to);
  return gateways
    .map((gateway) => ({ gateway, lengthM: lengthM(gateway) }))
    .toSorted((a, b) => a.lengthM - b.lengthM)
    .slice(0, COMPARED_GATEWAYS)
    .map(({ gateway }) => gateway);
}
