import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildPickupPoints } from "../../../server/src/modules/pickup-points/index.ts";
import { readExtractHeader } from "../../../server/src/platform/osm/read-extract.ts";
import { buildCoverage } from "../../../server/src/platform/regions/build-coverage.ts";
import { REGION_FILE, REGION_FORMAT } from "../../../server/src/platform/regions/region.ts";
import { buildRoads } from "../../../server/src/platform/routing/embedded/build-roads.ts";

const EXTRACT = join(import.meta.dirname, "../../../server/data/regions/liechtenstein.osm.pbf");

/** Builds the roads and pickup points of Liechtenstein in a data folder. */
export async function buildRegion(dataFolder: string): Promise<void> {
  const { bbox } = await readExtractHeader(EXTRACT);
  if (!bbox) throw new Error("The extract has no bounding box.");
  const region = { id: "liechtenstein", name: "Liechtenstein", bbox };
  const folder = join(dataFolder, "regions", region.id);
  mkdirSync(folder, { recursive: true });
  const signal = new AbortController().signal;
  const steps: Record<string, unknown> = {};
  for (const step of [buildCoverage, buildRoads, buildPickupPoints])
    steps[step.name] = await step.run({ extract: EXTRACT, folder, region, onProgress: () => {}, signal });
  const source = { file: EXTRACT, sha256: "0".repeat(64), bytes: 1 };
  const file = { format: REGION_FORMAT, ...region, source, builtAt: new Date().toISOString(), steps };
  writeFileSync(join(folder, REGION_FILE), JSON.stringify(file));
}
