import type { RoadNetworkData } from "./build-road-network.ts";
import { BinaryHeap } from "./binary-heap.ts";
import type { UpwardEdges } from "./road-hierarchy.ts";
import type { RoadLabel, RoadPoint } from "./road-label.ts";
import { createLabel, splitEdge } from "./road-label.ts";

/** As the edge of a parent: the search began here, with this edge of the graph. */
export const toSeed = (edge: number): number => ~edge;

/** Searches from places upwards in the hierarchy, with arrays that are used again. */
export class UpwardSearch {
  readonly #data: RoadNetworkData;
  readonly #costs: Float64Array;
  readonly #heap = new BinaryHeap();
  #touched: number[] = [];

  constructor(data: RoadNetworkData) {
    this.#data = data;
    this.#costs = new Float64Array(data.up.first.length - 1).fill(Infinity);
  }

  /**
   * With `parents`, it gets for each node of the label the edge of the hierarchy by which it was reached, or the seed.
   */
  labelOf(
    point: RoadPoint,
    direction: RoadLabel["direction"],
    parents?: Map<number, Parent>,
  ): RoadLabel {
    const { up, down } = this.#data;
    const isFrom = direction === "from";
    const edges = isFrom ? up : down;
    const opposite = isFrom ? down : up;
    this.#seed(point, isFrom, parents);

    const costs = this.#costs;
    const heap = this.#heap;
    const settled: number[] = [];
    while (heap.size > 0) {
      const cost = heap.topKey;
      const node = heap.pop();
      if (cost > costs[node]! || this.#isStalled(node, cost, opposite)) continue;
      settled.push(node);
      const end = edges.first[node + 1]!;
      for (let edge = edges.first[node]!; edge < end; edge++) {
        const higher = edges.higher[edge]!;
        if (!this.#reach(higher, cost + edges.cost[edge]!)) continue;
        parents?.set(higher, { node, edge });
      }
    }
    const label = createLabel(point, direction, Uint32Array.from(settled).toSorted(), costs);
    this.#reset();
    return label;
  }

  #seed(point: RoadPoint, isFrom: boolean, parents?: Map<number, Parent>): void {
    const { graph, segmentEdges } = this.#data;
    const end = segmentEdges[point.line + 1]!;
    for (let edge = segmentEdges[point.line]!; edge < end; edge++) {
      const { before, after } = splitEdge(this.#data, edge, point);
      const node = isFrom ? graph.edgeTo[edge]! : graph.edgeFrom[edge]!;
      if (this.#reach(node, isFrom ? after : before))
        parents?.set(node, {
          node: -1,
          edge: toSeed(edge),
        });
    }
  }

  /** True if this is the best way to the node so far. */
  #reach(node: number, cost: number): boolean {
    const known = this.#costs[node]!;
    if (cost >= known) return false;
    if (known === Infinity) this.#touched.push(node);
    this.#costs[node] = cost;
    this.#heap.push(cost, node);
    return true;
  }

  /** True if a higher node leads here faster: then no fastest way passes this node on its way up. */
  #isStalled(node: number, cost: number, edges: UpwardEdges): boolean {
    const end = edges.first[node + 1]!;
    for (let edge = edges.first[node]!; edge < end; edge++)
      if (this.#costs[edges.higher[edge]!]! + edges.cost[edge]! < cost) return true;
    return false;
  }

  #reset(): void {
    for (const node of this.#touched) this.#costs[node] = Infinity;
    this.#touched = [];
  }
}

/** How a node was reached: from a lower node by an edge of the hierarchy, or by a seed. */
export interface Parent {
  readonly node: number;
  readonly edge: number;
}
