export { endMemberships } from "./erasure.ts";
export { findGroupNames } from "./groups.store.ts";
export { findManagedGroup } from "./groups.ts";
export { groupRoutes } from "./groups.routes.ts";
export { countMembersBefore } from "./member-counts.store.ts";
export { heldGroupIds } from "./valid-members.store.ts";
