export { assertOwnAudience, audienceRoutes } from "./audiences.ts";
export {
  describeAudience,
  filterMembers,
  findAudience,
  isForMember,
  isForOthers,
  isMember,
  toMembersOf,
} from "./audiences.store.ts";
