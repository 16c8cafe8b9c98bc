import { lengthDmOf, timeDsOf, toCost } from "./road-cost.ts";
import type { RoadNetworkData } from "./build-road-network.ts";
import type { PointOfShape } from "./shapes.ts";

/** A point of a segment where a drive can begin or end. */
export type RoadPoint = Pick<PointOfShape, "line" | "part">;

/** Same, and how it was found. */
export type RoadPosition = PointOfShape;

export interface NetworkRoad {
  readonly durationS: number;
  readonly distanceM: number;
}

/**
 * What can be driven to from a place, or to it, on the way up the hierarchy. Two labels of opposite directions give the
 * road between their places.
 */
export interface RoadLabel {
  readonly point: RoadPoint;
  readonly direction: "from" | "to";
  /**
   * Nodes in ascending order, then the time to each in tenths of a second, then the length in decimetres. One array,
   * because a server keeps hundreds of thousands of labels.
   */
  readonly entries: Uint32Array;
}

const NUMBERS = 3;

export const sizeOf = ({ entries }: RoadLabel): number => entries.length / NUMBERS;

/** A label of these nodes, which are in ascending order. */
export function createLabel(
  point: RoadPoint,
  direction: RoadLabel["direction"],
  nodes: Uint32Array,
  costs: Float64Array,
): RoadLabel {
  const size = nodes.length;
  const entries = new Uint32Array(NUMBERS * size);
  entries.set(nodes);
  for (let n = 0; n < size; n++) {
    const cost = costs[nodes[n]!]!;
    entries[size + n] = timeDsOf(cost);
    entries[2 * size + n] = lengthDmOf(cost);
  }
  return {
    point,
    direction,
    entries,
  };
}

/** The cost of entry `n` of a label with this many. */
export const costAt = (entries: Uint32Array, size: number, n: number): number =>
  toCost(entries[size + n]!, entries[2 * size + n]!);

/** The cost of the fastest way between the places of two labels; infinite if there is none. */
export function mergeLabels(data: RoadNetworkData, from: RoadLabel, to: RoadLabel): number {
  const froms = from.entries;
  const tos = to.entries;
  const fromSize = sizeOf(from);
  const toSize = sizeOf(to);
  let best = costWithinSegment(data, from.point, to.point);
  let n = 0;
  let k = 0;
  while (n < fromSize && k < toSize) {
    const a = froms[n]!;
    const b = tos[k]!;
    if (a === b) {
      const cost = costAt(froms, fromSize, n) + costAt(tos, toSize, k);
      if (cost < best) best = cost;
    }
    if (a <= b) n++;
    if (b <= a) k++;
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
export function splitEdge({ graph }: RoadNetworkData, edge: number, { line, part }: RoadPoint) {
  const timeDs = graph.edgeTimeDs[edge]!;
  const lengthDm = graph.segmentLengthDm[line]!;
  const behindDs = Math.round(part * timeDs);
  const behindDm = Math.round(part * lengthDm);
  const behind = toCost(behindDs, behindDm);
  const rest = toCost(timeDs - behindDs, lengthDm - behindDm);
  return graph.edgeIsForward[edge] === 1
    ? { before: behind, after: rest }
    : { before: rest, after: behind };
}

/** The cost of driving from one point of a segment to another without leaving it; infinite if not possible. */
export function costWithinSegment(data: RoadNetworkData, from: RoadPoint, to: RoadPoint): number {
  if (from.line !== to.line) return Infinity;
  if (from.part === to.part) return 0;
  const isForward = from.part < to.part ? 1 : 0;
  const end = data.segmentEdges[from.line + 1]!;
  for (let edge = data.segmentEdges[from.line]!; edge < end; edge++) {
    if (data.graph.edgeIsForward[edge] !== isForward) continue;
    return splitEdge(data, edge, to).before - splitEdge(data, edge, from).before;
  }
  return Infinity;
}
