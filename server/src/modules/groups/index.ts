export { endMemberships } from "./erasure.ts";
export { changeGroup, createGroup, findManagedGroup } from "./groups.ts";
export { groupRoutes } from "./groups.routes.ts";
export { joinGroup } from "./joining.ts";
export { countMembersBefore } from "./member-counts.store.ts";
export { heldGroupIds, lockGroupMembership } from "./valid-members.store.ts";
