import { regions } from "@commonlane/contract/regions";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { requestRegionBuild } from "./build-job.ts";
import { suggestExtracts } from "./extracts.ts";
import { listRegions } from "./regions.ts";

export { createRegionBuildWorker } from "./build-job.ts";

export const regionRoutes: RegisterRoutes = (http) => {
  http.on(regions.list, (ctx) => listRegions(ctx));
  http.on(regions.suggestions, async (ctx, { query }) => ({ items: suggestExtracts(ctx, query) }));
  http.on(regions.build, async (ctx, { body }) => {
    await requestRegionBuild(ctx, body.name);
    return { success: true };
  });
};
