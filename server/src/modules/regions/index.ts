export { createRegionBuildWorker } from "./build-job.ts";
export { regionRoutes } from "./regions.routes.ts";
