import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { buildCoverage } from "#platform/regions/build-coverage.ts";
import type { BuildInput } from "#platform/regions/build-step.ts";
import { EXTRACT } from "../../../../test/roads/liechtenstein-region.ts";
import { reasonRoutingUnavailable } from "../../../../test/roads/roads.ts";
import { buildRoads } from "./build-roads.ts";
import { GATEWAYS_FILE, TILES_FILE } from "./region-roads.ts";

const region = {
  id: "test",
  name: "Test",
  bbox: [9.471078, 47.04774, 9.636217, 47.27128],
} as const;
const reason = reasonRoutingUnavailable();

function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "build-roads-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const inputOf = (folder: string, more: Partial<BuildInput> = {}): BuildInput => ({
  extract: EXTRACT,
  folder,
  region,
  onProgress: () => {},
  signal: new AbortController().signal,
  ...more,
});

describe.runIf(reason === undefined)("building roads", () => {
  test("builds tiles and gateways from an extract, with progress, and leaves nothing else", async () => {
    const folder = openFolder();
    const progress: number[] = [];
    await buildCoverage.run(inputOf(folder));
    const figures = await buildRoads.run(
      inputOf(folder, { onProgress: (part) => void progress.push(part) }),
    );
    expect(Number(figures["edges"])).toBeGreaterThan(10_000);
    expect(figures["hierarchy"]).toBe(0);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(progress.length).toBeGreaterThan(5);
    expect(progress.at(-1)).toBeCloseTo(1, 1);
    expect(existsSync(join(folder, TILES_FILE))).toBe(true);
    expect(existsSync(join(folder, "roads/tiles"))).toBe(false);
    // The roads to Feldkirch, and over the Rhine near Buchs.
    const gateways: unknown = JSON.parse(readFileSync(join(folder, GATEWAYS_FILE), "utf8"));
    expect(gateways).toEqual(
      expect.arrayContaining([
        { lat: expect.closeTo(47.2186, 3), lng: expect.closeTo(9.5713, 3) },
        { lat: expect.closeTo(47.169, 3), lng: expect.closeTo(9.4888, 3) },
      ]),
    );
  });

  test("a build that is aborted ends at once and cleans up", async () => {
    const folder = openFolder();
    const abort = new AbortController();
    const build = buildRoads.run(
      inputOf(folder, { signal: abort.signal, onProgress: () => abort.abort() }),
    );
    await expect(build).rejects.toThrow("aborted");
    expect(existsSync(join(folder, "roads/tiles"))).toBe(false);
  });

  test("a broken extract is refused in one sentence", async () => {
    const folder = openFolder();
    const extract = join(folder, "broken.osm.pbf");
    writeFileSync(extract, readFileSync(EXTRACT).subarray(0, 20_000));
    await expect(buildRoads.run(inputOf(folder, { extract }))).rejects.toThrow(
      /^Roads could not be built: .+\.$/,
    );
  });
});
