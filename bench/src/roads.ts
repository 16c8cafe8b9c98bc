import { globSync } from "node:fs";
import { basename, join } from "node:path";
import {
  type ForeignRoad,
  type ForeignRouter,
  openValhalla,
} from "@commonlane/geo/testing/valhalla-reference";
import { buildRoadGraph } from "@commonlane/geo/road-graph/build-road-graph";
import { buildRoadNetwork } from "@commonlane/geo/road-network/build-road-network";
import { SEGMENT_FLAGS, type RoadGraph } from "@commonlane/geo/road-network/road-graph";
import { type NetworkRoad, RoadNetwork } from "@commonlane/geo/road-network/road-network";
import type { LatLng } from "@commonlane/matching/geo";
import {
  type Bench,
  createRandom,
  type Figures,
  logProgress,
  median,
  row,
  type Row,
} from "./bench.ts";
import { roadBetween } from "./roads/road-between.ts";
import { measureUsualTimes } from "./roads/usual-times.ts";
import { withTempFolder } from "./support/temp-folder.ts";

/** Liechtenstein is in the repository; a folder with other extracts can be given. */
const EXTRACTS = process.env["EXTRACTS"] ?? join(import.meta.dirname, "../../server/data/regions");
const PAIRS = 300;
const LISTED = 30;
const FAR = 0.15;

/** Road lengths and times of our own network beside Valhalla's, and beside those that people need. */
export const roads: Bench = {
  name: "roads",
  run: () => withTempFolder(measureIn),
};

async function measureIn(folder: string): Promise<Figures> {
  const extracts = globSync("*.osm.pbf", { cwd: EXTRACTS }).toSorted();
  const rows: Row[] = [];
  for (const file of extracts) {
    const name = basename(file, ".osm.pbf");
    const router = await openValhalla(join(EXTRACTS, file), join(folder, name));
    rows.push(...(await compareRegion(name, join(EXTRACTS, file), router)));
  }
  rows.push(...(await measureUsualTimes(EXTRACTS, folder)));
  return {
    how: `${PAIRS} random pairs of points of public roads in each extract (${extracts.map((file) => basename(file, ".osm.pbf")).join(", ")}), by our network and by Valhalla, which is only installed for this and the tests. Its own times are those of free roads; the ratio of times is therefore compared with its median. The ${LISTED} pairs that differ most in length are printed. Usual times: see decision 89.`,
    rows,
  };
}

interface Pair {
  readonly from: LatLng;
  readonly to: LatLng;
  readonly ours: NetworkRoad;
  readonly theirs: ForeignRoad;
}

async function compareRegion(name: string, extract: string, router: ForeignRouter): Promise<Row[]> {
  const startMs = performance.now();
  const { graph } = await buildRoadGraph(extract);
  const graphMs = performance.now() - startMs;
  const network = new RoadNetwork(buildRoadNetwork(graph));
  const networkMs = performance.now() - startMs - graphMs;

  const pick = pointPicker(graph);
  const pairs: Pair[] = [];
  let missing = 0;
  for (let n = 0; n < PAIRS; n++) {
    const from = pick();
    const to = pick();
    const ours = roadBetween(network, from, to);
    const theirs = await router.route(from, to);
    if (ours && theirs) pairs.push({ from, to, ours, theirs });
    else if (ours ?? theirs) missing++;
  }
  listWorst(name, pairs);
  return toRows(name, pairs, { missing, graphMs, networkMs });
}

function toRows(
  name: string,
  pairs: readonly Pair[],
  { missing, graphMs, networkMs }: { missing: number; graphMs: number; networkMs: number },
): Row[] {
  const lengths = pairs.map(lengthRatio);
  const times = pairs.map(({ ours, theirs }) => ours.durationS / theirs.durationS);
  const usual = median(times);
  return [
    row(`${name}: reading the roads`, graphMs / 1000, { unit: "s", digits: 1 }),
    row(`${name}: preparing them for searches`, networkMs / 1000, { unit: "s", digits: 1 }),
    row(`${name}: pairs for which one of both finds no road`, missing, { unit: "", atMost: 0 }),
    row(`${name}: length ÷ Valhalla's, median`, median(lengths), { unit: "", digits: 3 }),
    row(`${name}: lengths that differ by more than 15 %`, lengths.filter(isFar).length, {
      unit: `of ${pairs.length}`,
      atMost: 30,
    }),
    row(`${name}: time ÷ Valhalla's, median`, usual, { unit: "", digits: 2 }),
    row(
      `${name}: times that differ from that by more than 15 %`,
      times.filter((ratio) => isFar(ratio / usual)).length,
      { unit: `of ${pairs.length}` },
    ),
  ];
}

const isFar = (ratio: number): boolean => Math.abs(ratio - 1) > FAR;
const lengthRatio = ({ ours, theirs }: Pair): number => ours.distanceM / theirs.distanceM;

function listWorst(name: string, pairs: readonly Pair[]): void {
  const off = (pair: Pair): number => Math.abs(Math.log(lengthRatio(pair)));
  for (const pair of pairs.toSorted((a, b) => off(b) - off(a)).slice(0, LISTED)) {
    const { from, to, ours, theirs } = pair;
    logProgress(
      `${name} ${toText(from)} → ${toText(to)}: ${describe(ours)}, Valhalla ${describe(theirs)}`,
    );
  }
}

const toText = ({ lat, lng }: LatLng): string => `${lat.toFixed(5)},${lng.toFixed(5)}`;
const describe = ({ distanceM, durationS }: NetworkRoad): string =>
  `${Math.round(distanceM)} m in ${Math.round(durationS)} s`;

/** Random points of public roads on which drives may begin, the same in every run. */
function pointPicker(graph: RoadGraph): () => LatLng {
  const random = createRandom(7);
  const { MAY_SNAP, DESTINATION_ONLY, BAD_ROAD } = SEGMENT_FLAGS;
  const usable = Array.from(graph.segmentFlags.keys()).filter(
    (segment) =>
      ((graph.segmentFlags[segment] ?? 0) & (MAY_SNAP | DESTINATION_ONLY | BAD_ROAD)) === MAY_SNAP,
  );
  return () => {
    const segment = usable[Math.floor(random() * usable.length)] ?? 0;
    const first = graph.shapeFirst[segment] ?? 0;
    const pieces = (graph.shapeEnd[segment] ?? 0) - first - 1;
    const at = first + Math.floor(random() * pieces);
    const part = random();
    const between = (values: Int32Array): number =>
      ((1 - part) * (values[at] ?? 0) + part * (values[at + 1] ?? 0)) / 1e7;
    return { lat: between(graph.shapeLat7), lng: between(graph.shapeLng7) };
  };
}
