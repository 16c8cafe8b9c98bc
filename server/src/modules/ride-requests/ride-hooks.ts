import { translatable } from "@commonlane/contract/message";
import { isDeepStrictEqual } from "node:util";
import type { RideHooks, RideRow } from "#modules/rides/index.ts";
import { seatRequestRideHooks } from "#modules/seat-requests/index.ts";
import type { InTransaction } from "#platform/context.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { endPendingOffers, expireDueOffers, type OfferEnd } from "./offers/offers.store.ts";
import { expireDueRequests } from "./ride-requests.store.ts";
import { publishOfferEnds, publishRideRequestEvent } from "./ride-request-events.ts";

const RIDE_CHANGED = translatable("The ride was changed.");
const RIDE_CANCELLED = translatable("The host cancelled this ride.");

/** Updates seat requests and offers when their ride changes, is cancelled or is completed. */
export const rideHooks: RideHooks = {
  changed: async (ctx, before, ride) => {
    const updatedRide = await seatRequestRideHooks.changed(ctx, before, ride);
    if (changesOfferedTerms(before, updatedRide))
      await withdrawOffersOnRide(ctx, updatedRide, RIDE_CHANGED);
    return updatedRide;
  },
  cancelled: async (ctx, ride, reason) => {
    await seatRequestRideHooks.cancelled(ctx, ride, reason);
    await withdrawOffersOnRide(ctx, ride, reason ?? RIDE_CANCELLED);
  },
  completed: (ctx, rides) => seatRequestRideHooks.completed(ctx, rides),
};

/** True if a change affects what an offer promised; the offer is then withdrawn and the driver can make a new one. */
const changesOfferedTerms = (before: RideRow, ride: RideRow): boolean =>
  before.departs_at.getTime() !== ride.departs_at.getTime() ||
  before.polyline !== ride.polyline ||
  before.contribution_minor !== ride.contribution_minor ||
  before.currency !== ride.currency ||
  before.luggage !== ride.luggage ||
  !isDeepStrictEqual(before.vehicle, ride.vehicle);

async function withdrawOffersOnRide(
  ctx: InTransaction,
  ride: RideRow,
  reason: string,
): Promise<void> {
  const end: OfferEnd = {
    status: "withdrawn",
    endedBy: "driver",
    reason,
  };
  await publishOfferEnds(
    ctx,
    await endPendingOffers(ctx, { rideId: ride.id }, end),
    "offer.withdrawn",
  );
}

const BATCH = 200;

/** Expires requests whose window has passed with their offers, and offers that were not answered in time. */
export const rideRequestSweeps: readonly Sweep[] = [
  {
    name: "ride-request.expired",
    everyS: 15,
    run: async (ctx) => {
      const expired = await expireDueRequests(ctx, BATCH);
      const requestIds = expired.map(({ id }) => id);
      const offers = await endPendingOffers(
        ctx,
        { requestIds },
        { status: "expired", endedBy: "system" },
      );
      await publishOfferEnds(ctx, offers, "offer.expired");
      for (const row of expired) await publishRideRequestEvent(ctx, row, "ride-request.expired");
      return expired.length === BATCH;
    },
  },
  {
    name: "offer.expired",
    everyS: 15,
    run: async (ctx) => {
      const expired = await expireDueOffers(ctx, BATCH);
      await publishOfferEnds(ctx, expired, "offer.expired");
      return expired.length === BATCH;
    },
  },
];
