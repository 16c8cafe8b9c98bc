import { HOUR_MS } from "@commonlane/contract/durations";
import type { Replacement } from "@commonlane/contract/ride-replacements";
import { WALK_DEFAULT_M } from "@commonlane/contract/limits";
import type { Match } from "@commonlane/matching/rule";
import { type RideRow, viewRides } from "#modules/rides/index.ts";
import { findSpareTimes, hasTimeFor } from "#modules/rides/rules/index.ts";
import {
  isAccessible,
  type RideIndex,
  findRidesAlongRoute,
  viewMatch,
} from "#modules/rides/search/index.ts";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import {
  findLostSeatRequest,
  type LostSeatRequest,
  filterVisibleRides,
} from "./ride-replacements.store.ts";

/** More choices would not help a stranded passenger. */
const MAX_REPLACEMENTS = 3;
const MAX_CANDIDATES = 60;
/** Few passengers are ready much earlier than agreed; a later ride is better than none. */
const MAX_EARLIER_MS = 3 * HOUR_MS;
const MAX_LATER_MS = 8 * HOUR_MS;

/** A replacement ride and how it matches. */
export interface ReplacementCandidate {
  readonly row: RideRow;
  readonly match: Match;
  readonly full: boolean;
}

/** Replacement rides for a passenger who lost a seat through no action of their own. */
export async function listReplacements(
  ctx: Context,
  index: RideIndex,
  { uid }: Caller,
  requestId: string,
): Promise<{ items: Replacement[] }> {
  const lostRequest = await findLostSeatRequest(ctx, requestId);
  if (lostRequest?.seeker_id !== uid) throw new Problem("not_found");
  if (!needsReplacement(lostRequest)) return { items: [] };
  const candidates = await findReplacements(ctx, index, lostRequest);
  const views = await viewRides(
    ctx,
    candidates.map(({ row }) => row),
    uid,
  );
  const stops = {
    from: lostRequest.pickup,
    to: lostRequest.dropoff,
  };
  const items = candidates.flatMap(({ row, match, full }, n) => {
    const ride = views[n];
    const view = viewMatch(
      row,
      full
        ? {
            ...match,
            seatsLeft: 0,
          }
        : match,
      stops,
    );
    // Use the labels from the original request.
    const pickup = match.pickupBy === "fetch" ? lostRequest.pickup : view.pickup;
    const dropoff = match.dropoffBy === "fetch" ? lostRequest.dropoff : view.dropoff;
    return ride
      ? [
          {
            ride,
            match: {
              ...view,
              pickup,
              dropoff,
            },
            full,
          },
        ]
      : [];
  });
  return { items };
}

/** True if the request ended without a ride, and not by the seeker. */
const needsReplacement = ({ status, ended_by }: LostSeatRequest): boolean =>
  ended_by !== "seeker" &&
  (status === "cancelled" || status === "rejected" || status === "expired");

/**
 * Up to three visible rides along the route around that time, rides with free seats first, ranked by the rule of
 * domain.md with the agreed pickup time as the preferred one.
 */
export async function findReplacements(
  ctx: Context,
  index: RideIndex,
  lostRequest: LostSeatRequest,
): Promise<ReplacementCandidate[]> {
  const agreedMs = lostRequest.pickup_at.getTime();
  const after = new Date(Math.max(ctx.now().getTime(), agreedMs - MAX_EARLIER_MS));
  const before = new Date(agreedMs + MAX_LATER_MS);
  if (before <= after) return [];
  const { seats } = lostRequest;
  const search = {
    origin: lostRequest.pickup,
    destination: lostRequest.dropoff,
    seats,
    walkM: WALK_DEFAULT_M,
    window: { after, before },
    at: lostRequest.pickup_at,
  };
  const find = async (full: boolean) => {
    const options = {
      viewerUid: lostRequest.seeker_id,
      limit: MAX_CANDIDATES,
      full,
    };
    const found = await findRidesAlongRoute(ctx, index, search, options);
    return rankVisible(
      ctx,
      lostRequest,
      found.map((candidate) => ({ ...candidate, full })),
    );
  };
  const free = await find(false);
  if (free.length >= MAX_REPLACEMENTS) return free;
  return [...free, ...(await find(true))].slice(0, MAX_REPLACEMENTS);
}

async function rankVisible(
  ctx: Context,
  lostRequest: LostSeatRequest,
  candidates: readonly ReplacementCandidate[],
): Promise<ReplacementCandidate[]> {
  const visible = await filterVisibleRides(
    ctx,
    lostRequest.seeker_id,
    candidates.map(({ row }) => row.id),
  );
  const spareTimes = await findSpareTimes(ctx, [...visible]);
  return candidates
    .filter(
      ({ row }) =>
        row.id !== lostRequest.ride_id &&
        visible.has(row.id) &&
        isAccessible(row, lostRequest.needs),
    )
    .filter(({ row, match }) => hasTimeFor(spareTimes.get(row.id), match))
    .toSorted((a, b) => a.match.order - b.match.order || (a.row.id < b.row.id ? -1 : 1))
    .slice(0, MAX_REPLACEMENTS);
}
