import { join } from "node:path";
import type { LatLng } from "@commonlane/contract/shapes";
import { type NodeLocations, readNodeLocations } from "@commonlane/geo/osm/node-locations";
import { type OsmElement, type OsmWay, readExtract } from "@commonlane/geo/osm/read-extract";
import { lngDifference, wrapLng } from "@commonlane/geo/road-network/shapes";
import type { BuildStep } from "#platform/regions/build-step.ts";
import { Crossings } from "./crossings.ts";
import { KINDS, PICKUP_FILE, readPickupFile, writePickupFile } from "./pickup-file.ts";
import { type NamedPlace, namedPlaceOf } from "./pickup-tags.ts";
import { type LocatedPlace, placesOnRoads } from "./places-on-roads.ts";
import { GridCells, type RoadIndex, RoadIndexBuilder } from "./road-index.ts";
import { roadUseOf } from "./road-tags.ts";

/** Build step of a region: the named places beside which a car may stop (docs/decisions/0040). */
export const buildPickupPoints: BuildStep = {
  name: "pickup points",
  weight: 3,
  async run({ extract, folder, onProgress, signal }) {
    const pass = (n: number) => (fraction: number) => onProgress((n + fraction) / PASSES);
    const nodes = await readNodeLocations(extract, signal, pass(0));
    const places = await readNamedPlaces(extract, nodes, signal, pass(1));
    const crossings = await readCrossings(extract, nodes, signal, pass(2));
    const roads = await readRoadsNear(
      extract,
      nodes,
      {
        places,
        crossings,
      },
      signal,
      pass(3),
    );
    const points = placesOnRoads(roads, places, crossings.all());
    const bytes = await writePickupFile(join(folder, PICKUP_FILE), points);
    onProgress(1);
    const counts = KINDS.map(
      (kind) => [kind, points.filter((point) => point.kind === kind).length] as const,
    );
    return {
      points: points.length,
      bytes,
      ...Object.fromEntries(counts.filter(([, count]) => count > 0)),
    };
  },
  check: (folder) => readPickupFile(join(folder, PICKUP_FILE)),
};

const PASSES = 4;
type OnProgress = (fraction: number) => void;

async function readNamedPlaces(
  extract: string,
  nodes: NodeLocations,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<LocatedPlace[]> {
  const places: LocatedPlace[] = [];
  for await (const elements of readExtract(
    extract,
    { nodes: "tagged", ways: true },
    signal,
    onProgress,
  ))
    for (const element of elements) {
      const named = namedPlaceOf(element.tags);
      const at = named && locate(nodes, element);
      if (at)
        places.push({
          ...(named satisfies NamedPlace),
          at,
        });
    }
  return places;
}

/** The position of a node, or the middle of a way's nodes. */
function locate(nodes: NodeLocations, element: OsmElement): LatLng | undefined {
  if (element.type === "node") return element;
  if (element.type === "relation") return undefined;
  const corners = element.nodeIds.flatMap((id) => nodes.find(id) ?? []);
  const [first] = corners;
  if (!first) return undefined;
  // Those beyond the 180th meridian are a turn away.
  const lngs = corners.map(({ lng }) => first.lng + lngDifference(lng, first.lng));
  return {
    lat: mean(corners.map(({ lat }) => lat)),
    lng: wrapLng(mean(lngs)),
  };
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

async function readCrossings(
  extract: string,
  nodes: NodeLocations,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<Crossings> {
  const crossings = new Crossings(nodes);
  await forEachWay(extract, signal, onProgress, (way) => {
    const road = roadUseOf(way.tags);
    if (road) crossings.addRoad(way, road);
  });
  return crossings;
}

/** Keeps only roads near the places, because those of a whole country would not fit into memory. */
async function readRoadsNear(
  extract: string,
  nodes: NodeLocations,
  {
    places,
    crossings,
  }: {
    readonly places: readonly LocatedPlace[];
    readonly crossings: Crossings;
  },
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<RoadIndex> {
  const cells = new GridCells();
  for (const { at } of places) cells.mark(at);
  for (const { at } of crossings.all()) cells.mark(at);
  const roads = new RoadIndexBuilder();
  await forEachWay(extract, signal, onProgress, ({ tags, nodeIds }) => {
    const road = roadUseOf(tags);
    if (!road) return;
    let previous: LatLng | undefined;
    for (const id of nodeIds) {
      const next = nodes.find(id);
      if (previous && next && cells.touches(previous, next)) roads.add(previous, next, road);
      previous = next;
    }
  });
  return roads.finish();
}

async function forEachWay(
  extract: string,
  signal: AbortSignal,
  onProgress: OnProgress,
  handle: (way: OsmWay) => void,
): Promise<void> {
  for await (const elements of readExtract(extract, { ways: true }, signal, onProgress))
    for (const element of elements) if (element.type === "way") handle(element);
}
