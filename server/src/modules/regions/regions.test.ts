import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RegionList } from "@commonlane/contract/regions";
import { expect, test } from "vitest";
import { createModerator } from "../../../test/fixtures/moderators.ts";
import { createTestApp } from "../../../test/app/test-app.ts";
import { createTestFolder } from "../../../test/app/test-folders.ts";
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
