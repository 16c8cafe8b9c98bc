import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { type BBox, readExtractHeader } from "@commonlane/geo/osm/read-extract";
import { buildCoverage } from "#platform/regions/build-coverage.ts";
import { REGION_FILE, REGION_FORMAT, type RegionFile } from "#platform/regions/region.ts";
import { buildRoads } from "#platform/routing/network/build-roads.ts";

/** OpenStreetMap's data of Liechtenstein (ODbL), a real road network. */
export const EXTRACT = join(import.meta.dirname, "../../data/regions/liechtenstein.osm.pbf");
const SOURCES = ["../geo/src", "src/platform/regions", "src/platform/routing"].map((folder) =>
  join(import.meta.dirname, "../..", folder),
);
const CACHE = join(import.meta.dirname, "../../../node_modules/.cache/commonlane");

/** The folder with the coverage and roads of Liechtenstein, built once for all tests unless the code of the build changes. */
export async function buildLiechtenstein(): Promise<string> {
  const folder = join(CACHE, `liechtenstein-${hashOfSources()}`);
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  const building = mkdtempSync(join(CACHE, "building-"));
  const { bbox } = await readExtractHeader(EXTRACT);
  if (!bbox) throw new Error("The extract has no bounding box.");
  const region = { id: "liechtenstein", name: "Liechtenstein", bbox };
  const signal = new AbortController().signal;
  const steps: RegionFile["steps"] = {};
  for (const step of [buildCoverage, buildRoads])
    steps[step.name] = await step.run({
      extract: EXTRACT,
      folder: building,
      region,
      onProgress: () => {},
      signal,
    });
  writeFileSync(join(building, REGION_FILE), JSON.stringify(toRegionFile(region, steps)));
  try {
    renameSync(building, folder);
  } catch {
    // Another test file has built it in the meantime.
    rmSync(building, { recursive: true });
  }
  return folder;
}

/** Puts the built region into a data folder, as the region command does; returns its folder. */
export function addLiechtenstein(
  built: string,
  dataFolder: string,
  builtAt = "2026-01-01T00:00:00Z",
): string {
  const folder = join(dataFolder, "regions/liechtenstein");
  const building = join(dataFolder, "regions/.building-liechtenstein");
  mkdirSync(dirname(folder), { recursive: true });
  cpSync(built, building, { recursive: true });
  const file: object = JSON.parse(readFileSync(join(built, REGION_FILE), "utf8"));
  writeFileSync(join(building, REGION_FILE), JSON.stringify({ ...file, builtAt }));
  renameSync(building, folder);
  return folder;
}

const toRegionFile = (
  { id, name, bbox: [west, south, east, north] }: { id: string; name: string; bbox: BBox },
  steps: RegionFile["steps"],
): RegionFile => ({
  format: REGION_FORMAT,
  id,
  name,
  bbox: [west, south, east, north],
  source: { file: EXTRACT, sha256: "0".repeat(64), bytes: 1 },
  builtAt: "2026-01-01T00:00:00Z",
  steps,
});

function hashOfSources(): string {
  const hash = createHash("sha256");
  for (const folder of SOURCES)
    for (const file of globSync("**/*.ts", { cwd: folder }).toSorted())
      if (!file.endsWith(".test.ts")) hash.update(readFileSync(join(folder, file)));
  return hash.digest("hex").slice(0, 16);
}
