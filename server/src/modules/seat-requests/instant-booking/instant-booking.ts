import { randomBytes } from "node:crypto";
import type { SeatRequestInput, seatRequests } from "@commonlane/contract/seat-requests";
import { addPassenger, measureSegment, nameKnownStops } from "#modules/rides/route/index.ts";
import { findRideForViewer } from "#modules/rides/index.ts";
import { assertSelf } from "#modules/rides/rules/index.ts";
import { isNewAccount } from "#modules/privacy/index.ts";
import type { Context } from "#platform/context.ts";
import type { FastPathResult } from "#platform/http/endpoints/fast-path.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { toExactSegment, segmentOnDrivenRoute } from "../driven-route/passenger-stops.ts";
import { bookInstantly } from "./instant-booking.store.ts";
import {
  answerDeadline,
  seatRequestColumns,
  assertCanRequestSeats,
  assertVehicleAccess,
} from "../seat-requests.ts";
import { viewSeatRequest } from "../seat-requests.view.ts";
import { instantBookingEvents } from "../seat-request-events.ts";

/**
 * Prepares a booking on an instant ride without locking. The single statement that executes it checks the ride, its
 * seats, the idempotency key and the seeker's other trips. Returns undefined if the ride has no instant booking or the
 * booking would be refused; the normal path then reports why.
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
    // Membership and gender must stay locked until the seats are taken.
    if (ride?.approval !== "instant" || ride.members_of !== null || ride.audience !== "everyone")
      return undefined;
    await assertCanRequestSeats(ctx, seeker, visibleRide);
    const { seats, message, needs = [] } = input;
    // The contact limit of new accounts must be counted with the account locked.
    if (await isNewAccount(ctx, seeker.uid)) return undefined;
    assertVehicleAccess(ride, needs);
    const segment = await measureSegment(ctx, ride, {
      ...(await nameKnownStops(ctx, ride, input)),
      seats,
    });
    const { contribution } = segment;
    const id = newId(ctx.now().getTime());
    const exact = await toExactSegment(ctx, ride, segment, seats);
    const drive = await addPassenger(ctx, ride, id, exact);
    // Rescheduling other passengers needs the locked ride.
    if (drive?.isLonger) return undefined;
    const driven = {
      ...ride,
      ...(drive && {
        driven_route: drive.drivenRoute,
        arrives_at: drive.arrivesAt,
      }),
    };
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
    const row = {
      ...booking,
      ...NOTHING_TO_CONFIRM,
      reason: null,
      ended_by: null,
      ended_at: null,
    };
    const answer = await viewSeatRequest(ctx, row, seeker.uid);
    const events = instantBookingEvents(row, driven);
    const segmentSeats = {
      ...exact,
      seats,
      contribution,
    };
    return {
      reply: answer,
      execute: async (idempotency) => {
        const booked = await bookInstantly(ctx, booking, {
          events,
          ride,
          segmentSeats,
          drive,
          idempotency,
        });
        if (booked) ctx.metrics.countEvents(events);
        return booked;
      },
    };
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/** For a ride without changes to confirm. */
const NOTHING_TO_CONFIRM = {
  agreed: null,
  confirm_by: null,
  confirm_requested_at: null,
  host_moved_at: null,
  reserved: false,
};

/**
 * Creates an id like those of the database, a UUID of version 7 (RFC 9562, section 5.7), if it is needed before the row
 * is stored.
 */
export function newId(nowMs: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(nowMs, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
