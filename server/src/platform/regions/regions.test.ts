import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { openLog } from "#platform/log.ts";
import { writeRegion } from "../../../test/regions/write-region.ts";
import { Coverage } from "./coverage.ts";
import { openRegions } from "./regions.ts";

function open() {
  const folder = mkdtempSync(join(tmpdir(), "regions-"));
  const logged: string[] = [];
  const log = openLog("info", { write: (line) => void logged.push(line) });
  const openHere = () => openRegions({ DATA_DIR: folder }, log, { pollMs: 10 });
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return { folder, logged, openHere };
}

test("regions are listed by name, also while none exists", () => {
  const { folder, openHere } = open();
  const none = openHere();
  expect(none.list()).toEqual([]);
  none.close();
  writeRegion(folder, { id: "b", name: "Älmhult" });
  writeRegion(folder, { id: "a", name: "Bayreuth" });
  writeRegion(folder, { id: "c" }, ".building-c");
  const regions = openHere();
  expect(regions.list().map(({ name }) => name)).toEqual(["Älmhult", "Bayreuth"]);
  regions.close();
});

test("added, updated and removed regions reach the listeners of an open process", async () => {
  const { folder, openHere } = open();
  const regions = openHere();
  onTestFinished(() => regions.close());
  const seen: string[][] = [];
  const stop = regions.onChange(() =>
    seen.push(regions.list().map(({ id, version }) => `${id} ${version}`)),
  );
  const isSeen = (count: number) => vi.waitFor(() => expect(seen.length).toBe(count));

  const first = writeRegion(folder, { id: "a" }, ".building-a");
  renameSync(first, join(folder, "regions/a"));
  await isSeen(1);
  const before = regions.list()[0];

  // The new build lies beside the old one, which is then deleted: one change.
  writeRegion(folder, { id: "a", builtAt: "2026-02-01T00:00:00Z" }, ".building-a");
  renameSync(first, join(folder, "regions/a@2"));
  await isSeen(2);
  expect(regions.list()).toHaveLength(1);
  expect(regions.list()[0]?.version).not.toBe(before?.version);
  expect(regions.list()[0]?.path("roads")).toBe(join(folder, "regions/a@2/roads"));
  rmSync(join(folder, "regions/a"), { recursive: true });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(seen).toHaveLength(2);

  rmSync(join(folder, "regions/a@2"), { recursive: true });
  await isSeen(3);
  expect(seen[2]).toEqual([]);

  stop();
  writeRegion(folder, { id: "b" });
  await vi.waitFor(() => expect(regions.list()).toHaveLength(1));
  expect(seen).toHaveLength(3);
});

test("a region of another format is not used, and the log says how to build it again", () => {
  const { folder, logged, openHere } = open();
  writeFileSync(
    join(writeRegion(folder, { id: "old" }), "region.json"),
    JSON.stringify({ format: 0, id: "old" }),
  );
  writeRegion(folder, { id: "good" });
  const regions = openHere();
  onTestFinished(() => regions.close());
  expect(regions.list().map(({ id }) => id)).toEqual(["good"]);
  expect(logged.join("")).toContain("npm run region -- update");
});

test("regions stay in use while their folders cannot be read, which is logged once", async () => {
  const { folder, logged, openHere } = open();
  const built = writeRegion(folder, { id: "a" });
  const regions = openHere();
  onTestFinished(() => regions.close());
  const [region] = regions.list();
  const all = join(folder, "regions");
  const makeUnreadable = (path: string) => {
    renameSync(path, join(folder, "away"));
    symlinkSync(path, path);
    regions.refresh();
    regions.refresh();
    expect(regions.list()).toEqual([region]);
    rmSync(path);
    renameSync(join(folder, "away"), path);
    regions.refresh();
    expect(regions.list()).toEqual([region]);
  };

  makeUnreadable(built);
  expect(logged.join("").split("this region cannot be read")).toHaveLength(2);
  makeUnreadable(all);
  expect(logged.join("").split("the folder of the regions cannot be read")).toHaveLength(2);

  // At the start as well: one region that cannot be read does not keep others from being used.
  symlinkSync(join(all, "loop"), join(all, "loop"));
  const restarted = openHere();
  onTestFinished(() => restarted.close());
  expect(restarted.list().map(({ id }) => id)).toEqual(["a"]);
  rmSync(join(all, "loop"));
  writeRegion(folder, { id: "loop" });
  await vi.waitFor(() => expect(restarted.list()).toHaveLength(2));
});

test("a region covers the points inside its polygons, but not those in their holes", () => {
  const { covers } = ((shape) => ({
    covers: (lng: number, lat: number) => shape.covers({ lat, lng }),
  }))(
    new Coverage({
      type: "MultiPolygon",
      coordinates: [
        [
          [
            [0, 0],
            [10, 0],
            [10, 10],
            [0, 10],
            [0, 0],
          ],
          [
            [4, 4],
            [4, 6],
            [6, 6],
            [6, 4],
            [4, 4],
          ],
        ],
        [
          [
            [20, 0],
            [24, 2],
            [20, 4],
            [20, 0],
          ],
        ],
      ],
    }),
  );
  const inside = [
    [1, 1],
    [5, 3],
    [9.99, 9.99],
    [21, 1],
    [23.9, 2],
  ] as const;
  const outside = [
    [5, 5],
    [11, 5],
    [-1, 5],
    [5, 10.01],
    [5, -0.01],
    [23, 1],
    [15, 2],
    [NaN, 5],
    [5, NaN],
  ] as const;
  expect(inside.filter(([lng, lat]) => !covers(lng, lat))).toEqual([]);
  expect(outside.filter(([lng, lat]) => covers(lng, lat))).toEqual([]);
});
