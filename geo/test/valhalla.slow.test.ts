import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LatLng } from "@commonlane/matching/geo";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildRoadGraph } from "../src/road-graph/build-road-graph.ts";
import { buildRoadNetwork } from "../src/road-network/build-road-network.ts";
import { type RoadGraph, SEGMENT_FLAGS } from "../src/road-network/road-graph.ts";
import { type NetworkRoad, RoadNetwork } from "../src/road-network/road-network.ts";
import { createRandom } from "../src/testing/random-town.ts";
import { type ForeignRoad, openValhalla } from "../src/testing/valhalla-reference.ts";

const LIECHTENSTEIN = join(import.meta.dirname, "../../server/data/regions/liechtenstein.osm.pbf");
const PAIRS = 150;
const FAR = 0.15;

const folder = mkdtempSync(join(tmpdir(), "valhalla-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pairs: { ours: NetworkRoad | undefined; theirs: ForeignRoad | undefined }[] = [];
beforeAll(async () => {
  const { graph } = await buildRoadGraph(LIECHTENSTEIN);
  const network = new RoadNetwork(buildRoadNetwork(graph));
  const router = await openValhalla(LIECHTENSTEIN, folder);
  const pick = pointPicker(graph);
  for (let n = 0; n < PAIRS; n++) {
    const from = pick();
    const to = pick();
    pairs.push({ ours: roadBetween(network, from, to), theirs: await router.route(from, to) });
  }
}, 120_000);

/** Random points of public roads on which drives may begin. */
function pointPicker(graph: RoadGraph): () => LatLng {
  const { segmentFlags, shapeFirst, shapeEnd, shapeLat7, shapeLng7 } = graph;
  const random = createRandom(11);
  const { MAY_SNAP, DESTINATION_ONLY, BAD_ROAD } = SEGMENT_FLAGS;
  const usable = [...segmentFlags.keys()].filter(
    (segment) =>
      ((segmentFlags[segment] ?? 0) & (MAY_SNAP | DESTINATION_ONLY | BAD_ROAD)) === MAY_SNAP,
  );
  return () => {
    const segment = usable[Math.floor(random() * usable.length)] ?? 0;
    const first = shapeFirst[segment] ?? 0;
    const at = first + Math.floor(random() * ((shapeEnd[segment] ?? 0) - first));
    return { lat: (shapeLat7[at] ?? 0) / 1e7, lng: (shapeLng7[at] ?? 0) / 1e7 };
  };
}

function roadBetween(network: RoadNetwork, from: LatLng, to: LatLng): NetworkRoad | undefined {
  const begin = network.snap(from);
  const end = network.snap(to);
  return begin && end && network.road(network.labelFrom(begin), network.labelTo(end));
}

const both = () => pairs.flatMap(({ ours, theirs }) => (ours && theirs ? [{ ours, theirs }] : []));

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

describe("roads of Liechtenstein beside those of Valhalla", () => {
  test("both find a road between the same places", () => {
    expect(pairs).toHaveLength(PAIRS);
    const found = pairs.filter(
      ({ ours, theirs }) => (ours === undefined) === (theirs === undefined),
    );
    expect(found).toHaveLength(PAIRS);
  });

  test("roads are as long; at most one in ten goes another way", () => {
    const ratios = both().map(({ ours, theirs }) => ours.distanceM / theirs.distanceM);
    expect(Math.abs(median(ratios) - 1)).toBeLessThan(0.01);
    const far = ratios.filter((ratio) => Math.abs(ratio - 1) > FAR);
    expect(far.length / ratios.length).toBeLessThan(0.1);
  });

  test("drives take a constant multiple of free roads, within 15 % for nine in ten", () => {
    const ratios = both()
      .filter(({ theirs }) => theirs.durationS > 120)
      .map(({ ours, theirs }) => ours.durationS / theirs.durationS);
    const usual = median(ratios);
    expect(usual).toBeGreaterThan(1.2);
    expect(usual).toBeLessThan(1.7);
    const far = ratios.filter((ratio) => Math.abs(ratio / usual - 1) > FAR);
    expect(far.length / ratios.length).toBeLessThan(0.1);
  });
});
