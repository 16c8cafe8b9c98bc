import { contentRemovals } from "@commonlane/contract/content-removals";
import { moderation } from "@commonlane/contract/moderation";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { listAuditLog } from "./audit-log.ts";
import { getPersonCaseFile, getRideCaseFile, searchPeople } from "./case-files.ts";
import {
  appealRemoval,
  decideRemovalAppeal,
  removeContent,
  listOwnRemovals,
  listAppealedRemovals,
  restoreContent,
} from "./content-removals.ts";
import { suspendPerson, unsuspendPerson, warnPerson } from "./sanctions.ts";
import { listLinkedAccounts } from "./linked-accounts.ts";
import { listReports, resolveReport, showReport } from "./report-queue.ts";
import { decideRatingAppeal, hideRating, listRatingAppeals, showRating } from "./rating-moderation.ts";
import { isModerator } from "./moderators.store.ts";

export const moderationRoutes: RegisterRoutes = (http) => {
  http.on(moderation.role, async (ctx, _, { uid }) => ({ moderator: await isModerator(ctx, uid) }));
  http.on(moderation.reports, (ctx, { query }) => listReports(ctx, query));
  http.on(moderation.report, (ctx, { params }) => showReport(ctx, params.reportId));
  http.on(moderation.resolve, (ctx, { params, body }) => resolveReport(ctx, params.reportId, body.outcome));
  http.on(moderation.searchPeople, (ctx, { query }) => searchPeople(ctx, query.query));
  http.on(moderation.linkedAccounts, (ctx) => listLinkedAccounts(ctx));
  http.on(moderation.person, (ctx, { params }) => getPersonCaseFile(ctx, params.uid));
  http.on(moderation.ride, (ctx, { params }) => getRideCaseFile(ctx, params.rideId));
  http.on(moderation.warn, (ctx, { params, body }, by) => warnPerson(ctx, by, params.uid, body.reason));
  http.on(moderation.suspend, (ctx, { params, body }, by) => suspendPerson(ctx, by, params.uid, body));
  http.on(moderation.unsuspend, (ctx, { params, body }) => unsuspendPerson(ctx, params.uid, body.reason));
  http.on(moderation.ratingAppeals, (ctx, { query }) => listRatingAppeals(ctx, query));
  http.on(moderation.decideRatingAppeal, (ctx, { params, body }) => decideRatingAppeal(ctx, params.ratingId, body));
  http.on(moderation.hideRating, (ctx, { params }) => hideRating(ctx, params.ratingId));
  http.on(moderation.showRating, (ctx, { params }) => showRating(ctx, params.ratingId));
  http.on(moderation.hide, (ctx, { body }, by) => removeContent(ctx, by, body));
  http.on(moderation.show, (ctx, { params, body }) => restoreContent(ctx, params.removalId, body.reason));
  http.on(moderation.contentRemovals, (ctx, { query }) => listAppealedRemovals(ctx, query));
  http.on(moderation.decideRemovalAppeal, (ctx, { params, body }) => decideRemovalAppeal(ctx, params.removalId, body));
  http.on(contentRemovals.listOwn, (ctx, _, caller) => listOwnRemovals(ctx, caller));
  http.on(contentRemovals.appeal, (ctx, { params, body }, owner) =>
    appealRemoval(ctx, owner, params.removalId, body.reason),
  );
  http.on(moderation.auditLog, (ctx, { query }) => listAuditLog(ctx, query));
};
