import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LatLng } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openLog } from "#platform/log.ts";
import { openRegions } from "#platform/regions/regions.ts";
import { readSettings } from "#platform/settings.ts";
import {
  addLiechtenstein,
  buildLiechtenstein,
} from "../../../../test/roads/liechtenstein-region.ts";
import { liechtenstein, reasonRoutingUnavailable } from "../../../../test/roads/roads.ts";
import { createGreatCircleEngine } from "../great-circle-engine.ts";
import { type EmbeddedEngineOptions, openEmbeddedEngine } from "./open-embedded-engine.ts";
import { TILES_FILE } from "./region-roads.ts";

const { balzers, vaduz, schaan, malbun, ruggell } = liechtenstein;
const planken = { lat: 47.1853, lng: 9.5442 };
const zuerich = { lat: 47.3769, lng: 8.5417 };
const PATIENT = { timeoutMs: 60_000, hangMs: 60_000 };
const WAIT = { timeout: 30_000, interval: 50 };

const reason = reasonRoutingUnavailable();
if (reason !== undefined) process.stderr.write(`Skipping the embedded engine: ${reason}\n`);

let built = "";
beforeAll(
  async () => void (built = reason === undefined ? await buildLiechtenstein() : ""),
  120_000,
);

function openEngine({
  withRegion = true,
  ...options
}: EmbeddedEngineOptions & { withRegion?: boolean } = {}) {
  const dataFolder = mkdtempSync(join(tmpdir(), "roads-"));
  if (withRegion) addLiechtenstein(built, dataFolder);
  const lines: string[] = [];
  const log = openLog("info", { write: (line) => void lines.push(line) });
  const regions = openRegions({ DATA_DIR: dataFolder }, log, { pollMs: 20 });
  const settings = readSettings({});
  const estimate = createGreatCircleEngine(settings);
  const engine = openEmbeddedEngine(regions, estimate, settings, log, { ...PATIENT, ...options });
  onTestFinished(async () => {
    await engine.close();
    regions.close();
    rmSync(dataFolder, { recursive: true, force: true });
  });
  return { engine, estimate, dataFolder, lines };
}

/** Somewhere in or around Liechtenstein, different for each n, so that nothing is cached. */
const place = (n: number): LatLng => ({
  lat: 47.03 + ((n * 0.0137) % 0.26),
  lng: 9.44 + ((n * 0.0071) % 0.22),
});
const isRunning = (pid = 0): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe.runIf(reason === undefined)("the embedded engine", () => {
  test("drives on roads and walks on paths inside of a region", async () => {
    const { engine } = openEngine();
    const { legs, routed } = await engine.route([vaduz, schaan, balzers]);
    expect(routed).toBe(true);
    expect(
      legs.map(({ distanceM, estimated }) => [Math.round(distanceM / 100), estimated]),
    ).toEqual([
      [32, undefined],
      [123, undefined],
    ]);
    const table = await engine.table([vaduz, malbun], [schaan, ruggell, malbun]);
    expect(table[0]?.[0]?.durationS).toBeCloseTo(legs[0]?.durationS ?? 0, -1);
    expect(table[1]?.[2]).toEqual({ distanceM: 0, durationS: 0 });
    // Planken lies 300 m above the valley: the estimate of 1.2 times the straight line is too short.
    const [[walk] = []] = await engine.walkTable([schaan], [planken]);
    expect(walk?.distanceM).toBeGreaterThan(1.25 * distanceM(schaan, planken));
    expect(walk?.durationS).toBeGreaterThan((walk?.distanceM ?? 0) / 1.6);
    expect(walk?.estimated).toBeUndefined();
    const [road, none] = await engine.locate([{ lat: 47.1411, lng: 9.5228 }, zuerich]);
    expect(road?.distanceM).toBeLessThan(100);
    expect(none).toBeUndefined();
    expect([vaduz, zuerich].map((point) => engine.isCovered(point))).toEqual([true, false]);
  });

  test.each([
    ["Feldkirch", { lat: 47.2372, lng: 9.598 }, [14, 19], [17, 26]],
    ["Chur", { lat: 46.8508, lng: 9.532 }, [34, 45], [28, 42]],
    ["Zürich", zuerich, [90, 115], [65, 90]],
    ["München", { lat: 48.1351, lng: 11.582 }, [210, 260], [130, 175]],
  ] as const)(
    "a way to %s uses roads to the border and the estimate beyond, in both directions",
    async (_, there, [minKm, maxKm], [minMinutes, maxMinutes]) => {
      const { engine } = openEngine();
      for (const [from, to] of [[vaduz, there] as const, [there, vaduz] as const]) {
        const { legs, routed } = await engine.route([from, to]);
        const [leg] = legs;
        expect([routed, leg?.estimated]).toEqual([true, true]);
        expect((leg?.distanceM ?? 0) / 1000).toBeGreaterThan(minKm);
        expect((leg?.distanceM ?? 0) / 1000).toBeLessThan(maxKm);
        expect((leg?.durationS ?? 0) / 60).toBeGreaterThan(minMinutes);
        expect((leg?.durationS ?? 0) / 60).toBeLessThan(maxMinutes);
        expect((await engine.table([from], [to]))[0]?.[0]).toEqual({
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

  test("at the edge of the region every pair has a way, the same in tables and routes, and none is shorter than the straight line", async () => {
    const { engine } = openEngine();
    const around = Array.from({ length: 16 }, (_, n) => place(n));
    expect(new Set(around.map((point) => engine.isCovered(point))).size).toBe(2);
    const table = await engine.table(around, around);
    for (const [row, from] of around.entries()) {
      for (const [column, to] of around.entries()) {
        const road = table[row]?.[column];
        // The engine first moves a place to the nearest road, a kilometre away at most.
        expect(road?.distanceM).toBeGreaterThan(distanceM(from, to) - 2_000);
        if ((row * 16 + column) % 17 !== 3) continue;
        const { legs } = await engine.route([from, to]);
        expect(Math.abs((legs[0]?.durationS ?? 0) - (road?.durationS ?? 0))).toBeLessThan(30);
      }
    }
  });

  test("hundreds of queries at once wait for their turn", async () => {
    const { engine } = openEngine();
    const grid = Array.from({ length: 300 }, (_, n) => ({
      lat: vaduz.lat + n * 0.00002,
      lng: vaduz.lng,
    }));
    const roads = await Promise.all(grid.map(async (point) => (await engine.locate([point]))[0]));
    expect(roads.filter((road) => !road)).toEqual([]);
  });

  test("ways outside of every region are estimated without a query", async () => {
    const { engine, estimate } = openEngine();
    const points = [zuerich, { lat: 48.1351, lng: 11.582 }];
    expect(await engine.route(points)).toEqual(await estimate.route(points));
    expect(await engine.table(points, points)).toEqual(await estimate.table(points, points));
    expect(engine.pid).toBeUndefined();
  });

  test("killed under load, every call is answered, and a new process takes over", async () => {
    const { engine, lines } = openEngine();
    expect((await engine.route([vaduz, schaan])).routed).toBe(true);
    const pid = engine.pid ?? 0;
    const calls = Array.from({ length: 60 }, (_, n) => engine.route([vaduz, place(n)]));
    const tables = Array.from({ length: 10 }, (_, n) =>
      engine.table([place(n)], [vaduz, place(n + 50)]),
    );
    process.kill(pid, "SIGKILL");
    const routes = await Promise.all(calls);
    await Promise.all(tables);
    expect(routes.every(({ legs }) => (legs[0]?.durationS ?? 0) > 0)).toBe(true);
    await expect.poll(async () => (await engine.route([balzers, ruggell])).routed, WAIT).toBe(true);
    expect(engine.pid).not.toBe(pid);
    expect(lines.join("")).toContain("the routing process ended");
  });

  test("a process that hangs does not hold up callers, is killed and replaced", async () => {
    const { engine } = openEngine({ timeoutMs: 300, hangMs: 1_000 });
    await expect.poll(async () => (await engine.route([vaduz, schaan])).routed, WAIT).toBe(true);
    const pid = engine.pid ?? 0;
    process.kill(pid, "SIGSTOP");
    const { routed, legs } = await engine.route([vaduz, balzers]);
    expect([routed, legs[0]?.estimated]).toEqual([false, true]);
    expect(await engine.table([vaduz], [ruggell])).toEqual([[undefined]]);
    await expect.poll(() => isRunning(pid), WAIT).toBe(false);
    await expect.poll(async () => (await engine.route([vaduz, balzers])).routed, WAIT).toBe(true);
  });

  test("a process that keeps too much memory is replaced between queries", async ({ skip }) => {
    skip(process.platform !== "linux", "Only Linux tells memory of its own from mapped files.");
    const { engine, lines } = openEngine({ maxMemoryMb: 1 });
    expect((await engine.route([vaduz, schaan])).routed).toBe(true);
    const { pid } = engine;
    await expect.poll(() => isRunning(pid), WAIT).toBe(false);
    expect((await engine.route([vaduz, balzers])).routed).toBe(true);
    expect(lines.join("")).not.toContain("the routing process ended");
  });

  test("an idle process that hangs is replaced before it is needed", async () => {
    const { engine } = openEngine({ hangMs: 500, pingEveryMs: 50 });
    await expect.poll(async () => (await engine.route([vaduz, schaan])).routed, WAIT).toBe(true);
    const pid = engine.pid ?? 0;
    process.kill(pid, "SIGSTOP");
    await expect.poll(() => isRunning(pid), WAIT).toBe(false);
  });

  test("roads come and go with the region while the engine runs", async () => {
    const { engine, dataFolder } = openEngine({ withRegion: false });
    const isRouted = async () => (await engine.route([vaduz, schaan])).routed;
    expect(await isRouted()).toBe(false);
    const folder = addLiechtenstein(built, dataFolder);
    await expect.poll(isRouted, WAIT).toBe(true);
    rmSync(folder, { recursive: true });
    await expect.poll(isRouted, WAIT).toBe(false);
    expect(engine.isCovered(vaduz)).toBe(false);
    addLiechtenstein(built, dataFolder, "2026-02-01T00:00:00Z");
    await expect.poll(isRouted, WAIT).toBe(true);
  });

  test("unreadable tiles lead to estimates, and the process goes on", async () => {
    const { engine, dataFolder, lines } = openEngine({ withRegion: false });
    const folder = addLiechtenstein(built, dataFolder);
    writeFileSync(join(folder, TILES_FILE), "rubbish");
    await expect.poll(() => engine.isCovered(vaduz), WAIT).toBe(true);
    const { routed, legs } = await engine.route([vaduz, schaan]);
    expect([routed, legs[0]?.estimated]).toEqual([false, true]);
    expect(lines.join("")).toContain("using estimated routes");
  });

  test("what was not prefetched is estimated in a transaction", async () => {
    const { engine } = openEngine();
    expect((await engine.cacheOnly.route([vaduz, zuerich])).routed).toBe(false);
    expect(engine.pid).toBeUndefined();
    const known = await engine.route([vaduz, zuerich]);
    expect(await engine.cacheOnly.route([vaduz, zuerich])).toEqual(known);
  });

  test("no process is left after closing, and calls are still answered", async () => {
    const { engine } = openEngine();
    expect((await engine.route([vaduz, schaan])).routed).toBe(true);
    const { pid } = engine;
    await engine.close();
    expect(isRunning(pid)).toBe(false);
    expect((await engine.route([vaduz, ruggell])).routed).toBe(false);
  });
});
