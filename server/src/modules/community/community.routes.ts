import { community } from "@commonlane/contract/community-calls";
import type { Routes } from "#platform/http/route.ts";
import {
  bulletin,
  changeRules,
  communityRules,
  listInvites,
  makeAnnouncement,
  makeInvite,
  revokeInvite,
  withdrawAnnouncement,
} from "./community.ts";
import { communityFigures } from "./figures.ts";

export const communityRoutes: Routes = (http) => {
  http.on(community.bulletin, (ctx) => bulletin(ctx));
  http.on(community.figures, (ctx, { query }) => communityFigures(ctx, query.weeks));
  http.on(community.announce, (ctx, { body }) => makeAnnouncement(ctx, body));
  http.on(community.withdraw, (ctx, { params }) => withdrawAnnouncement(ctx, params.announcementId));
  http.on(community.rules, (ctx) => communityRules(ctx));
  http.on(community.changeRules, (ctx, { body }) => changeRules(ctx, body));
  http.on(community.invites, (ctx) => listInvites(ctx));
  http.on(community.invite, (ctx, { body }) => makeInvite(ctx, body));
  http.on(community.revoke, (ctx, { params }) => revokeInvite(ctx, params.inviteId));
};
