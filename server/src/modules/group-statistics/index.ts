export { groupStatisticsRoutes } from "./group-statistics.routes.ts";
