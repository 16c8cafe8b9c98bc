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
  const nodes = graph.nodeLat7.length;
  const nodeEdges = new Uint32Array(nodes + 1);
  for (let edge = 0; edge < edgeFrom.length; edge++) {
    nodeEdges[edgeFrom[edge]! + 1]!++;
    nodeEdges[edgeTo[edge]! + 1]!++;
  }
  for (let node = 0; node < nodes; node++) nodeEdges[node + 1]! += nodeEdges[node]!;
  const next = nodeEdges.slice();
  const edgesByNode = new Uint32Array(2 * edgeFrom.length);
  for (let edge = 0; edge < edgeFrom.length; edge++) {
    edgesByNode[next[edgeFrom[edge]!]!++] = edge;
    edgesByNode[next[edgeTo[edge]!]!++] = edge;
  }
  return {
    edgeFrom,
    edgeTo,
    edgeLengthDm,
    shapeFirst,
    shapeEnd,
    nodeEdges,
    edgesByNode,
    isUsable: findUsable(graph),
    boxes: buildBoxes(graph),
  };
}

function findUsable({ nodeLat7, edgeFrom, edgeTo }: WalkGraph): Uint8Array {
  const parent = Uint32Array.from(nodeLat7, (_, node) => node);
  const rootOf = (node: number): number => {
    let root = node;
    while (parent[root] !== root) {
      parent[root] = parent[parent[root]!]!;
      root = parent[root]!;
    }
    return root;
  };
  for (let edge = 0; edge < edgeFrom.length; edge++)
    parent[rootOf(edgeFrom[edge]!)] = rootOf(edgeTo[edge]!);
  const sizes = new Uint32Array(nodeLat7.length);
  for (const node of edgeFrom) sizes[rootOf(node)]!++;
  const largest = sizes.reduce((most, size) => Math.max(most, size), 0);
  const least = Math.min(LEAST_EDGES, largest);
  return Uint8Array.from(edgeFrom, (node) => Number(sizes[rootOf(node)]! >= least));
}
