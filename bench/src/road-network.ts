import { buildRoadNetwork } from "@commonlane/geo/road-network/build-road-network";
import type { RoadGraph } from "@commonlane/geo/road-network/road-graph";
import { openLabel } from "@commonlane/geo/road-network/road-label";
import { RoadNetwork, type RoadPosition } from "@commonlane/geo/road-network/road-network";
import { createStateNetwork } from "@commonlane/geo/testing/state-network";
import {
  type Bench,
  createRandom,
  type Figures,
  logProgress,
  median,
  row,
  type Row,
} from "./bench.ts";

/** Parts of a state with 1.2 million junctions. */
const SHARES = [0.05, Number(process.env["STATE_SHARE"] ?? 1)];
const PLACES = 2_000;
/** Places that a search for a whole day compares with both of its own. */
const COMPARED = 1_084;
const SEARCHES = 30;
/** Places from which Dijkstra's algorithm finds all roads. */
const SWEEPS = 5;
const MOST_OF_PLAIN = 0.1;

/** The road network of a made-up district and a made-up state: build, memory and times of answers. */
export const roadNetwork: Bench = {
  name: "road-network",
  run: async (): Promise<Figures> => ({
    how: `Made-up networks with motorways and their ramps, roads between towns and villages, streets and field tracks (\`geo/src/testing/state-network.ts\`), on one core; ${PLACES} random places. "A search" finds the roads between two new places and ${COMPARED} known ones, in both directions; without a hierarchy, Dijkstra's algorithm finds them in four sweeps over all junctions, here in its plainest form. CPU times, since the machine may be busy.`,
    rows: SHARES.flatMap(measure),
  }),
};

function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function measure(share: number): Row[] {
  const graph = createStateNetwork(share);
  const junctions = graph.nodeLat7.length;
  const name = `${(junctions / 1e6).toFixed(2)} million junctions`;
  logProgress(name);
  const built: ReturnType<typeof buildRoadNetwork>[] = [];
  const buildMs = cpuMs(() => void built.push(buildRoadNetwork(graph)));
  const [data] = built;
  if (!data) throw new Error("The network was not built.");
  const network = new RoadNetwork(data);

  const places = randomPlaces(graph);
  for (const place of places.slice(0, 200)) network.snap(place);
  const found: (RoadPosition | undefined)[] = [];
  const snapMs = cpuMs(() => void found.push(...places.map((place) => network.snap(place))));
  const positions = found.filter((position) => position !== undefined);
  for (const position of positions.slice(0, 200)) network.labelFrom(position);
  const labelMs = cpuMs(() => {
    for (const position of positions) network.labelFrom(position);
  });
  const froms = positions.map((position) => network.labelFrom(position));
  const tos = positions.map((position) => network.labelTo(position));
  const sizes = froms.map((label) => openLabel(label).nodes.length).toSorted((a, b) => a - b);
  const searchMs = cpuMs(() => {
    for (let n = 0; n < SEARCHES; n++)
      for (const position of positions.slice(2 * n, 2 * n + 2)) {
        const from = network.labelFrom(position);
        for (const other of tos.slice(-COMPARED)) network.road(from, other);
        const to = network.labelTo(position);
        for (const other of froms.slice(-COMPARED)) network.road(other, to);
      }
  });
  const plain = comparePlain(graph, network, positions);
  const plainMs = 4 * plain.sweepMs;
  const figure = (what: string, value: number, unit: string, digits = 0) =>
    row(`${name}: ${what}`, value, { unit, digits });
  return [
    figure("time to build", buildMs / 1000, "s", 1),
    figure("arrays in memory", bytesIn(data) / 1e6, "MB"),
    figure("to find the road at a place", (1000 * snapMs) / positions.length, "µs"),
    figure("a label", (1000 * labelMs) / positions.length, "µs"),
    figure("entries of a label, median", median(sizes), ""),
    figure("entries of a label, p99", sizes[Math.floor(sizes.length * 0.99)] ?? NaN, ""),
    figure("a search", searchMs / SEARCHES, "ms", 2),
    figure("Dijkstra's algorithm from and to both places", plainMs, "ms"),
    row(`${name}: a search / that`, searchMs / SEARCHES / plainMs, {
      unit: "×",
      digits: 4,
      atMost: MOST_OF_PLAIN,
    }),
    figure(`roads that differ from Dijkstra, of ${SWEEPS * positions.length}`, plain.wrong, ""),
  ];
}

function randomPlaces({ nodeLat7, nodeLng7 }: RoadGraph) {
  const random = createRandom(7);
  return Array.from({ length: PLACES }, () => {
    const node = Math.floor(random() * nodeLat7.length);
    const near = (units: number) => units / 1e7 + 0.001 * random();
    return { lat: near(nodeLat7[node] ?? 0), lng: near(nodeLng7[node] ?? 0) };
  });
}

function bytesIn(data: object): number {
  return Object.values(data).reduce((sum: number, value: unknown) => {
    if (ArrayBuffer.isView(value)) return sum + value.byteLength;
    return typeof value === "object" && value !== null ? sum + bytesIn(value) : sum;
  }, 0);
}

/**
 * Compares times from some places, at ends of segments, with Dijkstra's algorithm in its plainest form, and measures
 * how long that takes for all roads from one place.
 */
function comparePlain(graph: RoadGraph, network: RoadNetwork, positions: readonly RoadPosition[]) {
  const leaving: number[][] = Array.from({ length: graph.nodeLat7.length }, () => []);
  const edgesOf = new Map<number, number[]>();
  for (const [edge, from] of graph.edgeFrom.entries()) {
    leaving[from]?.push(edge);
    const segment = graph.edgeSegment[edge] ?? 0;
    edgesOf.set(segment, [...(edgesOf.get(segment) ?? []), edge]);
  }
  const endNodeOf = ({ line }: RoadPosition): number => {
    const [edge = 0] = edgesOf.get(line) ?? [];
    const ends = graph.edgeIsForward[edge] === 1 ? graph.edgeTo : graph.edgeFrom;
    return ends[edge] ?? 0;
  };
  const isTwoWay = ({ line }: RoadPosition) => (edgesOf.get(line) ?? []).length === 2;
  const usable = positions.filter(isTwoWay).map((position) => ({ ...position, part: 1 }));
  const tos = usable.map((position) => network.labelTo(position));
  let wrong = 0;
  let totalMs = 0;
  for (const from of usable.slice(0, SWEEPS)) {
    const swept: Float64Array[] = [];
    totalMs += cpuMs(() => void swept.push(plainTimes(graph, leaving, endNodeOf(from))));
    const [times] = swept;
    const label = network.labelFrom(from);
    const found = tos.map((to) => network.road(label, to));
    wrong += usable.filter(
      (to, n) => Math.round(10 * (found[n]?.durationS ?? NaN)) !== times?.[endNodeOf(to)],
    ).length;
  }
  return { wrong, sweepMs: totalMs / SWEEPS };
}

/** Rings of nodes by their time, one for each tenth of a second. */
function plainTimes(graph: RoadGraph, leaving: readonly number[][], start: number): Float64Array {
  const times = new Float64Array(leaving.length).fill(Infinity);
  const rings: number[][] = [[start]];
  times[start] = 0;
  for (let time = 0; time < rings.length; time++)
    for (const node of rings[time] ?? []) {
      if (times[node] !== time) continue;
      for (const edge of leaving[node] ?? []) {
        const to = graph.edgeTo[edge] ?? 0;
        const total = time + (graph.edgeTimeDs[edge] ?? 0);
        if (total >= (times[to] ?? 0)) continue;
        times[to] = total;
        while (rings.length <= total) rings.push([]);
        rings[total]?.push(to);
      }
    }
  return times;
}
