export type { BlockHooks } from "./blocks.ts";
export { blockRoutes } from "./blocks.routes.ts";
