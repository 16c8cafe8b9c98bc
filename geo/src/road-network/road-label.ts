import { lengthDmOf, timeDsOf, toCost } from "./road-cost.ts";
import type { RoadNetworkData } from "./build-road-network.ts";
import type { PointOfShape } from "./shapes.ts";

/** A point of a segment where a drive can begin or end. */
export type RoadPosition = PointOfShape;

export interface NetworkRoad {
  readonly durationS: number;
  readonly distanceM: number;
}

/**
 * What can be driven to from a place, or to it, on the way up the hierarchy: the nodes in ascending order with the cost
 * of each. Two labels of opposite directions give the road between their places.
 */
export interface RoadLabel {
  readonly position: RoadPosition;
  readonly direction: "from" | "to";
  readonly nodes: Uint32Array;
  readonly costs: Float64Array;
}

/** A label to be filled. Its arrays share one buffer, because a server keeps hundreds of thousands of labels. */
export function createLabel(
  position: RoadPosition,
  direction: RoadLabel["direction"],
  size: number,
): RoadLabel {
  const costs = new Float64Array(new ArrayBuffer(ENTRY_BYTES * size), 0, size);
  const nodes = new Uint32Array(costs.buffer, costs.byteLength, size);
  return {
    position,
    direction,
    nodes,
    costs,
  };
}
const ENTRY_BYTES = Float64Array.BYTES_PER_ELEMENT + Uint32Array.BYTES_PER_ELEMENT;

/** The cost of the fastest way between the places of two labels; infinite if there is none. */
export function mergeLabels(data: RoadNetworkData, from: RoadLabel, to: RoadLabel): number {
  const fromNodes = from.nodes;
  const fromCosts = from.costs;
  const toNodes = to.nodes;
  const toCosts = to.costs;
  let best = costWithinSegment(data, from.position, to.position);
  let n = 0;
  let k = 0;
  while (n < fromNodes.length && k < toNodes.length) {
    const a = fromNodes[n]!;
    const b = toNodes[k]!;
    if (a === b) best = Math.min(best, fromCosts[n++]! + toCosts[k++]!);
    else if (a < b) n++;
    else k++;
  }
  return best;
}

export const toRoad = (cost: number): NetworkRoad | undefined =>
  cost === Infinity
    ? undefined
    : {
        durationS: timeDsOf(cost) / 10,
        distanceM: lengthDmOf(cost) / 10,
      };

/**
 * The cost of an edge before a point of its segment, and after it. Both are whole numbers that add up to the cost of the
 * edge, so roads over a point of a segment are as long as the segment.
 */
export function splitEdge({ graph }: RoadNetworkData, edge: number, part: number) {
  const timeDs = graph.edgeTimeDs[edge]!;
  const lengthDm = graph.segmentLengthDm[graph.edgeSegment[edge]!]!;
  const behindDs = Math.round(part * timeDs);
  const behindDm = Math.round(part * lengthDm);
  const behind = toCost(behindDs, behindDm);
  const rest = toCost(timeDs - behindDs, lengthDm - behindDm);
  return graph.edgeIsForward[edge] === 1
    ? { before: behind, after: rest }
    : { before: rest, after: behind };
}

/** The cost of driving from one point of a segment to another without leaving it; infinite if not possible. */
export function costWithinSegment(
  data: RoadNetworkData,
  from: RoadPosition,
  to: RoadPosition,
): number {
  if (from.line !== to.line) return Infinity;
  if (from.part === to.part) return 0;
  const isForward = from.part < to.part ? 1 : 0;
  const end = data.segmentEdges[from.line + 1]!;
  for (let edge = data.segmentEdges[from.line]!; edge < end; edge++) {
    if (data.graph.edgeIsForward[edge] !== isForward) continue;
    return splitEdge(data, edge, to.part).before - splitEdge(data, edge, from.part).before;
  }
  return Infinity;
}
