import { contentRemovals } from "@commonlane/contract/content-removals";
import { DAY_MS } from "@commonlane/contract/durations";
import { moderation } from "@commonlane/contract/moderation";
import { type LinkedAccounts } from "@commonlane/contract/moderation-shapes";
import { findSharedSignIns } from "#modules/accounts/sign-in/index.ts";
import { findMutualRaters } from "#modules/ratings/index.ts";
import type { Context } from "#platform/context.ts";
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
import { findModeratedPeople } from "./moderated-people.store.ts";
import { listPendingActions, undoAction } from "./moderator-actions.ts";
import { suspendPerson, unsuspendPerson, warnPerson } from "./sanctions.ts";
import {
  listReports,
  readReportStatistics,
  readRole,
  resolveReport,
  showReport,
} from "./report-queue.ts";
import {
  decideRatingAppeal,
  hideRating,
  listRatingAppeals,
  showRating,
} from "./rating-moderation.ts";

export const moderationRoutes: RegisterRoutes = (http) => {
  http.on(moderation.role, (ctx, _, caller) => readRole(ctx, caller));
  http.on(moderation.reports, (ctx, { query }, by) => listReports(ctx, by, query));
  http.on(moderation.report, (ctx, { params }, by) => showReport(ctx, by, params.reportId));
  http.on(moderation.resolve, (ctx, { params, body }, by) =>
    resolveReport(ctx, by, params.reportId, body.outcome),
  );
  http.on(moderation.searchPeople, (ctx, { query }) => searchPeople(ctx, query.query));
  http.on(moderation.linkedAccounts, (ctx) => listLinkedAccounts(ctx));
  http.on(moderation.person, (ctx, { params }, by) => getPersonCaseFile(ctx, by, params.uid));
  http.on(moderation.ride, (ctx, { params }, by) => getRideCaseFile(ctx, by, params.rideId));
  http.on(moderation.warn, (ctx, { params, body }, by) => warnPerson(ctx, by, params.uid, body));
  http.on(moderation.suspend, (ctx, { params, body }, by) =>
    suspendPerson(ctx, by, params.uid, body),
  );
  http.on(moderation.unsuspend, (ctx, { params, body }, by) =>
    unsuspendPerson(ctx, by, params.uid, body.reason),
  );
  http.on(moderation.ratingAppeals, (ctx, { query }) => listRatingAppeals(ctx, query));
  http.on(moderation.decideRatingAppeal, (ctx, { params, body }, by) =>
    decideRatingAppeal(ctx, by, params.ratingId, body),
  );
  http.on(moderation.hideRating, (ctx, { params }, by) => hideRating(ctx, by, params.ratingId));
  http.on(moderation.showRating, (ctx, { params }, by) => showRating(ctx, by, params.ratingId));
  http.on(moderation.hide, (ctx, { body }, by) => removeContent(ctx, by, body));
  http.on(moderation.show, (ctx, { params, body }, by) =>
    restoreContent(ctx, by, params.removalId, body.reason),
  );
  http.on(moderation.contentRemovals, (ctx, { query }) => listAppealedRemovals(ctx, query));
  http.on(moderation.decideRemovalAppeal, (ctx, { params, body }, by) =>
    decideRemovalAppeal(ctx, by, params.removalId, body),
  );
  http.on(contentRemovals.listOwn, (ctx, _, caller) => listOwnRemovals(ctx, caller));
  http.on(contentRemovals.appeal, (ctx, { params, body }, owner) =>
    appealRemoval(ctx, owner, params.removalId, body.reason),
  );
  http.on(moderation.actions, (ctx, _, by) => listPendingActions(ctx, by));
  http.on(moderation.undo, (ctx, { params }, by) => undoAction(ctx, by, params.actionId));
  http.on(moderation.reportStatistics, (ctx, { query }, by) =>
    readReportStatistics(ctx, by, query.weeks),
  );
  http.on(moderation.auditLog, (ctx, { query }) => listAuditLog(ctx, query));
};

const PERIOD_DAYS = 90;
const RATINGS_BETWEEN_MIN = 3;
/** Many pairs of commuters rate mostly each other; only those that share sign-ins are shown. */
const PAIRS_MAX = 5_000;
const SHOWN_MAX = 50;

/** Accounts that mostly rate each other and share a browser or a network; those that share a browser first. */
async function listLinkedAccounts(ctx: Context): Promise<{ items: LinkedAccounts[] }> {
  const since = new Date(ctx.now().getTime() - PERIOD_DAYS * DAY_MS);
  const pairs = await findMutualRaters(ctx, {
    since,
    minBetween: RATINGS_BETWEEN_MIN,
    limit: PAIRS_MAX,
  });
  const shared = await findSharedSignIns(ctx, pairs, since);
  const linked = new Map(shared.map((link) => [`${link.uid} ${link.other_uid}`, link]));
  const shown = pairs
    .flatMap((pair) => {
      const link = linked.get(`${pair.uid} ${pair.other_uid}`);
      return link ? { ...pair, ...link } : [];
    })
    .toSorted((a, b) => Number(b.device) - Number(a.device) || b.between - a.between)
    .slice(0, SHOWN_MAX);
  const people = await findModeratedPeople(
    ctx,
    shown.flatMap(({ uid, other_uid }) => [uid, other_uid]),
  );
  const items = shown.flatMap(
    ({ uid, other_uid, device, network, between, received, other_received }) => {
      const one = people.get(uid);
      const other = people.get(other_uid);
      if (!one || !other) return [];
      return {
        accounts: [
          { person: one, ratingsReceived: received },
          { person: other, ratingsReceived: other_received },
        ],
        ratingsBetween: between,
        sharesDevice: device,
        sharesNetwork: network,
      };
    },
  );
  return { items };
}
