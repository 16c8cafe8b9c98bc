import type { SeatRequestInput, seatRequests } from "@commonlane/contract/seat-requests";
import { addPassenger, findRideForViewer, assertSelf, measureSegment } from "#modules/rides/index.ts";
import { isNewAccount } from "#modules/privacy/index.ts";
import type { Context } from "#platform/context.ts";
import type { FastPathResult } from "#platform/http/endpoints/fast-path.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { newId } from "#platform/uuid.ts";
import { exactly, segmentOnDrivenRoute } from "../driven-route/passenger-stops.ts";
import { bookInstantly } from "./instant-booking.store.ts";
import { answerDeadline, seatRequestColumns, assertCanRequestSeats, assertVehicleAccess } from "../seat-requests.ts";
import { viewSeatRequest } from "../seat-requests.view.ts";
import { instantBookingEvents } from "../seat-request-events.ts";

/**
 * A booking on a ride that takes whoever asks, prepared from what can be read without holding anything. The one statement
 * that does it decides: the ride, its seats, the key and the seeker's other journeys are looked at there. Nothing where
 * this is no such ride, or the booking would be refused.
 */
export async function prepareInstantBooking(
  ctx: Context,
  seeker: Caller,
  rideId: string,
  input: SeatRequestInput,
): Promise<FastPathResult<typeof seatRequests.request> | undefined> {
  try {
    assertSelf(seeker, input.seekerId);
    const visibleRide = await findRideForViewer(ctx, rideId, seeker.uid);
    const ride = visibleRide?.row;
    if (ride?.approval !== "instant") return undefined;
    await assertCanRequestSeats(ctx, seeker, ride, visibleRide?.isHidden ?? false);
    const { pickup, dropoff, seats, message, needs = [] } = input;
    // Whom they have contacted is counted where their account can be held.
    if (await isNewAccount(ctx, seeker.uid)) return undefined;
    assertVehicleAccess(ride, needs);
    const segment = await measureSegment(ctx, ride, { pickup, dropoff, seats });
    const { contribution } = segment;
    const id = newId(ctx.now().getTime());
    const exact = await exactly(ctx, ride, segment, seats);
    const drive = await addPassenger(ctx, ride, id, exact);
    // Whom it moves is written and told where the ride can be held.
    if (drive?.isLonger) return undefined;
    const driven = { ...ride, ...(drive && { driven_route: drive.drivenRoute, arrives_at: drive.arrivesAt }) };
    const booking = {
      ...seatRequestColumns(ctx, segmentOnDrivenRoute(ctx, driven, id, exact, drive), {
        seekerId: seeker.uid,
        seats,
        message,
        needs,
        contribution,
      }),
      id,
      ride_id: rideId,
      status: "accepted" as const,
      expires_at: answerDeadline(ctx, ride.departs_at),
      decided_at: ctx.now(),
    };
    const row = { ...booking, ...NOTHING_TO_CONFIRM, reason: null, ended_by: null, ended_at: null };
    const answer = await viewSeatRequest(ctx, row, seeker.uid);
    const events = instantBookingEvents(row, driven);
    const segmentSeats = { ...exact, seats, contribution };
    return {
      reply: answer,
      execute: (idempotency) => bookInstantly(ctx, booking, { events, ride, segmentSeats, drive, idempotency }),
    };
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/** Of a ride that is as it was agreed to. */
const NOTHING_TO_CONFIRM = { agreed: null, confirm_by: null, confirm_requested_at: null, reserved: false };
