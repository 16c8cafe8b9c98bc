export { dataRightsRoutes } from "./data-rights.routes.ts";
export { dataRightsSweeps, dataRightsWorkers } from "./sweeps.ts";
