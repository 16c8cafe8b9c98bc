import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LatLng } from "@commonlane/contract/shapes";
import type { BBox } from "@commonlane/geo/osm/osm-element";
import { buildRoadNetwork } from "@commonlane/geo/road-network/build-road-network";
import { buildWalkNetwork } from "@commonlane/geo/road-network/build-walk-network";
import { writeNetworkFile } from "@commonlane/geo/road-network/network-file";
import { SmallExtract } from "@commonlane/geo/testing/small-extract";
import { distanceM } from "@commonlane/matching/geo";
import { expect, onTestFinished, test } from "vitest";
import { openLog } from "#platform/log.ts";
import { openRegions } from "#platform/regions/regions.ts";
import { readSettings } from "#platform/settings.ts";
import { writeRegion } from "../../../test/regions/write-region.ts";
import { addLiechtenstein, buildLiechtenstein } from "../../../test/roads/liechtenstein-region.ts";
import { liechtenstein } from "../../../test/roads/roads.ts";
import { estimateLeg, estimateRoad, estimateWalk } from "./great-circle-estimates.ts";
import { GATEWAYS_FILE, NETWORK_FILE, ROADS_FOLDER } from "./network/region-network.ts";
import { openRoutingEngine } from "./open-routing-engine.ts";

const { balzers, vaduz, schaan, malbun, ruggell } = liechtenstein;
const planken = { lat: 47.1853, lng: 9.5442 };
const zuerich = { lat: 47.3769, lng: 8.5417 };
const muenchen = { lat: 48.1351, lng: 11.582 };
const WAIT = { timeout: 30_000, interval: 50 };

async function openEngine({ withRegion = true } = {}) {
  const built = await buildLiechtenstein();
  const dataFolder = mkdtempSync(join(tmpdir(), "roads-"));
  if (withRegion) addLiechtenstein(built, dataFolder);
  const lines: string[] = [];
  const log = openLog("info", { write: (line) => void lines.push(line) });
  const regions = openRegions({ DATA_DIR: dataFolder }, log, { pollMs: 20 });
  const settings = readSettings({});
  const { routing, close } = openRoutingEngine(settings, log, regions);
  onTestFinished(() => {
    close();
    regions.close();
    rmSync(dataFolder, { recursive: true, force: true });
  });
  /** A region of its own with these roads, which takes part at once. */
  const addSmall = async (id: string, bbox: BBox, extract: SmallExtract) => {
    const { graph, walks } = (await extract.build()).built;
    const network = { drive: buildRoadNetwork(graph), walk: buildWalkNetwork(walks) };
    const folder = writeRegion(dataFolder, { id, bbox });
    mkdirSync(join(folder, ROADS_FOLDER));
    writeFileSync(join(folder, NETWORK_FILE), Buffer.concat(writeNetworkFile(network)));
    writeFileSync(join(folder, GATEWAYS_FILE), "[]");
    regions.refresh();
  };
  const addRegion = ({ from = built, builtAt }: { from?: string; builtAt?: string } = {}) =>
    addLiechtenstein(from, dataFolder, builtAt);
  return { routing, settings, addRegion, addSmall, lines };
}

/** A copy of the built region, to change it. */
async function copyBuilt(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "built-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(await buildLiechtenstein(), folder, { recursive: true });
  return folder;
}

/** Somewhere in or around Liechtenstein, different for each n. */
const place = (n: number): LatLng => ({
  lat: 47.03 + ((n * 0.0137) % 0.26),
  lng: 9.44 + ((n * 0.0071) % 0.22),
});

const lengthOf = (line: readonly LatLng[]): number =>
  line.slice(1).reduce((sum, point, n) => sum + distanceM(line[n] ?? point, point), 0);

test("drives follow roads and walks follow paths inside of a region", async () => {
  const { routing } = await openEngine();
  const { legs, routed } = routing.route([vaduz, schaan, balzers]);
  expect(routed).toBe(true);
  expect(legs.map(({ distanceM, estimated }) => [Math.round(distanceM / 1000), estimated])).toEqual(
    [
      [3, undefined],
      [12, undefined],
    ],
  );
  for (const { line, distanceM } of legs)
    expect(Math.abs(lengthOf(line) / distanceM - 1)).toBeLessThan(0.05);
  expect(legs[0]?.line.at(-1)).toEqual(legs[1]?.line.at(0));
  expect(distanceM(legs[0]?.line[0] ?? balzers, vaduz)).toBeLessThan(50);
  expect(routing.road(vaduz, schaan)).toMatchObject({ durationS: legs[0]?.durationS });
  expect(routing.road(malbun, malbun)).toEqual({ distanceM: 0, durationS: 0 });
  // Planken lies 300 m above the valley: the estimate of 1.2 times the straight line is too short.
  const [walk] = routing.walks(schaan, [planken], 20_000);
  expect(walk?.distanceM).toBeGreaterThan(1.25 * distanceM(schaan, planken));
  expect(walk?.estimated).toBeUndefined();
  expect(routing.walks(schaan, [planken], 1_000)).toEqual([null]);
  expect([vaduz, zuerich].map((point) => routing.isCovered(point))).toEqual([true, false]);
});

test("no drive begins on a track in the fields, or beyond the border of the extract", async () => {
  const { routing } = await openEngine();
  const rheindamm = { lat: 47.21379, lng: 9.49926 };
  const eschen = { lat: 47.2108, lng: 9.5222 };
  expect(routing.road(rheindamm, eschen)?.durationS).toBeLessThan(15 * 60);
});

test.each([
  ["Feldkirch", { lat: 47.2372, lng: 9.598 }, [14, 19], [17, 26]],
  ["Chur", { lat: 46.8508, lng: 9.532 }, [34, 45], [28, 46]],
  ["Zürich", zuerich, [90, 115], [65, 90]],
  ["München", muenchen, [210, 260], [130, 175]],
] as const)(
  "a way to %s uses roads to the border and the estimate beyond, in both directions",
  async (_, there, [minKm, maxKm], [minMinutes, maxMinutes]) => {
    const { routing } = await openEngine();
    for (const [from, to] of [[vaduz, there] as const, [there, vaduz] as const]) {
      const { legs, routed } = routing.route([from, to]);
      const [leg] = legs;
      expect([routed, leg?.estimated]).toEqual([true, true]);
      expect((leg?.distanceM ?? 0) / 1000).toBeGreaterThan(minKm);
      expect((leg?.distanceM ?? 0) / 1000).toBeLessThan(maxKm);
      expect((leg?.durationS ?? 0) / 60).toBeGreaterThan(minMinutes);
      expect((leg?.durationS ?? 0) / 60).toBeLessThan(maxMinutes);
      expect(routing.road(from, to)).toEqual({
        distanceM: leg?.distanceM,
        durationS: leg?.durationS,
        estimated: true,
      });
      const line = leg?.line ?? [];
      expect(line.length).toBeGreaterThan(10);
      expect(distanceM(line[0] ?? there, from)).toBeLessThan(50);
      expect(distanceM(line.at(-1) ?? there, to)).toBeLessThan(50);
    }
  },
);

test("at the edge of the region every pair has a way, the same as its route, and hardly shorter than the straight line", async () => {
  const { routing } = await openEngine();
  const around = Array.from({ length: 16 }, (_, n) => place(n));
  expect(new Set(around.map((point) => routing.isCovered(point))).size).toBe(2);
  for (const from of around)
    for (const to of around) {
      const road = routing.road(from, to);
      // A drive begins at the nearest road, a kilometre or two away.
      expect(road?.distanceM).toBeGreaterThan(distanceM(from, to) - 4_000);
      const { legs } = routing.route([from, to]);
      expect(legs[0]?.durationS).toBeCloseTo(road?.durationS ?? NaN, 6);
    }
});

test("a way between two places outside follows the roads of the region that it passes", async () => {
  const { routing, settings } = await openEngine();
  const sargans = { lat: 47.0487, lng: 9.4432 };
  const feldkirch = { lat: 47.2372, lng: 9.598 };
  for (const [from, to] of [[sargans, feldkirch] as const, [feldkirch, sargans] as const]) {
    const { legs, routed } = routing.route([from, to]);
    const [leg] = legs;
    expect([routed, leg?.estimated]).toEqual([true, true]);
    const { distanceM, durationS } = leg ?? {};
    expect(routing.road(from, to)).toEqual({ distanceM, durationS, estimated: true });
    expect((leg?.line ?? []).filter((point) => routing.isCovered(point)).length).toBeGreaterThan(5);
  }
  expect(routing.road(zuerich, muenchen), "beside the region").toEqual(
    estimateRoad(zuerich, muenchen, settings),
  );
});

test("ways outside of every region are estimated", async () => {
  const { routing, settings } = await openEngine();
  expect(routing.route([zuerich, muenchen])).toEqual({
    legs: [estimateLeg(zuerich, muenchen, settings)],
    routed: false,
  });
  expect(routing.road(zuerich, muenchen)).toEqual(estimateRoad(zuerich, muenchen, settings));
  expect(routing.walks(zuerich, [muenchen], 100)).toEqual([
    estimateWalk(zuerich, muenchen, settings),
  ]);
});

test("roads come and go with the region while the server runs", async () => {
  const { routing, addRegion } = await openEngine({ withRegion: false });
  const isRouted = () => routing.route([vaduz, schaan]).routed;
  expect(isRouted()).toBe(false);
  const folder = addRegion();
  await expect.poll(isRouted, WAIT).toBe(true);
  rmSync(folder, { recursive: true });
  await expect.poll(isRouted, WAIT).toBe(false);
  expect(routing.isCovered(vaduz)).toBe(false);
  addRegion({ builtAt: "2026-02-01T00:00:00Z" });
  await expect.poll(isRouted, WAIT).toBe(true);
});

test("damaged roads, and those of an earlier release, are not used, and the log says what to do", async () => {
  const { routing, addRegion, lines } = await openEngine({ withRegion: false });
  const damaged = await copyBuilt();
  writeFileSync(join(damaged, NETWORK_FILE), "rubbish");
  const folder = addRegion({ from: damaged });
  await expect.poll(() => lines.join(""), WAIT).toContain("npm run region -- update");
  expect(routing.road(vaduz, ruggell)?.estimated).toBe(true);

  rmSync(folder, { recursive: true });
  const earlier = await copyBuilt();
  rmSync(join(earlier, NETWORK_FILE));
  writeFileSync(join(earlier, "roads/tiles.tar"), "");
  lines.length = 0;
  addRegion({ from: earlier, builtAt: "2026-02-01T00:00:00Z" });
  await expect.poll(() => lines.join(""), WAIT).toContain("npm run region -- update");
  expect(routing.route([vaduz, ruggell]).routed).toBe(false);
});

test("where regions overlap, a way uses the one that has a road, and a walk is the same in both directions", async () => {
  const { routing, addSmall } = await openEngine({ withRegion: false });
  const street = { highway: "residential" };
  const west = { lat: 47.14, lng: 9.52 };
  const lng900m = 900 / 111_195 / Math.cos((west.lat * Math.PI) / 180);
  const middle = { ...west, lng: west.lng + lng900m };
  const east = { ...west, lng: west.lng + 2 * lng900m };
  // The first region ends in the middle, and has only a path; its street is far away.
  const map = "A        B        C";
  const path = new SmallExtract(`${map}${"\n".repeat(400)}D E`);
  path.way("AB", { highway: "footway" }).way("DE", street);
  await addSmall("a", [9.51, 46, middle.lng + 1e-4, 47.3], path);
  await addSmall("b", [9.51, 47, 9.6, 47.3], new SmallExtract(map).way("ABC", street));

  expect(routing.road(west, middle)?.distanceM).toBeCloseTo(900, -1);
  expect(routing.road(west, middle)?.estimated).toBeUndefined();
  const [there] = routing.walks(middle, [east], 2_000);
  const [back] = routing.walks(east, [middle], 2_000);
  expect(there).toEqual({ distanceM: expect.closeTo(900, -1), durationS: back?.durationS });
  expect(routing.walkPath(middle, east, 2_000)?.length).toBeGreaterThan(2);
});
