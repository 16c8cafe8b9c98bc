import { listByKey } from "../groups.ts";
import { contractGraph } from "./contract-graph.ts";
import type { RoadGraph } from "./road-graph.ts";
import { SEGMENT_CLASSES } from "./road-graph.ts";
import type { RoadHierarchy } from "./road-hierarchy.ts";
import { buildBoxes, type ShapeBoxes } from "./shape-index.ts";
import { secondsToMainRoad } from "./usable-segments.ts";

/** What a road network consists of: plain arrays, for a file. */
export interface RoadNetworkData {
  /** Its edges are in the order of their segments, and their nodes are ranks of the hierarchy. */
  readonly graph: Omit<RoadGraph, "nodeLat7" | "nodeLng7" | "edgeSegment">;
  /** The edges of segment n are those from `segmentEdges[n]` up to `segmentEdges[n + 1]`. */
  readonly segmentEdges: Uint32Array;
  readonly secondsToMainRoad: Uint16Array;
  readonly up: RoadHierarchy["up"];
  readonly down: RoadHierarchy["down"];
  readonly boxes: ShapeBoxes;
}

/** Prepares the roads of a region for searches. @throws Error if the graph contradicts itself. */
export function buildRoadNetwork(
  unsorted: RoadGraph,
  onProgress?: (done: number, of: number) => void,
): RoadNetworkData {
  assertComplete(unsorted);
  const { graph, segmentEdges } = sortEdges(unsorted);
  const { rankOf, up, down } = contractGraph(graph, onProgress);
  return {
    graph: {
      segmentLengthDm: graph.segmentLengthDm,
      segmentClass: graph.segmentClass,
      segmentFlags: graph.segmentFlags,
      shapeFirst: graph.shapeFirst,
      shapeEnd: graph.shapeEnd,
      shapeLat7: graph.shapeLat7,
      shapeLng7: graph.shapeLng7,
      edgeFrom: graph.edgeFrom.map((node) => rankOf[node]!),
      edgeTo: graph.edgeTo.map((node) => rankOf[node]!),
      edgeTimeDs: graph.edgeTimeDs,
      edgeIsForward: graph.edgeIsForward,
    },
    segmentEdges,
    secondsToMainRoad: secondsToMainRoad(graph),
    up,
    down,
    boxes: buildBoxes(graph),
  };
}

function sortEdges(graph: RoadGraph) {
  const { first, items } = listByKey(graph.edgeSegment, graph.segmentLengthDm.length);
  const sorted: RoadGraph = {
    ...graph,
    edgeFrom: items.map((edge) => graph.edgeFrom[edge]!),
    edgeTo: items.map((edge) => graph.edgeTo[edge]!),
    edgeTimeDs: items.map((edge) => graph.edgeTimeDs[edge]!),
    edgeSegment: items.map((edge) => graph.edgeSegment[edge]!),
    edgeIsForward: Uint8Array.from(items, (edge) => graph.edgeIsForward[edge]!),
  };
  return { graph: sorted, segmentEdges: first };
}

/** So that an error of the build ends it, instead of a wrong road later. */
function assertComplete(graph: RoadGraph): void {
  const nodes = graph.nodeLat7.length;
  const segments = graph.segmentLengthDm.length;
  const edges = graph.edgeFrom.length;
  assert(graph.nodeLng7.length === nodes, "coordinates of nodes");
  assert(graph.segmentClass.length === segments, "classes of segments");
  assert(graph.segmentFlags.length === segments, "flags of segments");
  assert(graph.shapeFirst.length === segments, "shapes of segments");
  assert(graph.shapeEnd.length === segments, "shapes of segments");
  assert(graph.shapeLng7.length === graph.shapeLat7.length, "points of shapes");
  for (const list of [graph.edgeTo, graph.edgeTimeDs, graph.edgeSegment, graph.edgeIsForward])
    assert(list.length === edges, "edges");
  for (let segment = 0; segment < segments; segment++) {
    assert(graph.shapeEnd[segment]! - graph.shapeFirst[segment]! >= 2, "shape of a segment");
    assert(graph.shapeEnd[segment]! <= graph.shapeLat7.length, "points of shapes");
    assert(graph.segmentLengthDm[segment]! >= 1, "length of a segment");
    assert(graph.segmentClass[segment]! < SEGMENT_CLASSES.length, "class of a segment");
  }
  for (let edge = 0; edge < edges; edge++) {
    assert(graph.edgeFrom[edge]! < nodes && graph.edgeTo[edge]! < nodes, "ends of an edge");
    assert(graph.edgeSegment[edge]! < segments, "segment of an edge");
    assert(graph.edgeTimeDs[edge]! >= 1, "time of an edge");
  }
}

function assert(holds: boolean, what: string): void {
  if (!holds) throw new Error(`The road graph contradicts itself: ${what}.`);
}
