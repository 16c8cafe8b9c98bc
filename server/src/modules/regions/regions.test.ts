import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RegionList, SuggestedExtract } from "@commonlane/contract/regions";
import { expect, test } from "vitest";
import { createAdministrator, createModerator } from "../../../test/fixtures/moderators.ts";
import { createTestApp } from "../../../test/app/test-app.ts";
import { createTestFolder } from "../../../test/app/test-folders.ts";
import { createRegionBuildWorker } from "./build-job.ts";
import { writeRegion } from "../../../test/regions/write-region.ts";

test("moderators see regions that were added, updated and removed while the server runs", async () => {
  const DATA_DIR = createTestFolder();
  const app = await createTestApp({ settings: { DATA_DIR } });
  const moderator = await createModerator(app);
  const list = async () =>
    (await app.call<RegionList>("GET", "/moderation/regions", { as: moderator })).body;
  expect(await list()).toEqual({ regions: [], builds: [] });

  const folder = writeRegion(DATA_DIR, {
    id: "liechtenstein",
    name: "Liechtenstein",
    source: {
      file: "/secret/path.osm.pbf",
      sha256: "1".repeat(64),
      bytes: 5,
      timestamp: "2015-07-27T21:14:01Z",
    },
    steps: { roads: { edges: 12_000 }, map: { bytes: 1000 } },
  });
  await expect.poll(list).toMatchObject({ regions: [{ id: "liechtenstein" }] });
  const { regions } = await list();
  expect(regions).toEqual([
    {
      id: "liechtenstein",
      name: "Liechtenstein",
      dataAt: "2015-07-27T21:14:01Z",
      builtAt: "2026-01-01T00:00:00.000Z",
      bytes: expect.any(Number),
      bbox: [9.4, 47, 9.7, 47.3],
      steps: [
        { name: "roads", figures: [{ name: "edges", value: 12_000 }] },
        { name: "map", figures: [{ name: "bytes", value: 1000 }] },
      ],
      coverage: [[expect.arrayContaining([[9.4, 47]])]],
    },
  ]);
  expect(regions[0]?.bytes).toBeGreaterThan(400);
  expect(JSON.stringify(regions)).not.toContain("secret");

  writeRegion(
    DATA_DIR,
    { id: "liechtenstein", name: "Ländle", builtAt: "2026-02-01T00:00:00Z" },
    "liechtenstein@2",
  );
  await expect.poll(list).toMatchObject({ regions: [{ name: "Ländle" }] });
  rmSync(folder, { recursive: true });
  rmSync(join(DATA_DIR, "regions/liechtenstein@2"), { recursive: true });
  await expect.poll(list).toEqual({ regions: [], builds: [] });
});

test("moderators see builds: running, failed, and stopped if nothing was written for a while", async () => {
  const DATA_DIR = createTestFolder();
  const app = await createTestApp({ settings: { DATA_DIR } });
  const moderator = await createModerator(app);
  const write = (id: string, progress: object) => {
    const folder = join(DATA_DIR, "regions", `.building-${id}`, ".work");
    mkdirSync(folder, { recursive: true });
    const file = {
      id,
      name: id,
      updatedAt: "2026-01-01T07:59:50Z",
      step: "Building roads",
      stepNumber: 2,
      stepCount: 4,
      fraction: 0.4,
    };
    writeFileSync(join(folder, "progress.json"), JSON.stringify({ ...file, ...progress }));
  };
  write("andorra", { secondsLeft: 90 });
  write("bayern", { error: "No space is left." });
  write("corse", { updatedAt: "2026-01-01T07:00:00Z" });
  write("dorf", { step: 5 });
  const { body } = await app.call<RegionList>("GET", "/moderation/regions", { as: moderator });
  expect(body.builds).toMatchObject([
    { id: "andorra", state: "running", secondsLeft: 90, fraction: 0.4, error: null },
    { id: "bayern", state: "failed", error: "No space is left." },
    { id: "corse", state: "stopped", secondsLeft: null },
  ]);
});

const BUCHS = { lat: 47.1667, lng: 9.478, radiusKm: 5 };

async function openConsole() {
  const DATA_DIR = createTestFolder();
  const app = await createTestApp({ settings: { DATA_DIR } });
  const administrator = await createAdministrator(app);
  const suggest = async (area: { lat: number; lng: number; radiusKm: number }) => {
    const query = new URLSearchParams({
      lat: String(area.lat),
      lng: String(area.lng),
      radiusKm: String(area.radiusKm),
    });
    const { body } = await app.call<{ items: SuggestedExtract[] }>(
      "GET",
      `/administration/extracts?${query.toString()}`,
      { as: administrator },
    );
    return body.items;
  };
  const build = (name: string) =>
    app.call<{ code?: string }>("POST", "/administration/regions", {
      as: administrator,
      body: { name },
    });
  return { app, DATA_DIR, suggest, build };
}

test("[domain/regions:suggested] suggests the extracts that hold an area, smallest first, or else its centre, and asks no server", async () => {
  const { suggest } = await openConsole();
  expect(await suggest({ lat: 47.16, lng: 9.55, radiusKm: 4 })).toMatchObject([
    { name: "Liechtenstein", minutes: 1 },
    { name: "Switzerland" },
  ]);
  expect((await suggest(BUCHS)).map(({ name }) => name)).toEqual(["Switzerland"]);
  const wide = await suggest({ lat: 47.16, lng: 9.55, radiusKm: 900 });
  expect(wide.map(({ name }) => name)).toEqual(["Liechtenstein", "Switzerland", "Austria"]);
  expect(await suggest({ lat: 0, lng: -30, radiusKm: 10 })).toEqual([]);
});

test("[domain/regions:own-list] the operator's list replaces ours, may name files, and is ignored with any address but https", async () => {
  const { DATA_DIR, suggest } = await openConsole();
  const writeList = (source: object) =>
    writeFileSync(
      join(DATA_DIR, "extracts.json"),
      JSON.stringify([{ name: "Rhine valley", sizeMb: 30, bbox: [9, 47, 10, 48], ...source }]),
    );
  writeList({ file: "/srv/rhine.osm.pbf" });
  expect(await suggest(BUCHS)).toEqual([
    { name: "Rhine valley", url: null, sizeMb: 30, minutes: 2 },
  ]);
  for (const url of ["http://intranet/rhine.osm.pbf", "file:///etc/passwd"]) {
    writeList({ url });
    expect((await suggest(BUCHS)).map(({ name }) => name)).toEqual(["Switzerland"]);
  }
});

test("[domain/regions:build] only a listed extract is built, by the operator's command; an interrupted build is tried again, a failed one is not", async () => {
  const { app, build } = await openConsole();
  expect((await build("Atlantis")).body.code).toBe("not_found");
  expect((await build("Liechtenstein")).status).toBe(200);
  expect((await build("Liechtenstein")).status).toBe(200);
  const source = "https://download.geofabrik.de/europe/liechtenstein-latest.osm.pbf";
  const data = { name: "Liechtenstein", source };
  expect(await app.jobs.waiting(app.db)).toMatchObject([{ name: "region.build", data }]);

  const runs: object[] = [];
  const workerWith = (code: number | null) =>
    createRegionBuildWorker(async (_, region) => {
      runs.push(region);
      return { code, output: "" };
    });
  await workerWith(0).run(app.ctx, data);
  await workerWith(1).run(app.ctx, data);
  await expect(workerWith(null).run(app.ctx, data)).rejects.toThrow("interrupted");
  expect(runs).toEqual([data, data, data]);
});
