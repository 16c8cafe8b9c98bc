import {
  type RegionBuild,
  type RegionList,
  regions,
  type RegionStatus,
} from "@commonlane/contract/regions";
import type { Context } from "#platform/context.ts";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { type Build, listBuilds } from "#platform/regions/builds.ts";
import type { Region } from "#platform/regions/region.ts";
import { folderBytes } from "#platform/regions/regions.ts";
import { requestRegionBuild } from "./build-job.ts";
import { suggestExtracts } from "./extracts.ts";

export { createRegionBuildWorker } from "./build-job.ts";

export const regionRoutes: RegisterRoutes = (http) => {
  http.on(regions.list, (ctx) => listRegions(ctx));
  http.on(regions.suggestions, async (ctx, { query }) => ({ items: suggestExtracts(ctx, query) }));
  http.on(regions.build, async (ctx, { body }) => {
    await requestRegionBuild(ctx, body.name);
    return { success: true };
  });
};

/** The regions in use and unfinished builds, for the moderation console. */
async function listRegions({ regions, settings, now }: Context): Promise<RegionList> {
  return {
    regions: await Promise.all(regions.list().map(viewRegion)),
    builds: listBuilds(settings, now()).map(viewBuild),
  };
}

/** Sizes by region; a build never changes. */
const sizes = new WeakMap<Region, number>();

async function viewRegion(region: Region): Promise<RegionStatus> {
  const bytes = sizes.get(region) ?? (await folderBytes(region.path(".")));
  sizes.set(region, bytes);
  const { id, name, bbox, builtAt, source, steps, coverage } = region;
  const [west, south, east, north] = bbox;
  return {
    id,
    name,
    dataAt: source.timestamp ?? null,
    builtAt: builtAt.toISOString(),
    bytes,
    bbox: [west, south, east, north],
    steps: Object.entries(steps).map(([name, figures]) => ({
      name,
      figures: Object.entries(figures).map(([name, value]) => ({
        name,
        value,
      })),
    })),
    coverage: coverage.coordinates,
  };
}

function viewBuild({
  id,
  name,
  state,
  step,
  stepNumber,
  stepCount,
  fraction,
  secondsLeft,
  error,
}: Build): RegionBuild {
  return {
    id,
    name,
    state,
    step,
    stepNumber,
    stepCount,
    fraction,
    secondsLeft: secondsLeft ?? null,
    error: error ?? null,
  };
}
