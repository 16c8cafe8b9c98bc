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
   * Three numbers for each node, in ascending order of nodes: how much higher it is than the one before, the time to it
   * in tenths of a second, and the length in decimetres. Seven bits of a number in each character, the lowest first; the
   * eighth bit says that more follow. A server keeps hundreds of thousands of labels, and a typed array of this size
   * would need 180 bytes more than a string.
   */
  readonly packed: string;
}

/** A label to compare others with. */
export interface OpenLabel {
  readonly label: RoadLabel;
  readonly nodes: Uint32Array;
  readonly costs: Float64Array;
}

const BITS = 7;
const MORE = 2 ** BITS;
/** Three numbers of up to 32 bits. */
const MOST_BYTES_OF_NODE = 15;
/** All code here is synchronous, so one buffer serves every label. */
let bytes = Buffer.alloc(256 * MOST_BYTES_OF_NODE);

/** A label of these nodes, which are in ascending order. */
export function createLabel(
  point: RoadPoint,
  direction: RoadLabel["direction"],
  nodes: Uint32Array,
  costs: Float64Array,
): RoadLabel {
  const mostBytes = nodes.length * MOST_BYTES_OF_NODE;
  if (mostBytes > bytes.length) bytes = Buffer.alloc(2 * mostBytes);

  let end = 0;
  let before = 0;
  for (const node of nodes) {
    const cost = costs[node]!;
    end = writeNumber(end, node - before);
    end = writeNumber(end, timeDsOf(cost));
    end = writeNumber(end, lengthDmOf(cost));
    before = node;
  }
  return {
    point,
    direction,
    packed: bytes.toString("latin1", 0, end),
  };
}

/** Returns where the next number begins. */
function writeNumber(at: number, number: number): number {
  let rest = number;
  let end = at;
  while (rest >= MORE) {
    bytes[end++] = MORE | rest;
    rest >>>= BITS;
  }
  bytes[end] = rest;
  return end + 1;
}

/** Copies a label to the start of the buffer and returns its end: bytes are read twice as fast as characters. */
function unpack({ packed }: RoadLabel): number {
  if (packed.length > bytes.length) bytes = Buffer.alloc(2 * packed.length);
  return bytes.write(packed, "latin1");
}

/** Where the number behind this one begins. */
function endOfNumber(at: number): number {
  let end = at;
  while (bytes[end]! >= MORE) end++;
  return end + 1;
}

/** The number between two places of the buffer. */
function readNumber(at: number, end: number): number {
  let number = 0;
  for (let n = end - 1; n >= at; n--) number = (number << BITS) | (bytes[n]! & (MORE - 1));
  return number >>> 0;
}

export function openLabel(label: RoadLabel): OpenLabel {
  const nodes: number[] = [];
  const costs: number[] = [];
  const end = unpack(label);
  let node = 0;
  let at = 0;
  while (at < end) {
    const timeAt = endOfNumber(at);
    const lengthAt = endOfNumber(timeAt);
    const nextAt = endOfNumber(lengthAt);
    node += readNumber(at, timeAt);
    nodes.push(node);
    costs.push(toCost(readNumber(timeAt, lengthAt), readNumber(lengthAt, nextAt)));
    at = nextAt;
  }
  return {
    label,
    nodes: Uint32Array.from(nodes),
    costs: Float64Array.from(costs),
  };
}

/** The cost of the fastest way between the places of two labels over a node of both; infinite if there is none. */
export function leastCost({ nodes, costs }: OpenLabel, other: RoadLabel): number {
  const end = unpack(other);
  let best = Infinity;
  let node = 0;
  let at = 0;
  let n = 0;
  while (at < end) {
    const timeAt = endOfNumber(at);
    const lengthAt = endOfNumber(timeAt);
    const nextAt = endOfNumber(lengthAt);
    node += readNumber(at, timeAt);
    while (n < nodes.length && nodes[n]! < node) n++;
    if (n === nodes.length) return best;
    if (nodes[n] === node) {
      const cost = toCost(readNumber(timeAt, lengthAt), readNumber(lengthAt, nextAt));
      best = Math.min(best, costs[n]! + cost);
    }
    at = nextAt;
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

/** A search compares its two places, from and to, with those of each ride. */
const KEPT = 8;

/** Opens labels. Those that were used last stay open, since a search compares its own with those of many rides. */
export class OpenLabels {
  /** The one that was used last is the first. */
  #open: OpenLabel[] = [];

  /** One of two labels, open. */
  oneOf(label: RoadLabel, other: RoadLabel): OpenLabel {
    const at = this.#open.findIndex((open) => open.label === label || open.label === other);
    // Which of them will be used again is not known.
    if (at < 0) this.#open = [openLabel(label), openLabel(other), ...this.#open].slice(0, KEPT);
    else if (at > 0) this.#open.unshift(...this.#open.splice(at, 1));
    return this.#open[0]!;
  }
}
