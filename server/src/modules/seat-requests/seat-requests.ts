import type { AccessNeed } from "@commonlane/contract/profiles";
import type { SeatRequestInput, SeatRequest } from "@commonlane/contract/seat-requests";
import type { Money } from "@commonlane/contract/shapes";
import { assertProfileComplete, holdGender } from "#modules/profiles/index.ts";
import {
  findRideForViewer,
  lockRide,
  type RideForViewer,
  type RideRow,
} from "#modules/rides/index.ts";
import {
  isInAudience,
  assertScheduled,
  assertSelf,
  mapDoubleBookingError,
} from "#modules/rides/rules/index.ts";
import { isAccessible } from "#modules/rides/search/index.ts";
import { measureSegment, nameKnownStops, type RideSegment } from "#modules/rides/route/index.ts";
import { assertMayContact } from "#modules/privacy/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { toExactSegment, seatPassenger } from "./driven-route/passenger-stops.ts";
import {
  approximateSegmentOfNewRequest,
  withQuotedTimes,
} from "./location-privacy/approximate-segment.ts";
import { segmentColumns } from "./segment-columns.ts";
import {
  generateId,
  insertSeatRequest,
  type NewSeatRequest,
  type SeatRequestRow,
} from "./seat-requests.store.ts";
import { publishQueueChanged, publishSeatRequestEvent } from "./seat-request-events.ts";
import { findStandbyQueue } from "./standby/standby.store.ts";
import { viewSeatRequest } from "./seat-requests.view.ts";

/** Minimum time for a host to answer, cut off at the departure. */
const MIN_ANSWER_MS = 5 * 60_000;

/** Requests seats. With instant booking they are taken at once, otherwise when the host accepts. */
export function requestSeats(
  ctx: Context,
  seeker: Caller,
  rideId: string,
  input: SeatRequestInput,
): Promise<SeatRequest> {
  assertSelf(seeker, input.seekerId);
  return transaction(ctx, async (ctx) => {
    await assertContactLimitForRide(ctx, seeker, rideId);
    const ride = await lockRideForRequest(ctx, seeker, rideId);
    const requested = {
      ...(await nameKnownStops(ctx, ride, input)),
      seats: input.seats,
    };
    const segment = await measureSegment(ctx, ride, requested);
    const { seats, message, needs = [] } = input;
    const details = {
      seekerId: seeker.uid,
      seats,
      message,
      needs,
    };
    if (ride.approval === "instant") {
      assertVehicleAccess(ride, needs);
      return bookSeats(ctx, ride, segment, {
        ...details,
        contribution: segment.contribution,
        by: "instant",
      });
    }
    const approximate = await approximateSegmentOfNewRequest(ctx, ride, requested);
    const row = await insertOwnRequest(ctx, ride, {
      ...seatRequestColumns(ctx, withQuotedTimes(approximate, segment), {
        ...details,
        contribution: approximate.contribution,
      }),
      ride_id: rideId,
      status: "pending",
      expires_at: answerDeadline(ctx, ride.departs_at, input.expiresInS),
      decided_at: null,
    });
    publishSeatRequestEvent(ctx, row, ride, "seat-request.created");
    return viewSeatRequest(ctx, row, seeker.uid);
  });
}

/**
 * Limits how many people a new account can contact: the host is e-mailed. @throws Problem not_found for a ride that the
 * seeker may not see, before the limit could tell that it exists
 */
export async function assertContactLimitForRide(
  ctx: InTransaction,
  { uid }: Pick<Caller, "uid">,
  rideId: string,
): Promise<void> {
  const ride = await findRideForViewer(ctx, rideId, uid);
  if (!ride?.isVisible) throw new Problem("not_found");
  await assertMayContact(ctx, uid, { person: ride.row.host_id });
}

interface SeatRequestDetails {
  readonly seekerId: string;
  readonly seats: number;
  readonly message?: string | null | undefined;
  readonly needs: readonly AccessNeed[];
  /** Per seat. */
  readonly contribution: Money | null;
}
interface BookingDetails extends SeatRequestDetails {
  /** Why no further approval is needed. */
  readonly by: "instant" | "offer";
}

/**
 * Takes the seats of a segment and inserts an accepted seat request, or changes nothing. The caller ensures that both
 * sides agree.
 */
export async function bookSeats(
  ctx: InTransaction,
  ride: RideRow,
  segment: RideSegment,
  booking: BookingDetails,
): Promise<SeatRequest> {
  const id = await generateId(ctx);
  const exact = await toExactSegment(ctx, ride, segment, booking.seats);
  const segmentSeats = {
    ...exact,
    seats: booking.seats,
    contribution: booking.contribution,
  };
  const taken = await seatPassenger(ctx, ride, {
    id,
    segment: exact,
    segmentSeats,
  });
  const inserted = insertOwnRequest(ctx, ride, {
    ...seatRequestColumns(ctx, taken.segment, booking),
    id,
    ride_id: ride.id,
    status: "accepted",
    expires_at: answerDeadline(ctx, ride.departs_at),
    decided_at: ctx.now(),
  });
  const row = await mapDoubleBookingError(inserted);
  publishSeatRequestEvent(ctx, row, taken.ride, "seat-request.accepted", booking.by);
  return viewSeatRequest(ctx, row, row.seeker_id);
}

/** Inserts a request of a seeker who may have waited for the ride; those behind them move up in the queue. */
async function insertOwnRequest(
  ctx: InTransaction,
  ride: RideRow,
  newRequest: Parameters<typeof insertSeatRequest>[1],
): Promise<SeatRequestRow> {
  const row = await insertSeatRequest(ctx, newRequest);
  if (!row) throw new Problem("already_requested");
  if (row.standby_id !== null)
    publishQueueChanged(ctx, ride, [row, ...(await findStandbyQueue(ctx, ride.id))]);
  return row;
}

/** Columns of a new seat request, without its ride and status. */
export const seatRequestColumns = (
  { now }: Context,
  segment: RideSegment,
  { seekerId, seats, message, needs, contribution }: SeatRequestDetails,
): Omit<NewSeatRequest, "ride_id" | "status" | "expires_at" | "decided_at"> => ({
  ...segmentColumns(segment),
  seeker_id: seekerId,
  seats,
  message: message || null,
  needs: [...needs],
  contribution_minor: contribution?.amountMinor ?? null,
  currency: contribution?.currency ?? null,
  created_at: now(),
});

/** Locks the ride if this user may request seats on it (domain.md, State machines: request). */
export async function lockRideForRequest(
  ctx: InTransaction,
  seeker: Pick<Caller, "uid">,
  rideId: string,
): Promise<RideRow> {
  const locked = await lockRide(ctx, rideId);
  if (locked?.audience === "sameGender") await holdGender(ctx, seeker.uid);
  const ride = locked && (await findRideForViewer(ctx, rideId, seeker.uid));
  return assertCanRequestSeats(ctx, seeker, ride);
}

/** Throws the Problem that prevents this user from requesting seats: not_found for a ride that they may not see. */
export async function assertCanRequestSeats(
  ctx: Context,
  seeker: Pick<Caller, "uid">,
  found: RideForViewer | undefined,
): Promise<RideRow> {
  if (!found?.isVisible) throw new Problem("not_found");
  const ride = found.row;
  // Only someone with a part in the ride sees it then, and to them it is over.
  if (found.isHidden && ride.host_id !== seeker.uid) throw new Problem("ride_over");
  if (ride.host_id === seeker.uid) throw new Problem("own_ride");
  if (!(await isInAudience(ctx, ride, seeker.uid))) throw new Problem("audience_closed");
  assertScheduled(ctx, ride);
  await assertProfileComplete(ctx, seeker.uid);
  return ride;
}

/** With instant booking no host can approve an exception. @throws Problem access_missing */
export function assertVehicleAccess(
  ride: Pick<RideRow, "vehicle">,
  needs: readonly AccessNeed[],
): void {
  if (!isAccessible(ride, needs)) throw new Problem("access_missing");
}

/** min(the seeker's choice or 3 h, departure − 30 min) (domain.md), but at least a few minutes for imminent rides. */
export function answerDeadline(
  { now, settings }: Context,
  departsAt: Date,
  expiresInS = settings.REQUEST_EXPIRES_S,
): Date {
  const nowMs = now().getTime();
  const departsMs = departsAt.getTime();
  const lastMs = Math.min(
    nowMs + expiresInS * 1000,
    departsMs - settings.REQUEST_EXPIRES_BEFORE_DEPARTURE_S * 1000,
  );
  return new Date(Math.max(lastMs, Math.min(nowMs + MIN_ANSWER_MS, departsMs)));
}
