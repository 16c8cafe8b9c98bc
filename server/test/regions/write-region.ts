import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CoverageShape } from "#platform/regions/coverage.ts";
import {
  COVERAGE_FILE,
  REGION_FILE,
  REGION_FORMAT,
  type RegionFile,
} from "#platform/regions/region.ts";

/** Writes the folder of a built region that covers its bounding box, as the build would. */
export function writeRegion(
  dataFolder: string,
  region: Partial<RegionFile> & { id: string },
  folderName = region.id,
) {
  const folder = join(dataFolder, "regions", folderName);
  const file: RegionFile = {
    format: REGION_FORMAT,
    name: region.id,
    source: { file: "/extract.osm.pbf", sha256: "0".repeat(64), bytes: 1 },
    bbox: [9.4, 47, 9.7, 47.3],
    builtAt: "2026-01-01T00:00:00Z",
    steps: {},
    ...region,
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, COVERAGE_FILE), JSON.stringify(rectangle(file.bbox)));
  writeFileSync(join(folder, REGION_FILE), JSON.stringify(file));
  return folder;
}

function rectangle([west, south, east, north]: RegionFile["bbox"]): CoverageShape {
  const corners: [number, number][] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: "MultiPolygon", coordinates: [[corners]] };
}
