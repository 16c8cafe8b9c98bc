import { translatable } from "@commonlane/contract/message";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { findRide, lockRide } from "#modules/rides/index.ts";
import { rideOverProblem } from "#modules/rides/rules/index.ts";
import { isRestricted } from "#modules/privacy/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { forEachInTransaction } from "#platform/jobs/sweeps.ts";
import { releaseSeats, reschedulePassengers } from "../driven-route/passenger-stops.ts";
import {
  cancelUnconfirmed,
  confirmSeat,
  findUnconfirmed,
  type SeatRequestRef,
} from "./ride-changes.store.ts";
import { statusAlreadySet } from "../decisions.ts";
import { moveToExactSegment } from "../location-privacy/exact-segment.ts";
import { findSeatRequest } from "../seat-requests.store.ts";
import { assertMay } from "#platform/policy.ts";
import { seatRequestPolicy } from "../seat-request.policy.ts";
import { promoteStandby } from "../standby/standby-promotion.ts";
import { publishSeatRequestEvent } from "../seat-request-events.ts";
import { viewSeatRequest } from "../seat-requests.view.ts";

/**
 * Confirms a changed ride or a reserved seat. `seenPickupAt` is the pickup time the passenger saw; a different one is
 * not confirmed.
 */
export function confirmSeatRequest(
  ctx: Context,
  seeker: Caller,
  requestId: string,
  seenPickupAt: string | undefined,
): Promise<SeatRequest> {
  return transaction(ctx, async (ctx) => {
    const seatRequest = await findSeatRequest(ctx, requestId);
    // Confirming a reserved seat reveals the exact stops, which changes the ride.
    const ride =
      seatRequest && (await (seatRequest.reserved ? lockRide : findRide)(ctx, seatRequest.ride_id));
    if (!seatRequest || !ride) throw new Problem("not_found");
    const sides = {
      seeker_id: seatRequest.seeker_id,
      host_id: ride.host_id,
    };
    await assertMay(seatRequestPolicy, "seatRequests.confirm", sides, seeker.uid);
    // A restriction does not end a confirmed booking, but prevents a reserved seat from becoming one.
    if (seatRequest.reserved && (await isRestricted(ctx, seeker.uid, ride.host_id)))
      throw new Problem("ride_over");
    const row = await confirmSeat(ctx, requestId, seenPickupAt);
    if (row) {
      const exact = seatRequest.reserved
        ? await moveToExactSegment(ctx, ride, row)
        : {
            ride,
            row,
          };
      if (exact.ride.driven_route_version !== ride.driven_route_version) {
        await reschedulePassengers(ctx, ride, exact.ride, row.id);
        ctx.publish("rides", {
          type: "ride.changed",
          rideId: ride.id,
        });
      }
      publishSeatRequestEvent(ctx, exact.row, exact.ride, "seat-request.confirmed");
      return viewSeatRequest(ctx, exact.row, seeker.uid);
    }
    const departed =
      seatRequest.status === "accepted" &&
      (ride.status !== "scheduled" || ride.departs_at <= ctx.now());
    throw departed ? rideOverProblem(ride) : await statusAlreadySet(ctx, seatRequest, seeker.uid);
  });
}

export const NOT_CONFIRMED = translatable("It was not confirmed in time.");
/** More than lapse at any time: one that fails must not hide others. */
const LAPSED_MAX = 10_000;

/**
 * Cancels bookings that were not confirmed in time, each in its own transaction, and notifies both sides; frees the
 * seats if the ride has not departed.
 */
export const cancelUnconfirmedBookings = async (ctx: Context): Promise<void> =>
  forEachInTransaction(ctx, await findUnconfirmed(ctx, LAPSED_MAX), cancelIfUnconfirmed);

async function cancelIfUnconfirmed(ctx: InTransaction, unconfirmed: SeatRequestRef): Promise<void> {
  const ride = await lockRide(ctx, unconfirmed.ride_id);
  if (!ride) return;
  // After departure, seats are no longer released.
  const departed = ride.departs_at <= ctx.now();
  const row = await cancelUnconfirmed(ctx, unconfirmed, {
    reason: NOT_CONFIRMED,
    departed,
  });
  if (!row) return;
  if (!departed) await releaseSeats(ctx, ride, row);
  publishSeatRequestEvent(ctx, row, ride, "seat-request.cancelled");
  if (!departed) await promoteStandby(ctx, ride.id);
}
