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
