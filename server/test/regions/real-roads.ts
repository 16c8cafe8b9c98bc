import type { LatLng } from "@commonlane/contract/shapes";
import { readNodeLocations } from "@commonlane/geo/osm/node-locations";
import { readExtract, type Tags } from "@commonlane/geo/osm/read-extract";

/** A straight piece of road, and whether a car may stop on it, in the plainest code. */
export interface RealRoad {
  readonly from: LatLng;
  readonly to: LatLng;
  readonly canStop: boolean;
  readonly tags: Tags;
}

const DRIVABLE =
  /^(motorway|trunk|primary|secondary|tertiary)(_link)?$|^(unclassified|residential|living_street|service|road)$/;
const CELLS_PER_DEGREE = 200;

/** All roads of an extract, to compare with the product's results. */
export async function readRoads(extract: string) {
  const nodes = await readNodeLocations(extract);
  const cells = new Map<string, RealRoad[]>();
  const add = (road: RealRoad) => {
    const rows = [road.from.lat, road.to.lat].map(toCell).toSorted((a, b) => a - b);
    const columns = [road.from.lng, road.to.lng].map(toCell).toSorted((a, b) => a - b);
    for (let y = (rows[0] ?? 0) - 1; y <= (rows[1] ?? 0) + 1; y++)
      for (let x = (columns[0] ?? 0) - 1; x <= (columns[1] ?? 0) + 1; x++) {
        const key = `${y} ${x}`;
        cells.set(key, [...(cells.get(key) ?? []), road]);
      }
  };
  for await (const elements of readExtract(extract, { ways: true }))
    for (const way of elements) {
      if (way.type !== "way" || !DRIVABLE.test(way.tags["highway"] ?? "")) continue;
      const points = way.nodeIds.flatMap((id) => nodes.find(id) ?? []);
      for (const [n, to] of points.slice(1).entries())
        add({ from: points[n] ?? to, to, canStop: canStopOn(way.tags), tags: way.tags });
    }
  return {
    near: ({ lat, lng }: LatLng): readonly RealRoad[] =>
      cells.get(`${toCell(lat)} ${toCell(lng)}`) ?? [],
  };
}

const toCell = (degrees: number) => Math.floor(degrees * CELLS_PER_DEGREE);

const canStopOn = ({
  highway = "",
  tunnel = "no",
  bridge = "no",
  junction,
  motorroad,
  access,
}: Tags): boolean =>
  !/^(motorway|trunk)|_link$/.test(highway) &&
  tunnel === "no" &&
  bridge === "no" &&
  junction !== "roundabout" &&
  motorroad !== "yes" &&
  access !== "private" &&
  access !== "no";
