import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { BuildStep } from "#platform/regions/build-step.ts";
import { listBuilds } from "#platform/regions/builds.ts";
import { buildCoverage } from "#platform/regions/build-coverage.ts";
import type { OsmElement } from "@commonlane/geo/osm/read-extract";
import { openLog } from "#platform/log.ts";
import { openRegions } from "#platform/regions/regions.ts";
import { createTestFolder } from "../../../test/app/test-folders.ts";
import { createExtractServer, servePart } from "../../../test/regions/extract-server.ts";
import { extractBytes } from "@commonlane/geo/testing/write-extract";
import { type BuildRequest, buildRegion } from "./build-region.ts";
import { findInstalled, removeReplacedBuilds } from "./installed-regions.ts";

const LIECHTENSTEIN = join(import.meta.dirname, "../../../data/regions/liechtenstein.osm.pbf");

/** Added to an extract, it makes another one. */
const NEWER: OsmElement = { type: "relation", id: 9_000_000_000, members: [], tags: {} };

function fail(): never {
  throw new Error("The roads cannot be built.");
}

function checkRoads(folder: string): void {
  if (readFileSync(join(folder, "roads.txt"), "utf8") !== "roads") throw new Error("Damaged.");
}

/** A step that notes its runs and writes a file. */
function step(name: string, runs: string[], fail: () => void = () => {}): BuildStep {
  return {
    name,
    weight: 1,
    async run({ folder, onProgress }) {
      runs.push(name);
      writeFileSync(join(folder, `${name}.txt`), name);
      onProgress(0.5);
      fail();
      return { files: 1 };
    },
  };
}

function prepare(source: BuildRequest["source"] = { file: LIECHTENSTEIN }) {
  const dataFolder = createTestFolder();
  const regionsFolder = join(dataFolder, "regions");
  mkdirSync(regionsFolder);
  const build = (steps: readonly BuildStep[], options: Partial<BuildRequest> = {}) =>
    buildRegion({
      regionsFolder,
      id: "liechtenstein",
      name: "Liechtenstein",
      source,
      steps: [buildCoverage, ...steps],
      signal: new AbortController().signal,
      output: { isTerminal: false, write: () => {} },
      ...options,
    });
  const update = (steps: readonly BuildStep[]) => {
    const replaces = findInstalled(regionsFolder, "liechtenstein");
    return build(steps, { ...(replaces && { replaces }), onlyIfChanged: true });
  };
  const builds = () => listBuilds({ DATA_DIR: dataFolder }, new Date());
  return { dataFolder, regionsFolder, build, update, builds };
}

test("a build writes a region that servers read, and leaves nothing else", async () => {
  const { dataFolder, regionsFolder, build, builds } = prepare();
  expect(await build([step("roads", [])])).toBe("built");
  expect(readdirSync(regionsFolder)).toEqual(["liechtenstein"]);
  expect(readdirSync(join(regionsFolder, "liechtenstein")).toSorted()).toEqual([
    "coverage.json",
    "region.json",
    "roads.txt",
  ]);
  const regions = openRegions({ DATA_DIR: dataFolder }, openLog("silent"));
  regions.close();
  expect(regions.list()).toMatchObject([
    {
      id: "liechtenstein",
      name: "Liechtenstein",
      bbox: [9.471078, 47.04774, 9.636217, 47.27128],
      source: { file: LIECHTENSTEIN, bytes: 1_323_403, timestamp: "2015-07-27T21:14:01.000Z" },
      steps: { roads: { files: 1 } },
    },
  ]);
  expect(builds()).toEqual([]);
});

test("steps that finished are not repeated after a failure, and the console sees it", async () => {
  const { regionsFolder, build, builds } = prepare();
  const runs: string[] = [];
  await expect(build([step("roads", runs), step("places", runs, fail)])).rejects.toThrow(
    "The roads cannot be built.",
  );
  expect(builds()).toMatchObject([
    {
      id: "liechtenstein",
      state: "failed",
      step: "Building places",
      error: "The roads cannot be built.",
    },
  ]);
  await build([step("roads", runs), step("places", runs)]);
  expect(runs).toEqual(["roads", "places", "places"]);
  expect(readFileSync(join(regionsFolder, "liechtenstein/roads.txt"), "utf8")).toBe("roads");
  expect(builds()).toEqual([]);
});

test("a build whose last moment fails goes on from there, without another download", async () => {
  const server = await createExtractServer({ "/l.osm.pbf": readFileSync(LIECHTENSTEIN) });
  const { regionsFolder, build } = prepare({ url: server.url("/l.osm.pbf") });
  const runs: string[] = [];
  const inTheWay = join(regionsFolder, ".building-liechtenstein/region.json");
  await expect(build([step("roads", runs, () => mkdirSync(inTheWay))])).rejects.toThrow("EISDIR");
  rmSync(inTheWay, { recursive: true });
  await build([step("roads", runs)]);
  expect(runs).toEqual(["roads"]);
  expect(server.seen.filter(({ path }) => path === "/l.osm.pbf")).toHaveLength(1);

  mkdirSync(join(regionsFolder, "liechtenstein/.work")); // As after a crash in the last moment.
  removeReplacedBuilds(regionsFolder);
  expect(readdirSync(join(regionsFolder, "liechtenstein"))).not.toContain(".work");
});

test("files that a step cannot use are built again, by an update too", async () => {
  const { regionsFolder, build, update } = prepare();
  const runs: string[] = [];
  const roads = { ...step("roads", runs), check: checkRoads };
  await expect(build([roads, step("places", runs, fail)])).rejects.toThrow("roads");
  writeFileSync(join(regionsFolder, ".building-liechtenstein/roads.txt"), "of another release");
  await build([roads]);
  expect(runs).toEqual(["roads", "places", "roads"]);

  expect(await update([roads])).toBe("unchanged");
  writeFileSync(join(regionsFolder, "liechtenstein/roads.txt"), "rubbish");
  expect(await update([roads])).toBe("built");
});

test("all steps run again if the extract has changed since", async () => {
  const file = join(createTestFolder(), "region.osm.pbf");
  copyFileSync(LIECHTENSTEIN, file);
  const { build } = prepare({ file });
  const runs: string[] = [];
  await expect(build([step("roads", runs), step("places", runs, fail)])).rejects.toThrow(
    "The roads cannot be built.",
  );
  const bytes = readFileSync(LIECHTENSTEIN);
  writeFileSync(file, Buffer.concat([bytes, extractBytes([NEWER])]));
  let output = "";
  const write = (text: string) => void (output += text);
  await build([step("roads", runs), step("places", runs)], {
    output: { isTerminal: false, write },
  });
  expect(runs).toEqual(["roads", "places", "roads", "places"]);
  expect(output).toMatch(/\n\[4\/4\] Building places: done in \d+ s \(1 files\)\n$/);
});

test("an interrupted build goes on where it was", async () => {
  const { build, regionsFolder, builds } = prepare();
  const runs: string[] = [];
  const interruption = new AbortController();
  const steps = [
    step("roads", runs),
    step("places", runs, () => interruption.abort()),
    step("map", runs),
  ];
  await expect(build(steps, { signal: interruption.signal })).rejects.toThrow("aborted");
  expect(builds()).toMatchObject([{ state: "running", step: "Building places" }]);
  expect(existsSync(join(regionsFolder, "liechtenstein"))).toBe(false);
  await build([step("roads", runs), step("places", runs), step("map", runs)]);
  expect(runs).toEqual(["roads", "places", "places", "map"]);
});

test("an update builds only if the extract differs, and the old build stays until it is replaced", async () => {
  const bytes = readFileSync(LIECHTENSTEIN);
  const server = await createExtractServer({ "/l.osm.pbf": bytes });
  const { dataFolder, regionsFolder, update } = prepare({ url: server.url("/l.osm.pbf") });
  const runs: string[] = [];
  const roads = step("roads", runs);
  expect(await update([roads])).toBe("built");
  expect(await update([roads])).toBe("unchanged");
  // Not even downloaded: the server was asked for a file with another ETag.
  expect(runs).toEqual(["roads"]);

  const regions = openRegions({ DATA_DIR: dataFolder }, openLog("silent"), { pollMs: 10 });
  const before = regions.list()[0];
  server.files["/l.osm.pbf"] = Buffer.concat([bytes, extractBytes([NEWER])]);
  const changed = new Promise<void>((resolve) => void regions.onChange(resolve));
  expect(await update([roads])).toBe("built");
  await changed;
  const after = regions.list()[0];
  regions.close();
  expect(after?.version).not.toBe(before?.version);
  // Both builds can be read until the command has given every process the time to switch.
  expect([before, after].map((region) => existsSync(region?.path("roads.txt") ?? ""))).toEqual([
    true,
    true,
  ]);
  removeReplacedBuilds(regionsFolder);
  expect([before, after].map((region) => existsSync(region?.path("roads.txt") ?? ""))).toEqual([
    false,
    true,
  ]);
});

test("a failed update keeps the region and is seen in the console", async () => {
  const server = await createExtractServer({ "/l.osm.pbf": readFileSync(LIECHTENSTEIN) });
  const { regionsFolder, build, update, builds } = prepare({ url: server.url("/l.osm.pbf") });
  await build([]);
  const replaces = findInstalled(regionsFolder, "liechtenstein");
  server.files["/l.osm.pbf"] = (_, response) => void response.writeHead(404).end();
  await expect(update([])).rejects.toThrow("There is no file");
  expect(builds()).toMatchObject([
    { state: "failed", error: expect.stringContaining("There is no file") },
  ]);
  expect(findInstalled(regionsFolder, "liechtenstein")?.builtAt).toBe(replaces?.builtAt);
});

test("a download is compared with the checksum beside it", async () => {
  const bytes = readFileSync(LIECHTENSTEIN);
  const server = await createExtractServer({
    "/l.osm.pbf": bytes,
    "/l.osm.pbf.md5": Buffer.from(`${"0".repeat(32)}  l.osm.pbf\n`),
  });
  const { regionsFolder, build } = prepare({ url: server.url("/l.osm.pbf") });
  await expect(build([])).rejects.toThrow(
    /^The download does not have the checksum in http:\S+\.md5\. Try again\.$/,
  );
  server.files["/l.osm.pbf.md5"] = Buffer.from("bd4bf43f3b1b6a2a0e8f7a0f4d8c7a11 wrong");
  await expect(build([])).rejects.toThrow("checksum");
  delete server.files["/l.osm.pbf.md5"];
  expect(await build([])).toBe("built");
  expect(findInstalled(regionsFolder, "liechtenstein")?.source.url).toBe(server.url("/l.osm.pbf"));
});

test("a broken download is named after its address, and loaded again the next time", async () => {
  const bytes = readFileSync(LIECHTENSTEIN);
  const server = await createExtractServer({ "/l.osm.pbf": bytes.subarray(0, 700_000) });
  const { regionsFolder, build } = prepare({ url: server.url("/l.osm.pbf") });
  await expect(build([])).rejects.toThrow(
    `l.osm.pbf is incomplete: it ends in the middle of a block. Download it again. It came from ${server.url("/l.osm.pbf")}.`,
  );
  expect(readdirSync(regionsFolder)).toEqual([]);
  server.files["/l.osm.pbf"] = bytes;
  expect(await build([])).toBe("built");
});

test("an extract larger than the disk is refused before it is loaded", async () => {
  const server = await createExtractServer({
    "/planet.osm.pbf": (_, response) => {
      response.writeHead(200, { "content-length": 1e15 });
      response.write(readFileSync(LIECHTENSTEIN).subarray(0, 1000));
    },
  });
  const { build } = prepare({ url: server.url("/planet.osm.pbf") });
  await expect(build([])).rejects.toThrow(
    /^Not enough space in \S+: about \d+ TB needed, [\d.]+ [GT]B available\.$/,
  );
});

test("extracts without roads and with impossible positions are refused", async () => {
  const file = join(createTestFolder(), "region.osm.pbf");
  const { build, regionsFolder } = prepare({ file });
  const node = { type: "node", lat: 47, lng: 9, tags: {} } as const;
  writeFileSync(file, extractBytes([{ ...node, id: 1 }]));
  await expect(build([])).rejects.toThrow("region.osm.pbf has no roads.");
  writeFileSync(file, extractBytes([{ ...node, id: 1, lat: 95 }]));
  await expect(build([])).rejects.toThrow(
    "region.osm.pbf has positions that do not exist on Earth.",
  );
  const unsorted = [2, 1].map((id) => ({ ...node, id }));
  writeFileSync(file, extractBytes(unsorted));
  await expect(build([])).rejects.toThrow(
    "region.osm.pbf is not sorted by id. Sort it with osmium sort.",
  );
  expect(readdirSync(regionsFolder)).toEqual([]);
});

test("one command at a time builds a region", async () => {
  const server = await createExtractServer({
    "/l.osm.pbf": servePart(readFileSync(LIECHTENSTEIN), 1000),
  });
  const { build } = prepare({ url: server.url("/l.osm.pbf") });
  const interruption = new AbortController();
  const first = build([], { signal: interruption.signal });
  first.catch(() => {});
  await expect.poll(() => server.seen.length).toBe(1);
  await expect(build([])).rejects.toThrow("Another command is building liechtenstein now.");
  interruption.abort();
  await expect(first).rejects.toThrow("aborted");
});
