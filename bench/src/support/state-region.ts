import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildRoadNetwork } from "@commonlane/geo/road-network/build-road-network";
import { buildWalkNetwork } from "@commonlane/geo/road-network/build-walk-network";
import { writeNetworkFile } from "@commonlane/geo/road-network/network-file";
import type { RoadGraph, WalkGraph } from "@commonlane/geo/road-network/road-graph";
import { SEGMENT_CLASSES } from "@commonlane/geo/road-network/road-graph";
import { createStateNetwork } from "@commonlane/geo/testing/state-network";
import { ALL_HEADINGS } from "../../../server/src/modules/pickup-points/region/headings.ts";
import {
  PICKUP_FILE,
  writePickupFile,
} from "../../../server/src/modules/pickup-points/region/pickup-file.ts";
import {
  COVERAGE_FILE,
  REGION_FILE,
  REGION_FORMAT,
} from "../../../server/src/platform/regions/region.ts";
import {
  GATEWAYS_FILE,
  NETWORK_FILE,
  ROADS_FOLDER,
} from "../../../server/src/platform/routing/network/region-network.ts";
import { createRandom } from "../bench.ts";

const MOTORWAY = SEGMENT_CLASSES.indexOf("motorway");
/** One for every 600 people, as in real extracts. */
const PICKUP_POINTS = 18_000;
const EDGE_DEGREES = 0.1;
const DEGREES = 1e7;

/** Writes the region of a made-up state, or of a part of it, into a data folder, and returns its roads. */
export async function buildStateRegion(dataFolder: string, share: number): Promise<RoadGraph> {
  const graph = createStateNetwork(share);
  const folder = join(dataFolder, "regions", "state");
  mkdirSync(join(folder, ROADS_FOLDER), { recursive: true });
  const data = { drive: buildRoadNetwork(graph), walk: buildWalkNetwork(toWalkGraph(graph)) };
  writeFileSync(join(folder, NETWORK_FILE), Buffer.concat(writeNetworkFile(data)));
  writeFileSync(join(folder, GATEWAYS_FILE), "[]");
  await writePickupFile(join(folder, PICKUP_FILE), choosePickupPoints(graph, share));

  const [west, south, east, north] = boxAround(graph);
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const coverage = { type: "MultiPolygon", coordinates: [[ring]] };
  writeFileSync(join(folder, COVERAGE_FILE), JSON.stringify(coverage));
  const file = {
    format: REGION_FORMAT,
    id: "state",
    name: "State",
    bbox: [west, south, east, north],
    source: { file: "state.osm.pbf", sha256: "0".repeat(64), bytes: 1 },
    builtAt: new Date().toISOString(),
    steps: {},
  };
  writeFileSync(join(folder, REGION_FILE), JSON.stringify(file));
  return graph;
}

/** People walk on all roads but motorways, in both directions. */
function toWalkGraph(graph: RoadGraph): WalkGraph {
  const ends = new Map<number, { readonly from: number; readonly to: number }>();
  for (const [edge, segment] of graph.edgeSegment.entries()) {
    if (graph.segmentClass[segment] === MOTORWAY || ends.has(segment)) continue;
    const from = graph.edgeFrom[edge] ?? 0;
    const to = graph.edgeTo[edge] ?? 0;
    ends.set(segment, graph.edgeIsForward[edge] === 1 ? { from, to } : { from: to, to: from });
  }
  const segments = [...ends.keys()];
  return {
    nodeLat7: graph.nodeLat7,
    nodeLng7: graph.nodeLng7,
    edgeFrom: Uint32Array.from(segments, (segment) => ends.get(segment)?.from ?? 0),
    edgeTo: Uint32Array.from(segments, (segment) => ends.get(segment)?.to ?? 0),
    edgeLengthDm: Uint32Array.from(segments, (segment) => graph.segmentLengthDm[segment] ?? 1),
    shapeFirst: Uint32Array.from(segments, (segment) => graph.shapeFirst[segment] ?? 0),
    shapeEnd: Uint32Array.from(segments, (segment) => graph.shapeEnd[segment] ?? 0),
    shapeLat7: graph.shapeLat7,
    shapeLng7: graph.shapeLng7,
  };
}

function choosePickupPoints(graph: RoadGraph, share: number) {
  const random = createRandom(3);
  return Array.from({ length: Math.round(PICKUP_POINTS * share) }, (_, n) => {
    const node = Math.floor(random() * graph.nodeLat7.length);
    return {
      kind: "stop" as const,
      name: `Stop ${n}`,
      lat: (graph.nodeLat7[node] ?? 0) / DEGREES,
      lng: (graph.nodeLng7[node] ?? 0) / DEGREES,
      headings: ALL_HEADINGS,
    };
  });
}

function boxAround({ nodeLat7, nodeLng7 }: RoadGraph): [number, number, number, number] {
  return [
    least(nodeLng7) / DEGREES - EDGE_DEGREES,
    least(nodeLat7) / DEGREES - EDGE_DEGREES,
    most(nodeLng7) / DEGREES + EDGE_DEGREES,
    most(nodeLat7) / DEGREES + EDGE_DEGREES,
  ];
}

const least = (numbers: Int32Array) => numbers.reduce((a, b) => Math.min(a, b), Infinity);
const most = (numbers: Int32Array) => numbers.reduce((a, b) => Math.max(a, b), -Infinity);
