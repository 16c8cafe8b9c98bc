export { endMemberships } from "./erasure.ts";
export { findGroupNames } from "./groups.store.ts";
export { changeGroup, createGroup, findManagedGroup } from "./groups.ts";
export { groupRoutes } from "./groups.routes.ts";
export { joinGroup } from "./joining.ts";
export { countMembersBefore } from "./member-counts.store.ts";
export { heldGroupIds } from "./valid-members.store.ts";
