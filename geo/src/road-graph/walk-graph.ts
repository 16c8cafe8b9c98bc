import type { WalkGraph } from "../road-network/road-graph.ts";
import { growingInts, growingUints } from "../growing-array.ts";
import { UnionFind } from "./groups.ts";
import { countUses, forEachPiece, metresBetween } from "./pieces.ts";
import type { RawRoads } from "./read-roads.ts";
import type { WayStyle } from "./way-style.ts";

/** Parts with fewer ways on foot are left out, unless there is no larger one: platforms and paths without a way to them. */
const MIN_PART_EDGES = 12;
const isForWalkers = ({ isWalkable }: WayStyle): boolean => isWalkable;

/** Streets and paths on which people walk. Barriers do not matter: nearly all let people pass on foot. */
export function buildWalkGraph(roads: RawRoads): WalkGraph {
  const uses = countUses(roads, isForWalkers);
  const nodeOf = new Int32Array(roads.nodeId.length).fill(-1);
  const ends = {
    from: growingUints(),
    to: growingUints(),
  };
  const pieces = {
    first: growingUints(),
    last: growingUints(),
  };
  let nodeCount = 0;
  const nodeAt = (node: number): number => {
    if ((nodeOf[node] ?? -1) < 0) nodeOf[node] = nodeCount++;
    return nodeOf[node] ?? 0;
  };

  const isJunction = (node: number) => (uses[node] ?? 0) > 1;
  forEachPiece(roads, isForWalkers, isJunction, (_, first, last) => {
    ends.from.push(nodeAt(roads.wayNodes[first] ?? 0));
    ends.to.push(nodeAt(roads.wayNodes[last] ?? 0));
    pieces.first.push(first);
    pieces.last.push(last);
  });

  const isKept = findLargeParts(ends.from.toArray(), ends.to.toArray(), nodeCount);
  return copyEdges(roads, {
    from: ends.from.toArray(),
    to: ends.to.toArray(),
    first: pieces.first.toArray(),
    last: pieces.last.toArray(),
    nodeCount,
    isKept,
  });
}

function findLargeParts(from: Uint32Array, to: Uint32Array, nodeCount: number) {
  const parts = new UnionFind(nodeCount);
  for (const [edge, node] of from.entries()) parts.join(node, to[edge] ?? 0);
  const sizes = new Map<number, number>();
  for (const node of from) {
    const part = parts.find(node);
    sizes.set(part, (sizes.get(part) ?? 0) + 1);
  }

  let largest = 0;
  for (const size of sizes.values()) largest = Math.max(largest, size);
  const least = Math.min(MIN_PART_EDGES, largest);
  return (edge: number): boolean => (sizes.get(parts.find(from[edge] ?? 0)) ?? 0) >= least;
}

interface Pieces {
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** Positions in `wayNodes`. */
  readonly first: Uint32Array;
  readonly last: Uint32Array;
  readonly nodeCount: number;
  readonly isKept: (edge: number) => boolean;
}

function copyEdges(roads: RawRoads, pieces: Pieces): WalkGraph {
  const { wayNodes, nodeLat7, nodeLng7 } = roads;
  const number = new Int32Array(pieces.nodeCount).fill(-1);
  const nodes = {
    lat7: growingInts(),
    lng7: growingInts(),
  };
  const edges = {
    from: growingUints(),
    to: growingUints(),
    lengthDm: growingUints(),
  };
  const shapes = { first: growingUints(), end: growingUints() };
  const numberOf = (node: number, position: number): number => {
    if ((number[node] ?? -1) < 0) {
      number[node] = nodes.lat7.length;
      nodes.lat7.push(nodeLat7[wayNodes[position] ?? 0] ?? 0);
      nodes.lng7.push(nodeLng7[wayNodes[position] ?? 0] ?? 0);
    }
    return number[node] ?? 0;
  };

  for (let edge = 0; edge < pieces.from.length; edge++) {
    if (!pieces.isKept(edge)) continue;
    const first = pieces.first[edge] ?? 0;
    const last = pieces.last[edge] ?? 0;
    edges.from.push(numberOf(pieces.from[edge] ?? 0, first));
    edges.to.push(numberOf(pieces.to[edge] ?? 0, last));
    edges.lengthDm.push(Math.max(1, Math.round(10 * lengthOf(roads, first, last))));
    shapes.first.push(first);
    shapes.end.push(last + 1);
  }
  return {
    nodeLat7: nodes.lat7.toArray(),
    nodeLng7: nodes.lng7.toArray(),
    edgeFrom: edges.from.toArray(),
    edgeTo: edges.to.toArray(),
    edgeLengthDm: edges.lengthDm.toArray(),
    shapeFirst: shapes.first.toArray(),
    shapeEnd: shapes.end.toArray(),
    shapeLat7: roads.shapeLat7,
    shapeLng7: roads.shapeLng7,
  };
}

function lengthOf({ wayNodes, nodeLat7, nodeLng7 }: RawRoads, first: number, last: number): number {
  let metres = 0;
  for (let at = first; at < last; at++) {
    const from = wayNodes[at] ?? 0;
    const to = wayNodes[at + 1] ?? 0;
    metres += metresBetween(
      nodeLat7[from] ?? 0,
      nodeLng7[from] ?? 0,
      nodeLat7[to] ?? 0,
      nodeLng7[to] ?? 0,
    );
  }
  return metres;
}
