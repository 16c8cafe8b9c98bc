export { passageRoutes } from "./passages.routes.ts";
export { passageSweeps } from "./telling.ts";
