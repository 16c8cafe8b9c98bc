import { listByKey } from "../groups.ts";
import { BinaryHeap } from "./binary-heap.ts";
import type { RoadGraph } from "./road-graph.ts";
import { SEGMENT_CLASSES, SEGMENT_FLAGS } from "./road-graph.ts";

/** In `secondsToMainRoad`: no drive begins or ends here. */
export const NOT_USABLE = 0xffff;
const MOST_SECONDS = NOT_USABLE - 1;
/** Smaller parts of the network that nothing connects with the rest are errors in the data, or car parks. */
const LEAST_NODES = 1_000;
const LEAST_MAIN_ROAD = SEGMENT_CLASSES.indexOf("tertiary");

/**
 * For each segment the seconds between it and the next larger road, in the slower direction, at most 18 hours;
 * `NOT_USABLE` if a drive may not begin or end there: because of its flags, or since one could not drive on from there,
 * or not come there. By this the search for the road at a place distinguishes a street from a track that leads nowhere.
 */
export function secondsToMainRoad(graph: RoadGraph): Uint16Array {
  const segments = graph.segmentLengthDm.length;
  const isMain = largeComponents(graph);
  const forward = new Adjacency(graph.edgeFrom, graph.edgeTo, graph);
  const backward = new Adjacency(graph.edgeTo, graph.edgeFrom, graph);
  const mainRoads = nodesOfMainRoads(graph, isMain);
  const sources = mainRoads.length > 0 ? mainRoads : nodesWhere(isMain);
  const arriveDs = forward.timesFrom(sources);
  const leaveDs = backward.timesFrom(sources);
  // Parts of the network without a larger road, such as islands, are usable as well.
  const others = nodesWhere(isMain).filter((node) => arriveDs[node] === Infinity);
  const canArrive = forward.timesFrom([...sources, ...others]);
  const canLeave = backward.timesFrom([...sources, ...others]);

  const arrivals = new Float64Array(segments).fill(Infinity);
  const departures = new Float64Array(segments).fill(Infinity);
  const isReached = new Uint8Array(segments);
  for (let edge = 0; edge < graph.edgeFrom.length; edge++) {
    const segment = graph.edgeSegment[edge]!;
    const from = graph.edgeFrom[edge]!;
    const to = graph.edgeTo[edge]!;
    arrivals[segment] = Math.min(arrivals[segment]!, arriveDs[from]!);
    departures[segment] = Math.min(departures[segment]!, leaveDs[to]!);
    if (canArrive[from]! < Infinity) isReached[segment]! |= 1;
    if (canLeave[to]! < Infinity) isReached[segment]! |= 2;
  }
  return Uint16Array.from(arrivals, (arrivalDs, segment) => {
    const maySnap = (graph.segmentFlags[segment]! & SEGMENT_FLAGS.MAY_SNAP) !== 0;
    if (!maySnap || isReached[segment] !== 3) return NOT_USABLE;
    return Math.min(MOST_SECONDS, Math.round(Math.max(arrivalDs, departures[segment]!) / 10));
  });
}

/** The nodes of the largest part in which one can drive from anywhere to anywhere, and of other large ones. */
function largeComponents(graph: RoadGraph): Uint8Array {
  const components = strongComponents(graph.nodeLat7.length, graph.edgeFrom, graph.edgeTo);
  const sizes = new Uint32Array(components.reduce((most, one) => Math.max(most, one), 0) + 1);
  for (const component of components) sizes[component]!++;
  const largest = sizes.reduce((most, size) => Math.max(most, size), 0);
  return Uint8Array.from(components, (component) => {
    const size = sizes[component]!;
    return Number(size === largest || size >= LEAST_NODES);
  });
}

function nodesOfMainRoads(graph: RoadGraph, isMain: Uint8Array): number[] {
  const isOnRoad = new Uint8Array(isMain.length);
  for (let edge = 0; edge < graph.edgeFrom.length; edge++) {
    if (graph.segmentClass[graph.edgeSegment[edge]!]! > LEAST_MAIN_ROAD) continue;
    for (const node of [graph.edgeFrom[edge]!, graph.edgeTo[edge]!]) isOnRoad[node] = isMain[node]!;
  }
  return nodesWhere(isOnRoad);
}

function nodesWhere(flags: Uint8Array): number[] {
  const nodes: number[] = [];
  for (let node = 0; node < flags.length; node++) if (flags[node] === 1) nodes.push(node);
  return nodes;
}

/** Edges by the node at one of their ends. */
class Adjacency {
  readonly #first: Uint32Array;
  readonly #to: Uint32Array;
  readonly #timeDs: Uint32Array;

  constructor(from: Uint32Array, to: Uint32Array, { nodeLat7, edgeTimeDs }: RoadGraph) {
    const { first, items } = listByKey(from, nodeLat7.length);
    this.#first = first;
    this.#to = items.map((edge) => to[edge]!);
    this.#timeDs = items.map((edge) => edgeTimeDs[edge]!);
  }

  /** The least time from any of the sources to each node. */
  timesFrom(sources: readonly number[]): Float64Array {
    const times = new Float64Array(this.#first.length - 1).fill(Infinity);
    const heap = new BinaryHeap();
    for (const source of sources) {
      times[source] = 0;
      heap.push(0, source);
    }
    while (heap.size > 0) {
      const time = heap.topKey;
      const node = heap.pop();
      if (time > times[node]!) continue;
      const end = this.#first[node + 1]!;
      for (let at = this.#first[node]!; at < end; at++) {
        const to = this.#to[at]!;
        const total = time + this.#timeDs[at]!;
        if (total >= times[to]!) continue;
        times[to] = total;
        heap.push(total, to);
      }
    }
    return times;
  }
}

/**
 * The strongly connected component of each node: nodes with the same number reach each other. Tarjan's algorithm with
 * its own stack, since a road may be longer than the stack of calls.
 */
function strongComponents(nodes: number, from: Uint32Array, to: Uint32Array): Uint32Array {
  const { first, items } = listByKey(from, nodes);
  const component = new Uint32Array(nodes);
  /** Number in the order of visits, from 1; 0 before. */
  const order = new Uint32Array(nodes);
  const lowest = new Uint32Array(nodes);
  const isOpen = new Uint8Array(nodes);
  const nextEdge = first.slice(0, nodes);
  const open: number[] = [];
  const calls: number[] = [];
  let visits = 0;
  let components = 0;

  const visit = (node: number): void => {
    order[node] = ++visits;
    lowest[node] = visits;
    isOpen[node] = 1;
    open.push(node);
    calls.push(node);
  };

  const close = (root: number): void => {
    for (let node = -1; node !== root;) {
      node = open.pop()!;
      isOpen[node] = 0;
      component[node] = components;
    }
    components++;
  };

  for (let start = 0; start < nodes; start++) {
    if (order[start] === 0) visit(start);
    while (calls.length > 0) {
      const node = calls.at(-1)!;
      if (nextEdge[node]! < first[node + 1]!) {
        const target = to[items[nextEdge[node]!++]!]!;
        if (order[target] === 0) visit(target);
        else if (isOpen[target] === 1) lowest[node] = Math.min(lowest[node]!, order[target]!);
        continue;
      }
      calls.pop();
      if (lowest[node] === order[node]) close(node);
      const caller = calls.at(-1);
      if (caller !== undefined) lowest[caller] = Math.min(lowest[caller]!, lowest[node]!);
    }
  }
  return component;
}
