import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { importRegionPlaces } from "#modules/places/region/region-import.store.ts";
import type { Connection } from "#platform/db/database.ts";
import { writeRegionPlaces } from "./build-region-places.ts";

const EXTRACT = new URL("../../data/regions/liechtenstein.osm.pbf", import.meta.url);

/** Builds the places of the shipped extract and imports them. */
export async function importLiechtenstein(connection: Connection): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "liechtenstein-"));
  try {
    await writeRegionPlaces(fileURLToPath(EXTRACT), folder);
    const region = {
      id: "liechtenstein",
      builtAt: new Date(),
      path: (file: string) => join(folder, file),
    };
    await importRegionPlaces(connection, region);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
