import type { WalkGraph } from "../road-network/road-graph.ts";
import { growingInts, growingUints } from "../growing-array.ts";
import { countUses, forEachPiece, metresBetween } from "./pieces.ts";
import type { RawRoads } from "./read-roads.ts";
import type { WayStyle } from "./way-style.ts";

const isForWalkers = ({ isWalkable }: WayStyle): boolean => isWalkable;

/** Streets and paths on which people walk. Barriers do not matter: nearly all let people pass on foot. */
export function buildWalkGraph(roads: RawRoads): WalkGraph {
  const uses = countUses(roads, isForWalkers);
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
  const numberOf = new Int32Array(roads.nodeId.length).fill(-1);
  const nodeAt = (position: number): number => {
    const node = roads.wayNodes[position] ?? 0;
    if ((numberOf[node] ?? -1) < 0) {
      numberOf[node] = nodes.lat7.length;
      nodes.lat7.push(roads.nodeLat7[node] ?? 0);
      nodes.lng7.push(roads.nodeLng7[node] ?? 0);
    }
    return numberOf[node] ?? 0;
  };

  const isJunction = (node: number) => (uses[node] ?? 0) > 1;
  forEachPiece(roads, isForWalkers, isJunction, (_, first, last) => {
    edges.from.push(nodeAt(first));
    edges.to.push(nodeAt(last));
    edges.lengthDm.push(Math.max(1, Math.round(10 * lengthOf(roads, first, last))));
    shapes.first.push(first);
    shapes.end.push(last + 1);
  });
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
