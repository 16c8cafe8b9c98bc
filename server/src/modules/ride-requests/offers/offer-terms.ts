import type { OfferInput } from "@commonlane/contract/offers";
import {
  isInAudience,
  assertFairSegmentContribution,
  assertScheduled,
} from "#modules/rides/rules/index.ts";
import { type RideRow } from "#modules/rides/index.ts";
import { measureSegment } from "#modules/rides/route/index.ts";
import { isContentRemoved } from "#modules/privacy/index.ts";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { stopsOfRequest, departureWindow } from "../guards.ts";
import type { NewOffer } from "./offers.store.ts";
import type { RideRequestRow } from "../ride-requests.store.ts";

export type OfferTerms = Omit<
  NewOffer,
  "request_id" | "driver_id" | "message" | "expires_at" | "created_at"
>;

/** Terms of an offer with a ride of the driver. @throws Problem if the ride cannot be offered for this request */
export async function termsOnExistingRide(
  ctx: Context,
  request: RideRequestRow,
  ride: RideRow,
  { contribution }: Pick<OfferInput, "contribution">,
): Promise<OfferTerms> {
  assertScheduled(ctx, ride);
  if (await isContentRemoved(ctx, ride.id)) throw new Problem("ride_over");
  if (!(await isInAudience(ctx, ride, request.seeker_id))) throw new Problem("audience_closed");
  const segment = await measureSegment(ctx, ride, {
    ...stopsOfRequest(request),
    seats: request.seats,
    window: departureWindow(request),
  });
  const agreedContribution = contribution === undefined ? segment.contribution : contribution;
  assertFairSegmentContribution(ctx, ride, segment, agreedContribution);
  return {
    ride_id: ride.id,
    departs_at: ride.departs_at,
    pickup_at: segment.pickupAt,
    dropoff_at: segment.dropoffAt,
    detour_m: segment.detourM,
    detour_s: segment.detourS,
    seats: Math.min(...ride.seats_left.slice(segment.firstLeg, segment.lastLeg + 1)),
    contribution_minor: agreedContribution?.amountMinor ?? null,
    currency: agreedContribution?.currency ?? null,
    vehicle: ride.vehicle,
  };
}
