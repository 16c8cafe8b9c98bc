import { community } from "@commonlane/contract/community-admin";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import {
  changeRules,
  createAnnouncement,
  createInvite,
  getBulletin,
  getCommunityRules,
  getCommunityStatistics,
  listInvites,
  revokeInvite,
  withdrawAnnouncement,
} from "./community.ts";

export { isCreator, mayCreate } from "./community.store.ts";
export { createMaintenanceCheck } from "./community.ts";
export { assertEmailDomainAllowed, assertMayJoin, admitMember } from "./joining.ts";

export const communityRoutes: RegisterRoutes = (http) => {
  http.on(community.bulletin, (ctx) => getBulletin(ctx));
  http.on(community.statistics, (ctx, { query }) => getCommunityStatistics(ctx, query.weeks));
  http.on(community.createAnnouncement, (ctx, { body }) => createAnnouncement(ctx, body));
  http.on(community.withdrawAnnouncement, (ctx, { params }) =>
    withdrawAnnouncement(ctx, params.announcementId),
  );
  http.on(community.rules, (ctx) => getCommunityRules(ctx));
  http.on(community.changeRules, (ctx, { body }) => changeRules(ctx, body));
  http.on(community.invites, (ctx) => listInvites(ctx));
  http.on(community.createInvite, (ctx, { body }) => createInvite(ctx, body));
  http.on(community.revokeInvite, (ctx, { params }) => revokeInvite(ctx, params.inviteId));
};
