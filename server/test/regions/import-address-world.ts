import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importRegionPlaces } from "#modules/places/region/region-import.store.ts";
import type { Connection } from "#platform/db/database.ts";
import { drawStreets, readStreets } from "./address-world.ts";
import { writeRegionPlaces } from "./build-region-places.ts";

/** Builds an extract of a few streets in each of many countries, and imports its places. */
export async function importAddressWorld(connection: Connection): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "address-world-"));
  try {
    await writeRegionPlaces(drawStreets(readStreets()), folder, [-180, -85, 180, 85]);
    const region = {
      id: "streets",
      builtAt: new Date(),
      path: (file: string) => join(folder, file),
    };
    await importRegionPlaces(connection, region);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
