export { beginRescue, rescues } from "./rescue.ts";
export { rescueRoutes } from "./rescue.routes.ts";
