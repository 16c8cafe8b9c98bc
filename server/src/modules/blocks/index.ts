export type { BlockFollowUp } from "./blocks.ts";
export { blockRoutes } from "./blocks.routes.ts";
