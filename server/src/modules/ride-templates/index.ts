export { rideTemplateRoutes } from "./ride-templates.routes.ts";
