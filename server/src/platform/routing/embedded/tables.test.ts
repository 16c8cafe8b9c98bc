import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LatLng } from "@commonlane/contract/shapes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openLog } from "#platform/log.ts";
import { openRegions, type Regions } from "#platform/regions/regions.ts";
import { readSettings } from "#platform/settings.ts";
import {
  addLiechtenstein,
  buildLiechtenstein,
} from "../../../../test/roads/liechtenstein-region.ts";
import { liechtenstein, reasonRoutingUnavailable } from "../../../../test/roads/roads.ts";
import { createGreatCircleEngine } from "../great-circle-engine.ts";
import type { Road, RoadTable } from "../routing-engine.ts";
import { type EmbeddedEngine, openEmbeddedEngine } from "./open-embedded-engine.ts";

const reason = reasonRoutingUnavailable();
const { vaduz, ruggell } = liechtenstein;
const PLACES = 60;
/** Tables add whole metres of roads and have whole seconds on free roads. */
const [ROUNDING_M, ROUNDING_S] = [5, 2];

const folder = mkdtempSync(join(tmpdir(), "tables-"));
let regions: Regions | undefined;
let engine: EmbeddedEngine | undefined;
beforeAll(async () => {
  if (reason !== undefined) return;
  addLiechtenstein(await buildLiechtenstein(), folder);
  regions = openRegions({ DATA_DIR: folder }, openLog("silent"));
  const settings = readSettings({});
  const estimate = createGreatCircleEngine(settings);
  engine = openEmbeddedEngine(regions, estimate, settings, openLog("silent"), {
    timeoutMs: 60_000,
    hangMs: 60_000,
  });
}, 120_000);
afterAll(async () => {
  await engine?.close();
  regions?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Around all villages, and different for each n. */
const place = (n: number): LatLng => {
  const villages = Object.values(liechtenstein);
  const { lat, lng } = villages[n % villages.length] ?? vaduz;
  const near = (degrees: number, step: number) =>
    Number((degrees + 0.018 * (((n * step) % 1) - 0.5)).toFixed(5));
  return { lat: near(lat, 0.618), lng: near(lng, 0.414) };
};

describe.runIf(reason === undefined)("tables of the embedded engine", () => {
  test("a road is the same in a table of every shape as on the route", async () => {
    const all = Array.from({ length: PLACES }, (_, n) => place(n)).filter((point) =>
      engine?.isCovered(point),
    );
    expect(all.length).toBeGreaterThan(PLACES / 2);
    const roadOf = async (from: LatLng, to: LatLng): Promise<Road | undefined> =>
      (await engine?.route([from, to]))?.legs[0];
    const expectSame = async (
      table: RoadTable | undefined,
      sources: readonly LatLng[],
      targets: readonly LatLng[],
    ) => {
      for (const [row, from] of sources.entries())
        for (const [column, to] of targets.entries()) {
          const [road, route] = [table?.[row]?.[column], await roadOf(from, to)];
          expect(
            Math.abs((road?.distanceM ?? NaN) - (route?.distanceM ?? NaN)),
          ).toBeLessThanOrEqual(ROUNDING_M);
          expect(
            Math.abs((road?.durationS ?? NaN) - (route?.durationS ?? NaN)),
          ).toBeLessThanOrEqual(ROUNDING_S);
        }
    };
    await expectSame(await engine?.table([vaduz], all), [vaduz], all);
    await expectSame(await engine?.table(all, [ruggell]), all, [ruggell]);
    const [some, others] = [all.slice(0, 6), all.slice(6, 12)];
    await expectSame(await engine?.table(some, others), some, others);
  });

  // Usual times by public route planners, each way; Valhalla's own are 3.6, 9, 22, 15 and 5 minutes.
  test.each([
    ["Schaan from Vaduz", liechtenstein.vaduz, liechtenstein.schaan, [5, 8]],
    ["Balzers from Vaduz", liechtenstein.vaduz, liechtenstein.balzers, [12, 15]],
    ["Ruggell from Balzers", liechtenstein.balzers, liechtenstein.ruggell, [27, 32.5]],
    ["Malbun from Vaduz", liechtenstein.vaduz, liechtenstein.malbun, [19, 24]],
    ["Triesen from Vaduz", liechtenstein.vaduz, liechtenstein.triesen, [5, 8]],
  ] as const)("a drive to %s takes as long as people say", async (_, from, to, [least, most]) => {
    const [[there] = [], [, back] = []] = (await engine?.table([from, to], [to, from])) ?? [];
    const minutes = ((there?.durationS ?? NaN) + (back?.durationS ?? NaN)) / 120;
    expect(minutes).toBeGreaterThan(least);
    expect(minutes).toBeLessThan(most);
  });

  test("a table of walks keeps less memory than a search for the longest possible walk", async ({
    skip,
  }) => {
    skip(process.platform !== "linux", "Only Linux tells memory of its own from mapped files.");
    const [[walk] = []] =
      (await engine?.walkTable([vaduz], [{ lat: vaduz.lat + 0.004, lng: vaduz.lng }])) ?? [];
    expect(walk?.estimated).toBeUndefined();
    const status = readFileSync(`/proc/${engine?.pid}/status`, "utf8");
    expect(Number(/^RssAnon:\s*(\d+)/m.exec(status)?.[1]) / 1024).toBeLessThan(300);
  });
});
