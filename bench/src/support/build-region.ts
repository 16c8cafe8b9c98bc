import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readExtractHeader } from "@commonlane/geo/osm/read-extract";
import type { BuildStep } from "../../../server/src/platform/regions/build-step.ts";
import { REGION_FILE, REGION_FORMAT } from "../../../server/src/platform/regions/region.ts";

/** Liechtenstein, as the demo has it. */
const EXTRACT = join(import.meta.dirname, "../../../server/data/regions/liechtenstein.osm.pbf");

/** Builds a region in a data folder, only with these steps. */
export async function buildRegion(
  dataFolder: string,
  buildSteps: readonly BuildStep[],
  extract = EXTRACT,
): Promise<void> {
  const { bbox } = await readExtractHeader(extract);
  if (!bbox) throw new Error("The extract has no bounding box.");
  const region = { id: "region", name: "Region", bbox };
  const folder = join(dataFolder, "regions", region.id);
  mkdirSync(folder, { recursive: true });
  const signal = new AbortController().signal;
  const steps: Record<string, unknown> = {};
  for (const step of buildSteps)
    steps[step.name] = await step.run({ extract, folder, region, onProgress: () => {}, signal });
  const source = { file: extract, sha256: "0".repeat(64), bytes: 1 };
  const file = {
    format: REGION_FORMAT,
    ...region,
    source,
    builtAt: new Date().toISOString(),
    steps,
  };
  writeFileSync(join(folder, REGION_FILE), JSON.stringify(file));
}
