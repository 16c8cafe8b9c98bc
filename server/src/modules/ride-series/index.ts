export { endSeries } from "./series-changes.ts";
export { hostSeries } from "./ride-series.ts";
export { seriesSweeps } from "./create-rides.ts";
export { rideSeriesRoutes } from "./ride-series.routes.ts";
