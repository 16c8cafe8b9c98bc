import { isDeepStrictEqual } from "node:util";
import type { RideFollowUp, RideRow } from "#modules/rides/index.ts";
import { rideFollowUp } from "#modules/seat-requests/index.ts";
import type { InTransaction } from "#platform/context.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { endAllPending, expireDueOffers, type OfferEnd, type OfferRow } from "./offers.store.ts";
import { expireDueRequests, findRideRequests } from "./ride-requests.store.ts";
import { tellOfEnds, tellOfRideRequest } from "./telling.ts";

const CHANGED = "The ride was changed.";
const CANCELLED = "The host cancelled this ride.";

/** What becomes of seat requests and of offers with a ride when something happens to the ride. */
export const followUpOfRides: RideFollowUp = {
  foreseen: (ctx, before, ride) => rideFollowUp.foreseen(ctx, before, ride),
  changed: async (ctx, before, ride) => {
    const seated = await rideFollowUp.changed(ctx, before, ride);
    if (isOtherThanOffered(before, seated)) await withdrawAllWith(ctx, seated, CHANGED);
    return seated;
  },
  cancelled: async (ctx, ride, reason) => {
    await rideFollowUp.cancelled(ctx, ride, reason);
    await withdrawAllWith(ctx, ride, reason ?? CANCELLED);
  },
  completed: (ctx, rides) => rideFollowUp.completed(ctx, rides),
};

/**
 * An offer is a promise: with another way, hour, contribution, vehicle or room for luggage it is none any more, and the
 * driver may make another.
 */
const isOtherThanOffered = (before: RideRow, ride: RideRow): boolean =>
  before.departs_at.getTime() !== ride.departs_at.getTime() ||
  before.polyline !== ride.polyline ||
  before.contribution_minor !== ride.contribution_minor ||
  before.currency !== ride.currency ||
  before.luggage !== ride.luggage ||
  !isDeepStrictEqual(before.vehicle, ride.vehicle);

async function withdrawAllWith(ctx: InTransaction, ride: RideRow, reason: string): Promise<void> {
  const step: OfferEnd = { status: "withdrawn", endedBy: "driver", reason };
  await tellEach(ctx, await endAllPending(ctx, { rideId: ride.id }, step), "offer.withdrawn");
}

const BATCH = 200;

/** Requests whose window has passed expire and their offers with them, and so do offers that nobody answered in time. */
export const rideRequestSweeps: readonly Sweep[] = [
  {
    name: "ride-request.expired",
    everyS: 15,
    run: async (ctx) => {
      const expired = await expireDueRequests(ctx, BATCH);
      const requestIds = expired.map(({ id }) => id);
      const offers = await endAllPending(ctx, { requestIds }, { status: "expired", endedBy: "system" });
      await tellEach(ctx, offers, "offer.expired");
      for (const row of expired) await tellOfRideRequest(ctx, row, "ride-request.expired");
      return expired.length === BATCH;
    },
  },
  {
    name: "offer.expired",
    everyS: 15,
    run: async (ctx) => {
      const expired = await expireDueOffers(ctx, BATCH);
      await tellEach(ctx, expired, "offer.expired");
      return expired.length === BATCH;
    },
  },
];

async function tellEach(
  ctx: InTransaction,
  rows: readonly OfferRow[],
  type: "offer.withdrawn" | "offer.expired",
): Promise<void> {
  const requests = await findRideRequests(ctx, [...new Set(rows.map(({ request_id }) => request_id))]);
  const seekers = new Map(requests.map(({ id, seeker_id }) => [id, seeker_id]));
  await tellOfEnds(ctx, rows, (requestId) => seekers.get(requestId), type);
}
