export { regionRoutes } from "./regions.routes.ts";
