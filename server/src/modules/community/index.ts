export { isCreator, mayCreate } from "./creators.store.ts";
export { createMaintenanceCheck } from "./maintenance.ts";
export { communityRoutes } from "./community.routes.ts";
export { assertEmailDomainAllowed, assertMayJoin, admitMember } from "./joining.ts";
