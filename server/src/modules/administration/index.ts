export { administrationRoutes } from "./administration.routes.ts";
export { createSetupLink } from "./first-setup.ts";
