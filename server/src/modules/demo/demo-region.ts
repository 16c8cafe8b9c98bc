import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { importRegions } from "#modules/places/index.ts";
import type { Context } from "#platform/context.ts";
import type { Connection } from "#platform/db/database.ts";
import { openLog } from "#platform/log.ts";
import { REGION_FILE, RegionFile } from "#platform/regions/region.ts";
import { openRegions, regionsFolder } from "#platform/regions/regions.ts";
import type { Settings } from "#platform/settings.ts";

export const REGION = {
  id: "liechtenstein",
  name: "Liechtenstein",
};
const SHIPPED = fileURLToPath(new URL("../../../data/regions/", import.meta.url));

/** Copies the demo's built region into the data folder, unless one of that id is there. */
export function addDemoRegion(settings: Pick<Settings, "DATA_DIR">): void {
  if (hasRegion(settings)) return;
  const regions = regionsFolder(settings);
  const copying = join(regions, `.copying-${REGION.id}`);
  const added = join(regions, REGION.id);
  mkdirSync(regions, { recursive: true });
  rmSync(copying, { recursive: true, force: true });
  cpSync(join(SHIPPED, REGION.id), copying, { recursive: true });
  const file = RegionFile.parse(JSON.parse(readFileSync(join(copying, REGION_FILE), "utf8")));
  // The whole path, from which `region update` builds it again.
  const source = {
    ...file.source,
    file: join(SHIPPED, file.source.file ?? ""),
  };
  writeFileSync(
    join(copying, REGION_FILE),
    JSON.stringify(
      {
        ...file,
        source,
      },
      undefined,
      2,
    ),
  );
  // Of another format, for example: it cannot be used.
  rmSync(added, { recursive: true, force: true });
  renameSync(copying, added);
}

function hasRegion(settings: Pick<Settings, "DATA_DIR">): boolean {
  const regions = openRegions(settings, openLog("silent"));
  regions.close();
  return regions.list().some(({ id }) => id === REGION.id);
}

/** Makes the places of the region available to this process. */
export async function openDemoRegion(ctx: Context, connection: Connection): Promise<void> {
  ctx.regions.refresh();
  await importRegions(ctx, connection);
}
