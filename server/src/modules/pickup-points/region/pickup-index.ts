import { existsSync } from "node:fs";
import { METRES_PER_DEGREE } from "@commonlane/matching/geo";
import type { LatLng } from "@commonlane/contract/shapes";
import { lngDifference } from "@commonlane/geo/road-network/shapes";
import type { Box } from "#modules/places/index.ts";
import { commandLine } from "#platform/command-line.ts";
import type { Context } from "#platform/context.ts";
import type { Region } from "#platform/regions/region.ts";
import { PICKUP_FILE, type PickupPoint, readPickupFile } from "./pickup-file.ts";
import type { Candidates } from "./points-on-line.ts";

const NONE: readonly PickupPoint[] = [];

/**
 * Pickup points by position, in order of latitude: the pieces of a road are so short that few points are beside one,
 * and a binary search finds these faster than a tree does.
 */
export class PickupIndex implements Candidates<PickupPoint> {
  readonly #points: readonly PickupPoint[];
  readonly #latitudes: Float64Array;

  constructor(points: readonly PickupPoint[]) {
    this.#points = points.toSorted((a, b) => a.lat - b.lat);
    this.#latitudes = Float64Array.from(this.#points, ({ lat }) => lat);
  }

  get size(): number {
    return this.#points.length;
  }

  /** Points in the box around a straight line, with at least `marginM` metres on all sides. */
  around(from: LatLng, to: LatLng, marginM: number): readonly PickupPoint[] {
    const latMargin = marginM / METRES_PER_DEGREE;
    const south = Math.min(from.lat, to.lat) - latMargin;
    const north = Math.max(from.lat, to.lat) + latMargin;
    const farthest = Math.max(Math.abs(south), Math.abs(north));
    const lngMargin = latMargin / Math.max(1e-6, Math.cos((farthest * Math.PI) / 180));
    const toLng = from.lng + lngDifference(to.lng, from.lng);
    const west = Math.min(from.lng, toLng) - lngMargin;
    const east = Math.max(from.lng, toLng) + lngMargin;
    return this.#inBox({
      south,
      north,
      west,
      east,
    });
  }

  /** Only the points in these boxes. */
  within(boxes: readonly Box[]): PickupIndex {
    return new PickupIndex([...new Set(boxes.flatMap((box) => this.#inBox(box)))]);
  }

  /** The box may reach beyond the 180th meridian. */
  #inBox({ south, north, west, east }: Box): readonly PickupPoint[] {
    const widthDeg = east - west;
    let found: PickupPoint[] | undefined;
    for (let n = this.#countSouthOf(south); this.#latitudes[n]! <= north; n++) {
      const point = this.#points[n]!;
      if (fromWestDeg(point.lng, west) <= widthDeg) (found ??= []).push(point);
    }
    return found ?? NONE;
  }

  #countSouthOf(lat: number): number {
    let low = 0;
    let high = this.#latitudes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#latitudes[middle]! < lat) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** How far east of a meridian a longitude is, around the earth. */
function fromWestDeg(lng: number, west: number): number {
  const degrees = lng - west;
  if (degrees < 0) return degrees + 360;
  return degrees >= 360 ? degrees - 360 : degrees;
}

export const NO_PICKUP_POINTS = new PickupIndex([]);

type RegionsContext = Pick<Context, "regions" | "log">;

/** The list of regions is the same object until one of them changes. */
const indexes = new WeakMap<readonly Region[], Promise<PickupIndex>>();

/** The pickup points of all regions of this server; read from their files when first used and after a change. */
export function loadPickupIndex(ctx: RegionsContext): Promise<PickupIndex> {
  const regions = ctx.regions.list();
  let index = indexes.get(regions);
  if (!index) indexes.set(regions, (index = readRegions(ctx, regions)));
  return index;
}

async function readRegions(
  { log }: Pick<Context, "log">,
  regions: readonly Region[],
): Promise<PickupIndex> {
  const points: PickupPoint[] = [];
  for (const region of regions) {
    // Regions of an earlier release have none.
    if (!existsSync(region.path(PICKUP_FILE))) continue;
    try {
      for (const point of await readPickupFile(region.path(PICKUP_FILE))) points.push(point);
    } catch (error) {
      log.error(
        { err: error, region: region.id },
        `the pickup points of this region cannot be used; build them again: ${commandLine("region", "update")}`,
      );
    }
  }
  return new PickupIndex(points);
}
