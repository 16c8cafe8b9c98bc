export { endMemberships } from "./members.ts";
export { changeGroup, createGroup, requireGroup } from "./groups.ts";
export { groupRoutes } from "./groups.routes.ts";
export { joinGroup } from "./joining.ts";
export { countMembersBefore } from "./valid-members.store.ts";
export { assertOwnAudience, audienceRoutes } from "./audiences.ts";
export {
  describeAudience,
  filterMembers,
  findAudience,
  heldAudienceIds,
  isForMember,
  isForOthers,
  isMember,
  isOpenTo,
  toMembersOf,
} from "./audiences.store.ts";
