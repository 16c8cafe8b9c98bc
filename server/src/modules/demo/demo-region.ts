import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { importRegions } from "#modules/places/index.ts";
import type { Context } from "#platform/context.ts";
import type { Connection } from "#platform/db/database.ts";
import { openLog } from "#platform/log.ts";
import { openRegions } from "#platform/regions/regions.ts";
import type { Settings } from "#platform/settings.ts";

export const REGION = { id: "liechtenstein", name: "Liechtenstein" };
const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const COMMAND = pathOf("../../admin/main.ts");
const EXTRACT = pathOf("../../../data/regions/liechtenstein.osm.pbf");

/**
 * Builds the demo's region with the command that operators use, unless it is there: in a process of its own, while the
 * database starts.
 */
export async function buildDemoRegion(settings: Pick<Settings, "DATA_DIR">): Promise<void> {
  if (hasRegion(settings)) return;
  const command = ["region", "add", EXTRACT, "--name", REGION.name];
  const child = spawn(process.execPath, [COMMAND, ...command], {
    env: { ...process.env, DATA_DIR: settings.DATA_DIR },
    stdio: ["ignore", "ignore", "inherit"],
  });
  process.stderr.write(`Building the roads, places and map of ${REGION.name}...\n`);
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error("The demo's region could not be built; what is wrong with it stands above.");
}

function hasRegion(settings: Pick<Settings, "DATA_DIR">): boolean {
  const regions = openRegions(settings, openLog("silent"));
  regions.close();
  return regions.list().some(({ id }) => id === REGION.id);
}

/** Makes the roads and places of the built region available to this process. */
export async function openDemoRegion(ctx: Context, connection: Connection): Promise<void> {
  ctx.regions.refresh();
  await importRegions(ctx, connection);
}
