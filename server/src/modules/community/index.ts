export { createMaintenanceCheck } from "./maintenance.ts";
export { communityRoutes } from "./community.routes.ts";
export { assertEmailDomainAllowed, assertMayJoin, admitMember } from "./joining.ts";
