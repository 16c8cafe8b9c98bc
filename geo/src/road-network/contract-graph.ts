import { growingFloats, growingInts, growingUints } from "../growing-array.ts";
import { BinaryHeap } from "./binary-heap.ts";
import { NeighbourLists } from "./neighbour-lists.ts";
import { toCost } from "./road-cost.ts";
import type { RoadGraph } from "./road-graph.ts";
import type { RoadHierarchy, UpwardEdges } from "./road-hierarchy.ts";

/** How many nodes a search for another way visits: to estimate a node's place in the order, and to contract it. */
const VISITS_TO_ORDER = 30;
const VISITS_TO_CONTRACT = 200;
/** Number of contracted nodes between two reports. */
const REPORT_EVERY = 20_000;

type EdgesOfGraph = Pick<
  RoadGraph,
  "nodeLat7" | "edgeFrom" | "edgeTo" | "edgeTimeDs" | "edgeSegment" | "segmentLengthDm"
>;

/**
 * Contracts a road graph: removes its nodes one by one, the least important first, and adds a shortcut wherever the
 * fastest way between two neighbours of a node passes it. Takes about 20 s of one core for a million junctions. The
 * same graph always gives the same result.
 */
export function contractGraph(
  graph: EdgesOfGraph,
  onProgress: (done: number, of: number) => void = () => {},
): RoadHierarchy {
  return new Contraction(graph).run(onProgress);
}

class Contraction {
  readonly #nodes: number;
  readonly #out: NeighbourLists;
  readonly #in: NeighbourLists;
  readonly #rankOf: Uint32Array;
  /** How many neighbours of a node were contracted: contraction spreads evenly. */
  readonly #contracted: Uint32Array;
  readonly #cost: Float64Array;
  readonly #visited: number[] = [];
  readonly #heap = new BinaryHeap();
  /** Shortcuts of the node looked at last: from, to and cost of each. */
  #shortcuts: number[] = [];

  constructor(graph: EdgesOfGraph) {
    const nodes = graph.nodeLat7.length;
    this.#nodes = nodes;
    this.#out = new NeighbourLists(nodes);
    this.#in = new NeighbourLists(nodes);
    this.#rankOf = new Uint32Array(nodes);
    this.#contracted = new Uint32Array(nodes);
    this.#cost = new Float64Array(nodes).fill(Infinity);
    for (let edge = 0; edge < graph.edgeFrom.length; edge++) {
      const from = graph.edgeFrom[edge]!;
      const to = graph.edgeTo[edge]!;
      if (from === to) continue;
      const lengthDm = graph.segmentLengthDm[graph.edgeSegment[edge]!]!;
      this.#addEdge(from, to, toCost(graph.edgeTimeDs[edge]!, lengthDm), ~edge);
    }
  }

  run(onProgress: (done: number, of: number) => void): RoadHierarchy {
    const queue = new BinaryHeap();
    for (let node = 0; node < this.#nodes; node++) queue.push(this.#priorityOf(node), node);

    const up = new EdgeWriter(this.#nodes);
    const down = new EdgeWriter(this.#nodes);
    let rank = 0;
    while (queue.size > 0) {
      const node = queue.pop();
      // Contracting others may have made it more important.
      const priority = this.#priorityOf(node);
      if (queue.size > 0 && priority > queue.topKey) {
        queue.push(priority, node);
        continue;
      }
      this.#findShortcuts(node, VISITS_TO_CONTRACT);
      this.#rankOf[node] = rank++;
      up.write(this.#out, node);
      down.write(this.#in, node);
      this.#remove(node);
      if (rank % REPORT_EVERY === 0) onProgress(rank, this.#nodes);
    }
    onProgress(rank, this.#nodes);
    const rankOf = this.#rankOf;
    return {
      rankOf,
      up: up.finish(rankOf),
      down: down.finish(rankOf),
    };
  }

  #addEdge(from: number, to: number, cost: number, via: number): void {
    this.#out.add(from, to, cost, via);
    this.#in.add(to, from, cost, via);
  }

  /** Few shortcuts for many removed edges first. */
  #priorityOf(node: number): number {
    this.#findShortcuts(node, VISITS_TO_ORDER);
    const removed = this.#in.countOf(node) + this.#out.countOf(node);
    return (2 * this.#shortcuts.length) / 3 - removed + this.#contracted[node]!;
  }

  #findShortcuts(node: number, visits: number): void {
    this.#shortcuts = [];
    const incoming = this.#in;
    const outgoing = this.#out;
    const outStart = outgoing.startOf(node);
    const outEnd = outgoing.endOf(node);
    let dearestOut = 0;
    for (let at = outStart; at < outEnd; at++)
      dearestOut = Math.max(dearestOut, outgoing.costAt(at));

    for (let inAt = incoming.startOf(node); inAt < incoming.endOf(node); inAt++) {
      const from = incoming.nodeAt(inAt);
      const inCost = incoming.costAt(inAt);
      this.#searchAround(node, from, inCost + dearestOut, visits);
      for (let outAt = outStart; outAt < outEnd; outAt++) {
        const to = outgoing.nodeAt(outAt);
        const cost = inCost + outgoing.costAt(outAt);
        if (to !== from && this.#cost[to]! > cost) this.#shortcuts.push(from, to, cost);
      }
    }
  }

  /** Costs from a node without passing another one, as far as `most` or the number of visits. */
  #searchAround(avoided: number, from: number, most: number, visits: number): void {
    const costs = this.#cost;
    const heap = this.#heap;
    const out = this.#out;
    for (const visited of this.#visited) costs[visited] = Infinity;
    this.#visited.length = 0;
    heap.clear();
    this.#visited.push(from);
    costs[from] = 0;
    heap.push(0, from);

    for (let left = visits; heap.size > 0;) {
      const cost = heap.topKey;
      const node = heap.pop();
      if (cost > costs[node]!) continue;
      if (cost > most || --left < 0) return;
      const end = out.endOf(node);
      for (let at = out.startOf(node); at < end; at++) {
        const next = out.nodeAt(at);
        if (next === avoided) continue;
        const total = cost + out.costAt(at);
        const known = costs[next]!;
        if (total >= known) continue;
        if (known === Infinity) this.#visited.push(next);
        costs[next] = total;
        heap.push(total, next);
      }
    }
  }

  /** Takes a node out of the graph and adds the shortcuts that were found for it. */
  #remove(node: number): void {
    const neighbours = new Set<number>();
    for (let at = this.#out.startOf(node); at < this.#out.endOf(node); at++) {
      const to = this.#out.nodeAt(at);
      neighbours.add(to);
      this.#in.remove(to, node);
    }
    for (let at = this.#in.startOf(node); at < this.#in.endOf(node); at++) {
      const from = this.#in.nodeAt(at);
      neighbours.add(from);
      this.#out.remove(from, node);
    }
    for (const neighbour of neighbours) this.#contracted[neighbour]!++;
    this.#out.release(node);
    this.#in.release(node);

    const shortcuts = this.#shortcuts;
    for (let n = 0; n < shortcuts.length; n += 3)
      this.#addEdge(shortcuts[n]!, shortcuts[n + 1]!, shortcuts[n + 2]!, node);
  }
}

/** Collects the edges of nodes in the order of their rank. */
class EdgeWriter {
  readonly #first: Uint32Array;
  readonly #higher = growingUints();
  readonly #cost = growingFloats();
  readonly #via = growingInts();
  #rank = 0;

  constructor(nodes: number) {
    this.#first = new Uint32Array(nodes + 1);
  }

  write(lists: NeighbourLists, node: number): void {
    const start = lists.startOf(node);
    const end = lists.endOf(node);
    for (let at = start; at < end; at++) {
      this.#higher.push(lists.nodeAt(at));
      this.#cost.push(lists.costAt(at));
      this.#via.push(lists.viaAt(at));
    }
    this.#first[++this.#rank] = this.#higher.length;
  }

  /** The edges, with ranks instead of the nodes of the graph. */
  finish(rankOf: Uint32Array): UpwardEdges {
    const higher = this.#higher.toArray();
    const via = this.#via.toArray();
    for (let edge = 0; edge < higher.length; edge++) {
      higher[edge] = rankOf[higher[edge]!]!;
      if (via[edge]! >= 0) via[edge] = rankOf[via[edge]!]!;
    }
    return {
      first: this.#first,
      higher,
      cost: this.#cost.toArray(),
      via,
    };
  }
}
