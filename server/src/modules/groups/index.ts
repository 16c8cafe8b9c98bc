export { endMemberships } from "./members.ts";
export { changeGroup, createGroup, findManagedGroup } from "./groups.ts";
export { groupRoutes } from "./groups.routes.ts";
export { joinGroup } from "./joining.ts";
export { countMembersBefore, heldGroupIds, lockGroupMembership } from "./valid-members.store.ts";
