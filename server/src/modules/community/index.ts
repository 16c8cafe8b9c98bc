export { isCreator, mayCreate } from "./statistics.store.ts";
export { createMaintenanceCheck } from "./community.ts";
export { communityRoutes } from "./community.routes.ts";
export { assertEmailDomainAllowed, assertMayJoin, admitMember } from "./joining.ts";
