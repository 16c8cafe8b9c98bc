import type { PersonCaseFile, RideCaseFile } from "@commonlane/contract/moderation";
import { shownTime } from "@commonlane/contract/shown-time";
import { loadCallerLabels } from "#modules/places/index.ts";
import { findPeopleContactedBy, findReportsAbout } from "#modules/reports/index.ts";
import { findRide } from "#modules/rides/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { Problem } from "#platform/http/problem.ts";
import { findAuditEntriesAbout, recordSearchResults } from "./audit-log.store.ts";
import { viewAuditEntries } from "./audit-log.ts";
import {
  findAccountDetails,
  findPeopleMatching,
  findModeratedPeople,
} from "./moderated-people.store.ts";
import { findRemovalsAbout } from "./content-removals.store.ts";
import { viewRemovals } from "./content-removals.view.ts";
import { viewActions } from "./moderator-actions.ts";
import { findActionsAbout } from "./moderator-actions.store.ts";
import { viewReports } from "./report-queue.ts";
import { viewModeratedRatings } from "./rating-moderation.ts";
import { findRatingsAbout } from "./rating-moderation.store.ts";
import { type RideSummaryRow, findSeatRequestsOn, findRidesOf } from "./ride-history.store.ts";

const SEARCH_RESULTS_MAX = 20;
const SHOWN_MAX = {
  rides: 20,
  requests: 100,
  history: 50,
};

/** The call shares a transaction with its audit entry. */
export function searchPeople(ctx: Context, query: string) {
  return transaction(ctx, async (ctx) => {
    const items = await findPeopleMatching(ctx, query, SEARCH_RESULTS_MAX);
    const uids = items.map(({ uid }) => uid);
    await recordSearchResults(ctx, query, uids);
    return { items };
  });
}

/** Everything about a user for moderators. Throws not_found. */
export async function getPersonCaseFile(
  ctx: Context,
  viewer: Caller,
  uid: string,
): Promise<PersonCaseFile> {
  const person = (await findModeratedPeople(ctx, [uid])).get(uid);
  const account = person && (await findAccountDetails(ctx, uid));
  if (!account) throw new Problem("not_found");
  return {
    person,
    joinedAt: account.created_at.toISOString(),
    moderator: account.moderator,
    suspendedFor: account.suspension_reason,
    bio: account.bio,
    photo: account.photo_id && `/api/photos/${account.photo_id}/large`,
    phone: account.phone,
    counts: {
      ridesHosted: account.rides_hosted,
      ridesCancelled: account.rides_cancelled,
      seatsAccepted: account.seats_accepted,
      seatsCancelled: account.seats_cancelled,
      peopleWrittenTo: (await findPeopleContactedBy(ctx, uid)).length,
      blockedBy: account.blocked_by,
    },
    rides: await viewRideSummaries(ctx, await findRidesOf(ctx, uid, SHOWN_MAX.rides)),
    actions: await viewActions(ctx, await findActionsAbout(ctx, [uid], SHOWN_MAX.history)),
    ...(await loadHistory(ctx, viewer.uid, uid)),
  };
}

/** Everything about a ride for moderators. Throws not_found. */
export async function getRideCaseFile(
  ctx: Context,
  viewer: Caller,
  rideId: string,
): Promise<RideCaseFile> {
  const ride = await findRide(ctx, rideId);
  if (!ride) throw new Problem("not_found");
  const requests = await findSeatRequestsOn(ctx, rideId, SHOWN_MAX.requests);
  const people = await findModeratedPeople(ctx, [
    ride.host_id,
    ...requests.map(({ seeker_id }) => seeker_id),
  ]);
  const host = people.get(ride.host_id);
  const [summary] = await viewRideSummaries(ctx, [ride]);
  if (!host || !summary) throw new Problem("not_found");
  const { vehicle, note } = ride;
  return {
    ride: summary,
    host,
    points: ride.points.map(({ label, lat, lng }) => ({
      label,
      lat,
      lng,
    })),
    seatsTotal: ride.seats_total,
    note,
    vehicle: vehicle && `${vehicle.colour} ${vehicle.make} ${vehicle.model}, ${vehicle.plate}`,
    createdAt: ride.created_at.toISOString(),
    requests: requests.flatMap(({ seeker_id, created_at, ended_at, ...request }) => {
      const seeker = people.get(seeker_id);
      const times = {
        createdAt: created_at.toISOString(),
        endedAt: ended_at?.toISOString() ?? null,
      };
      return seeker
        ? {
            ...request,
            seeker,
            ...times,
          }
        : [];
    }),
    ...(await loadHistory(ctx, viewer.uid, rideId)),
  };
}

async function loadHistory(ctx: Context, viewerUid: string, id: string) {
  const contentRemovals = await findRemovalsAbout(ctx, id, SHOWN_MAX.history);
  const ids = [id, ...contentRemovals.flatMap(({ id, subject_id }) => [id, subject_id])];
  return {
    contentRemovals: await viewRemovals(ctx, contentRemovals),
    reports: await viewReports(
      ctx,
      await findReportsAbout(ctx, {
        id,
        viewerUid,
        limit: SHOWN_MAX.history,
      }),
    ),
    ratings: await viewModeratedRatings(ctx, await findRatingsAbout(ctx, id, SHOWN_MAX.history)),
    auditLog: await viewAuditEntries(
      ctx,
      await findAuditEntriesAbout(ctx, [...new Set(ids)], SHOWN_MAX.history),
    ),
  };
}

async function viewRideSummaries(ctx: Context, rows: readonly RideSummaryRow[]) {
  const labelOf = await loadCallerLabels(ctx);
  return rows.map(({ id, points, departs_at, time_zone, status }) => ({
    id,
    fromLabel: labelOf(points.at(0)),
    toLabel: labelOf(points.at(-1)),
    departsAt: shownTime(departs_at),
    timeZone: time_zone,
    status,
  }));
}
