import type { LatLng } from "@commonlane/matching/geo";
import { BinaryHeap } from "./binary-heap.ts";
import type { WalkNetworkData } from "./build-walk-network.ts";
import { ShapeIndex } from "./shape-index.ts";
import { pieceOfShape, type PointOfShape, type ShapePoints, type Shapes } from "./shapes.ts";

/** Ways on foot are looked for this far from a place. */
const SEARCHED_M = [100, 500, 2_000];

type WalkData = WalkNetworkData & Shapes;

/** All walks from one place, as far as they were searched. */
export interface Walks {
  /** Length of the shortest walk to a place in metres; undefined if it is longer than the search. */
  lengthTo(place: LatLng): number | undefined;
  /** The line of that walk. */
  pathTo(place: LatLng): readonly LatLng[] | undefined;
}

/** The ways on foot of a region in memory. A walk is as long in the other direction. */
export class WalkNetwork {
  readonly #data: WalkData;
  readonly #index: ShapeIndex;
  /** Places that callers keep, such as stops; null if no way is near. */
  readonly #snapped = new WeakMap<LatLng, PointOfShape | null>();

  /** The points are those of the roads of the region. */
  constructor(data: WalkNetworkData, { shapeLat7, shapeLng7 }: ShapePoints) {
    this.#data = {
      ...data,
      shapeLat7,
      shapeLng7,
    };
    this.#index = new ShapeIndex(this.#data, data.boxes);
  }

  /**
   * The walks of up to `mostM` metres from a place, by one search; undefined if there is no way near. They include the
   * straight line between a place and the nearest way.
   */
  walksFrom(place: LatLng, mostM: number): Walks | undefined {
    const start = this.#snap(place);
    if (!start) return undefined;
    const search = new WalkSearch(this.#data, start, 10 * mostM);
    const find = (to: LatLng) => {
      const end = this.#snap(to);
      const walk = end && search.walkTo(end);
      if (!walk || walk.lengthDm > 10 * mostM) return undefined;
      return { ...walk, end };
    };
    return {
      lengthTo: (to) => {
        const walk = find(to);
        return walk && walk.lengthDm / 10;
      },
      pathTo: (to) => {
        const walk = find(to);
        return walk && [place, ...search.lineTo(walk.end, walk.node), to];
      },
    };
  }

  #snap(place: LatLng): PointOfShape | undefined {
    let snapped = this.#snapped.get(place);
    if (snapped === undefined) this.#snapped.set(place, (snapped = this.#nearest(place) ?? null));
    return snapped ?? undefined;
  }

  #nearest(place: LatLng): PointOfShape | undefined {
    for (const withinM of SEARCHED_M) {
      const [nearest] = this.#index.near(place, withinM, (edge) => this.#data.isUsable[edge] === 1);
      if (nearest) return nearest;
    }
    return undefined;
  }
}

interface FoundWalk {
  readonly lengthDm: number;
  /** The end of the last edge at which the walk comes to it; undefined if it stays on one edge. */
  readonly node: number | undefined;
}

/** Dijkstra's algorithm from a point of an edge, with a limit. */
class WalkSearch {
  readonly #data: WalkData;
  readonly #start: PointOfShape;
  readonly #lengths = new Map<number, number>();
  /** The edge by which each node was reached. */
  readonly #edges = new Map<number, number>();

  constructor(data: WalkData, start: PointOfShape, mostDm: number) {
    this.#data = data;
    this.#start = start;
    const heap = new BinaryHeap();
    const reach = (node: number, lengthDm: number, edge: number) => {
      if (lengthDm >= (this.#lengths.get(node) ?? Infinity) || lengthDm > mostDm) return;
      this.#lengths.set(node, lengthDm);
      this.#edges.set(node, edge);
      heap.push(lengthDm, node);
    };
    for (const { node, lengthDm } of this.#endsOf(start))
      reach(node, 10 * start.offM + lengthDm, start.line);
    while (heap.size > 0) {
      const lengthDm = heap.topKey;
      const node = heap.pop();
      if (lengthDm > this.#lengths.get(node)!) continue;
      const end = data.nodeEdges[node + 1]!;
      for (let n = data.nodeEdges[node]!; n < end; n++) {
        const edge = data.edgesByNode[n]!;
        reach(this.#otherEnd(edge, node), lengthDm + data.edgeLengthDm[edge]!, edge);
      }
    }
  }

  walkTo(end: PointOfShape): FoundWalk | undefined {
    const start = this.#start;
    const offDm = 10 * end.offM;
    let best: FoundWalk | undefined;
    if (end.line === start.line) {
      const alongDm = Math.abs(end.part - start.part) * this.#data.edgeLengthDm[end.line]!;
      best = {
        lengthDm: 10 * start.offM + alongDm + offDm,
        node: undefined,
      };
    }
    for (const { node, lengthDm } of this.#endsOf(end)) {
      const total = (this.#lengths.get(node) ?? Infinity) + lengthDm + offDm;
      if (total < (best?.lengthDm ?? Infinity))
        best = {
          lengthDm: total,
          node,
        };
    }
    return best;
  }

  /** The line of a walk that comes to its last edge at this node. */
  lineTo(end: PointOfShape, node: number | undefined): LatLng[] {
    const start = this.#start;
    const data = this.#data;
    if (node === undefined) return pieceOfShape(data, start.line, start.part, end.part);
    const pieces = [pieceOfShape(data, end.line, this.#partOf(end.line, node), end.part)];
    let at = node;
    while (!this.#isFirst(at)) {
      const edge = this.#edges.get(at)!;
      const before = this.#otherEnd(edge, at);
      pieces.push(pieceOfShape(data, edge, this.#partOf(edge, before), this.#partOf(edge, at)));
      at = before;
    }
    pieces.push(pieceOfShape(data, start.line, start.part, this.#partOf(start.line, at)));
    return pieces.toReversed().flat();
  }

  /** Whether the walk comes to this node directly from its start. */
  #isFirst(node: number): boolean {
    if (this.#edges.get(node) !== this.#start.line) return false;
    const direct = this.#endsOf(this.#start).find((end) => end.node === node);
    return (
      direct !== undefined && this.#lengths.get(node) === 10 * this.#start.offM + direct.lengthDm
    );
  }

  #endsOf({ line, part }: PointOfShape) {
    const lengthDm = this.#data.edgeLengthDm[line]!;
    return [
      {
        node: this.#data.edgeFrom[line]!,
        lengthDm: part * lengthDm,
      },
      {
        node: this.#data.edgeTo[line]!,
        lengthDm: (1 - part) * lengthDm,
      },
    ];
  }

  #otherEnd(edge: number, node: number): number {
    const from = this.#data.edgeFrom[edge]!;
    return from === node ? this.#data.edgeTo[edge]! : from;
  }

  #partOf(edge: number, node: number): number {
    return this.#data.edgeFrom[edge] === node ? 0 : 1;
  }
}
