import { listByKey, UnionFind } from "../groups.ts";
import type { WalkGraph } from "./road-graph.ts";
import { buildBoxes, type ShapeBoxes } from "./shape-index.ts";

type WithPoints = "nodeLat7" | "nodeLng7" | "shapeLat7" | "shapeLng7";

/** What the ways on foot of a region consist of: plain arrays, for a file. Their points are those of the roads. */
export interface WalkNetworkData extends Omit<WalkGraph, WithPoints> {
  /** The edges at node n are those of `edgesByNode` from `nodeEdges[n]` up to `nodeEdges[n + 1]`. */
  readonly nodeEdges: Uint32Array;
  readonly edgesByNode: Uint32Array;
  /** 0 for edges of small parts that nothing connects with the rest, from which no walk begins. */
  readonly isUsable: Uint8Array;
  readonly boxes: ShapeBoxes;
}

/** Smaller parts of the network are mistakes, or paths inside of a place. */
const LEAST_EDGES = 30;

/** Prepares the ways on foot of a region for searches. */
export function buildWalkNetwork(graph: WalkGraph): WalkNetworkData {
  const { edgeFrom, edgeTo, edgeLengthDm, shapeFirst, shapeEnd } = graph;
  const ends = new Uint32Array(2 * edgeFrom.length);
  for (const [edge, from] of edgeFrom.entries()) ends.set([from, edgeTo[edge]!], 2 * edge);
  const { first, items } = listByKey(ends, graph.nodeLat7.length);
  return {
    edgeFrom,
    edgeTo,
    edgeLengthDm,
    shapeFirst,
    shapeEnd,
    nodeEdges: first,
    edgesByNode: items.map((end) => end >>> 1),
    isUsable: findUsable(graph),
    boxes: buildBoxes(graph),
  };
}

function findUsable({ nodeLat7, edgeFrom, edgeTo }: WalkGraph): Uint8Array {
  const parts = new UnionFind(nodeLat7.length);
  for (const [edge, node] of edgeFrom.entries()) parts.join(node, edgeTo[edge]!);
  const sizes = new Uint32Array(nodeLat7.length);
  for (const node of edgeFrom) sizes[parts.find(node)]!++;
  const largest = sizes.reduce((most, size) => Math.max(most, size), 0);
  const least = Math.min(LEAST_EDGES, largest);
  return Uint8Array.from(edgeFrom, (node) => Number(sizes[parts.find(node)]! >= least));
}
