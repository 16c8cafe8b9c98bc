import { audiences } from "@commonlane/contract/audiences";
import { translatable } from "@commonlane/contract/message";
import type { Context } from "#platform/context.ts";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { Problem } from "#platform/http/problem.ts";
import { findOwnAudiences, isOpenTo } from "./audiences.store.ts";

export { endMemberships } from "./members.ts";
export { changeGroup, createGroup, maySeeMembers, requireGroup } from "./groups.ts";
export { groupRoutes } from "./groups.routes.ts";
export { joinGroup } from "./joining.ts";
export { countMembersBefore, memberIds } from "./valid-members.store.ts";
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

/** Only members can offer something to their own. @throws Problem invalid_input */
export async function assertOwnAudience(
  ctx: Context,
  uid: string,
  membersOf: string | null,
): Promise<void> {
  if (!(await isOpenTo(ctx, uid, membersOf)))
    throw new Problem("invalid_input", {
      fields: { membersOf: translatable("Choose a group that you belong to.") },
    });
}

export const audienceRoutes: RegisterRoutes = (http) => {
  http.on(audiences.own, async (ctx, _, { uid }) => ({ items: await findOwnAudiences(ctx, uid) }));
};
