export { assertOwnAudience, audienceRoutes } from "./audiences.ts";
export {
  describeAudience,
  filterMembers,
  findAudience,
  isForMember,
  isMember,
  toMembersOf,
} from "./audiences.store.ts";
