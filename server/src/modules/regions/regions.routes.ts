import { regions } from "@commonlane/contract/regions";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { listRegions } from "./regions.ts";

export const regionRoutes: RegisterRoutes = (http) => {
  http.on(regions.list, (ctx) => listRegions(ctx));
};
