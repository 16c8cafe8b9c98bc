import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readNetworkFile } from "@commonlane/geo/road-network/network-file";
import { describe, expect, onTestFinished, test } from "vitest";
import { buildCoverage } from "#platform/regions/build-coverage.ts";
import type { BuildInput } from "#platform/regions/build-step.ts";
import { EXTRACT } from "../../../../test/roads/liechtenstein-region.ts";
import { buildRoads } from "./build-roads.ts";
import { GATEWAYS_FILE, NETWORK_FILE } from "./region-network.ts";

const region = {
  id: "test",
  name: "Test",
  bbox: [9.471078, 47.04774, 9.636217, 47.27128],
} as const;

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

describe("building roads", () => {
  test("builds roads and gateways from an extract, with progress", async () => {
    const folder = openFolder();
    const progress: number[] = [];
    await buildCoverage.run(inputOf(folder));
    const figures = await buildRoads.run(
      inputOf(folder, { onProgress: (part) => void progress.push(part) }),
    );
    expect(Number(figures["edges"])).toBeGreaterThan(10_000);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(progress.length).toBeGreaterThan(5);
    expect(progress.at(-1)).toBeCloseTo(1, 1);
    const { buffer } = new Uint8Array(readFileSync(join(folder, NETWORK_FILE)));
    expect(readNetworkFile(buffer).drive.graph.edgeFrom).toHaveLength(Number(figures["edges"]));
    // The roads to Feldkirch, and over the Rhine near Buchs.
    const gateways: unknown = JSON.parse(readFileSync(join(folder, GATEWAYS_FILE), "utf8"));
    expect(gateways).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          lat: expect.closeTo(47.2186, 3),
          lng: expect.closeTo(9.5713, 3),
          exit: expect.anything(),
          entry: expect.anything(),
        }),
        expect.objectContaining({
          lat: expect.closeTo(47.169, 3),
          lng: expect.closeTo(9.4888, 3),
        }),
      ]),
    );
    const check = () => buildRoads.check?.(folder);
    expect(check).not.toThrow();
    const bytes = readFileSync(join(folder, NETWORK_FILE));
    writeFileSync(join(folder, NETWORK_FILE), bytes.fill(0, bytes.length - 9));
    expect(check).toThrow("damaged");
    rmSync(join(folder, NETWORK_FILE));
    expect(check).toThrow("ENOENT");
  });

  test("a build that is aborted ends at once", async () => {
    const folder = openFolder();
    const abort = new AbortController();
    const build = buildRoads.run(
      inputOf(folder, { signal: abort.signal, onProgress: () => abort.abort() }),
    );
    await expect(build).rejects.toThrow("aborted");
  });

  test("a broken extract is refused in one sentence", async () => {
    const folder = openFolder();
    const extract = join(folder, "broken.osm.pbf");
    writeFileSync(extract, readFileSync(EXTRACT).subarray(0, 20_000));
    await expect(buildRoads.run(inputOf(folder, { extract }))).rejects.toThrow(
      /^broken\.osm\.pbf is incomplete: .+\.$/,
    );
  });
});
