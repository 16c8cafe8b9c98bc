import type { LatLng } from "@commonlane/matching/geo";
import type { RoadNetworkData } from "./build-road-network.ts";
import { findEdge, type UpwardEdges } from "./road-hierarchy.ts";
import type { RoadLabel, RoadPoint } from "./road-label.ts";
import { costWithinSegment, openLabel } from "./road-label.ts";
import { pieceOfShape } from "./shapes.ts";
import type { Parent, UpwardSearch } from "./upward-search.ts";
import { toSeed } from "./upward-search.ts";

/** The line of the fastest way between two points of roads; undefined if there is none. */
export function findRoadPath(
  data: RoadNetworkData,
  search: UpwardSearch,
  from: RoadPoint,
  to: RoadPoint,
): readonly LatLng[] | undefined {
  const ups = new Map<number, Parent>();
  const downs = new Map<number, Parent>();
  const fromLabel = search.labelOf(from, "from", ups);
  const toLabel = search.labelOf(to, "to", downs);
  const { node, cost } = findMeeting(fromLabel, toLabel);
  const within = costWithinSegment(data, from, to);
  if (within === Infinity && cost === Infinity) return undefined;
  if (within <= cost) return pieceOfShape(data.graph, from.line, from.part, to.part);

  const unpack = new Unpacking(data);
  const first = unpack.climb(ups, node, data.up, "up");
  const edgesUp = unpack.takeEdges().toReversed();
  const last = unpack.climb(downs, node, data.down, "down");
  const edgesDown = unpack.takeEdges();
  return joinLines([
    pieceOfShape(data.graph, from.line, from.part, endOf(data, first)),
    ...[...edgesUp, ...edgesDown].map((edge) => wholeLine(data, edge)),
    pieceOfShape(data.graph, to.line, 1 - endOf(data, last), to.part),
  ]);
}

function findMeeting(from: RoadLabel, to: RoadLabel) {
  const down = openLabel(to);
  const costs = new Map<number, number>();
  for (const [n, node] of down.nodes.entries()) costs.set(node, down.costs[n]!);

  const up = openLabel(from);
  let best = { node: -1, cost: Infinity };
  for (const [n, node] of up.nodes.entries()) {
    const cost = up.costs[n]! + (costs.get(node) ?? Infinity);
    if (cost < best.cost) best = { node, cost };
  }
  return best;
}

/** The part of its segment at which an edge ends. */
const endOf = ({ graph }: RoadNetworkData, edge: number): number => graph.edgeIsForward[edge]!;

function wholeLine(data: RoadNetworkData, edge: number): LatLng[] {
  const end = endOf(data, edge);
  return pieceOfShape(data.graph, segmentOf(data, edge), 1 - end, end);
}

/** Edges are in the order of their segments. */
function segmentOf({ segmentEdges }: RoadNetworkData, edge: number): number {
  let low = 0;
  let high = segmentEdges.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (segmentEdges[middle]! <= edge) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Lines that begin where the one before ends. */
function joinLines(lines: readonly (readonly LatLng[])[]): LatLng[] {
  const joined: LatLng[] = [];
  for (const point of lines.flat()) {
    const last = joined.at(-1);
    if (last?.lat !== point.lat || last.lng !== point.lng) joined.push(point);
  }
  return joined;
}

type Kind = "up" | "down";

/** Finds the edges of the graph in edges of the hierarchy. */
class Unpacking {
  readonly #data: RoadNetworkData;
  #edges: number[] = [];

  constructor(data: RoadNetworkData) {
    this.#data = data;
  }

  takeEdges(): number[] {
    const edges = this.#edges;
    this.#edges = [];
    return edges;
  }

  /**
   * Follows parents from a node to where the search began, and collects the edges in this order. Returns the edge of the
   * seed.
   */
  climb(parents: Map<number, Parent>, from: number, { via }: UpwardEdges, kind: Kind): number {
    let parent = parents.get(from)!;
    while (parent.node >= 0) {
      this.#unpack(kind, parent.node, via[parent.edge]!, this.#higherOf(kind, parent.edge), kind);
      parent = parents.get(parent.node)!;
    }
    return toSeed(parent.edge);
  }

  #higherOf(kind: Kind, edge: number): number {
    return this.#data[kind].higher[edge]!;
  }

  /**
   * An edge between a node and a higher one. `order`: a way up is collected from its end to its start, a way down from
   * its start to its end.
   */
  #unpack(kind: Kind, lower: number, via: number, higher: number, order: Kind): void {
    if (via < 0) {
      this.#edges.push(~via);
      return;
    }
    const { up, down } = this.#data;
    const from = kind === "up" ? lower : higher;
    const to = kind === "up" ? higher : lower;
    const first = () =>
      this.#unpack("down", via, down.via[findEdge(down, via, from)]!, from, order);
    const second = () => this.#unpack("up", via, up.via[findEdge(up, via, to)]!, to, order);
    for (const part of order === "up" ? [second, first] : [first, second]) part();
  }
}
