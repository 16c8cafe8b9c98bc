import { existsSync } from "node:fs";
import type { Context } from "#platform/context.ts";
import type { Region } from "#platform/regions/region.ts";
import { PICKUP_FILE, readPickupFile } from "./pickup-file.ts";
import { PickupIndex } from "./pickup-index.ts";
import type { PickupPoint } from "./pickup-point.ts";

type RegionsContext = Pick<Context, "regions" | "log">;

/** The list of regions is the same object until one of them changes. */
const indexes = new WeakMap<readonly Region[], Promise<PickupIndex>>();

/** The pickup points of all regions of this server; read from their files when first used and after a change. */
export function loadPickupIndex(ctx: RegionsContext): Promise<PickupIndex> {
  const regions = ctx.regions.list();
  let index = indexes.get(regions);
  if (!index) indexes.set(regions, (index = readRegions(ctx, regions)));
  return index;
}

async function readRegions(
  { log }: Pick<Context, "log">,
  regions: readonly Region[],
): Promise<PickupIndex> {
  const points: PickupPoint[] = [];
  for (const region of regions) {
    // Regions of an earlier release have none.
    if (!existsSync(region.path(PICKUP_FILE))) continue;
    try {
      points.push(...(await readPickupFile(region.path(PICKUP_FILE))));
    } catch (error) {
      log.error(
        { err: error, region: region.id },
        "the pickup points of this region cannot be used; build it again",
      );
    }
  }
  return new PickupIndex(points);
}
