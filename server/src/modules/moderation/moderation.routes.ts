import { moderation } from "@commonlane/contract/moderation";
import type { Routes } from "#platform/http/route.ts";
import { listActs } from "./acts.ts";
import { personFile, rideFile, searchPeople } from "./files.ts";
import { suspendPerson, unsuspendPerson, warnPerson } from "./measures.ts";
import { listReports, resolveReport, showReport } from "./queue.ts";
import { decideAppeal, hideRating, listAppeals, showRating } from "./ratings.ts";
import { isModerator } from "./role.store.ts";

export const moderationRoutes: Routes = (http) => {
  http.on(moderation.role, async (ctx, _, { uid }) => ({ moderator: await isModerator(ctx, uid) }));
  http.on(moderation.reports, (ctx, { query }) => listReports(ctx, query));
  http.on(moderation.report, (ctx, { params }) => showReport(ctx, params.reportId));
  http.on(moderation.resolve, (ctx, { params, body }) => resolveReport(ctx, params.reportId, body.outcome));
  http.on(moderation.people, (ctx, { query }) => searchPeople(ctx, query.query));
  http.on(moderation.person, (ctx, { params }) => personFile(ctx, params.uid));
  http.on(moderation.ride, (ctx, { params }) => rideFile(ctx, params.rideId));
  http.on(moderation.warn, (ctx, { params, body }, by) => warnPerson(ctx, by, params.uid, body.reason));
  http.on(moderation.suspend, (ctx, { params, body }, by) => suspendPerson(ctx, by, params.uid, body));
  http.on(moderation.unsuspend, (ctx, { params, body }) => unsuspendPerson(ctx, params.uid, body.reason));
  http.on(moderation.appeals, (ctx, { query }) => listAppeals(ctx, query));
  http.on(moderation.decideAppeal, (ctx, { params, body }) => decideAppeal(ctx, params.ratingId, body));
  http.on(moderation.hideRating, (ctx, { params }) => hideRating(ctx, params.ratingId));
  http.on(moderation.showRating, (ctx, { params }) => showRating(ctx, params.ratingId));
  http.on(moderation.acts, (ctx, { query }) => listActs(ctx, query));
};
