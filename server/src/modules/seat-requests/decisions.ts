import { translatable } from "@commonlane/contract/message";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import {
  assertScheduled,
  ifCancelled,
  isInAudience,
  requireRide,
  mapDoubleBookingError,
} from "#modules/rides/rules/index.ts";
import { findRide, lockRide, type RideRow } from "#modules/rides/index.ts";
import type { RideSegment } from "#modules/rides/route/index.ts";
import { holdGender } from "#modules/profiles/index.ts";
import { isContentRemoved, isRestricted } from "#modules/privacy/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { assertMay } from "#platform/policy.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import {
  confirmationDeadline,
  needsConfirmation,
  toAgreedRide,
} from "./ride-changes/agreed-terms.ts";
import {
  releaseSeats,
  reschedulePassengers,
  segmentSeatsOf,
  takeSeatsWithStops,
} from "./driven-route/passenger-stops.ts";
import { currentStops, segmentForDecision } from "./location-privacy/approximate-segment.ts";
import { moveToExactSegment } from "./location-privacy/exact-segment.ts";
import { seatRequestPolicy } from "./seat-request.policy.ts";
import { segmentColumns } from "./segment-columns.ts";
import { askToConfirm } from "./ride-changes/ride-notifications.ts";
import {
  findSeatRequest,
  type SeatRequestRow,
  transitionSeatRequest,
} from "./seat-requests.store.ts";
import { viewSeatRequest } from "./seat-requests.view.ts";
import { promoteStandby } from "./standby/standby-promotion.ts";
import { publishSeatRequestEvent } from "./seat-request-events.ts";

interface SeatRequestIds {
  readonly rideId: string;
  readonly requestId: string;
}

/**
 * Accepts a pending request: takes its seats on every leg of its segment, or changes nothing. The ride is always locked
 * before its requests, so that concurrent decisions cannot deadlock.
 */
export function acceptSeatRequest(
  ctx: Context,
  host: Caller,
  ids: SeatRequestIds,
): Promise<SeatRequest> {
  return transaction(ctx, async (ctx) => {
    const { seatRequest, ride } = await getRequestForHost(ctx, host, "seatRequests.accept", ids);
    if (seatRequest.status !== "pending") throw await statusAlreadySet(ctx, seatRequest, host.uid);
    if (await isContentRemoved(ctx, ids.rideId)) throw new Problem("ride_over", RIDE_HIDDEN);
    if (await isRestricted(ctx, seatRequest.seeker_id, host.uid))
      throw new Problem("ride_over", SEEKER_UNAVAILABLE);
    if (ride.audience === "sameGender") await holdGender(ctx, seatRequest.seeker_id);
    if (!(await isInAudience(ctx, ride, seatRequest.seeker_id)))
      throw new Problem("ride_over", SEEKER_UNAVAILABLE);
    const seated = await addRequestedPassenger(ctx, ride, seatRequest).catch(
      async (error: unknown) => {
        throw error instanceof Problem
          ? await explainNotAccepted(ctx, seatRequest, host, error)
          : error;
      },
    );
    const agreed = seatRequest.agreed ?? toAgreedRide(ride, seatRequest);
    const now = placementOf(seated.segment);
    const confirmationDueAt = needsConfirmation(
      ctx,
      agreed,
      toAgreedRide(seated.ride, seatRequest, now),
    )
      ? confirmationDeadline(ctx, seated.ride.departs_at)
      : null;
    const transition = {
      from: "pending",
      to: "accepted",
      confirmBy: confirmationDueAt,
      placement: {
        ...now,
        agreed: confirmationDueAt && agreed,
      },
    } as const;
    const acceptance = transitionSeatRequest(ctx, ids.requestId, transition);
    const accepted = await mapDoubleBookingError(acceptance, SEEKER_TRAVELLING);
    if (!accepted) throw await statusAlreadySet(ctx, seatRequest, host.uid);
    const exact = await moveToExactSegment(ctx, seated.ride, accepted);
    if (exact.ride.driven_route_version !== ride.driven_route_version)
      await reschedulePassengers(ctx, ride, exact.ride, seatRequest.id);
    if (confirmationDueAt) await askToConfirm(ctx, exact.row, exact.ride);
    publishSeatRequestEvent(ctx, exact.row, exact.ride, "seat-request.accepted", "host");
    return viewSeatRequest(ctx, exact.row, host.uid);
  });
}

const RIDE_HIDDEN = {
  message: translatable("Moderators hid this ride. No one else can join until it's visible again."),
};
// Does not reveal whether they were suspended, are leaving, left the audience, or blocked each other.
const SEEKER_UNAVAILABLE = { message: translatable("This person can't join anymore.") };
const SEEKER_TRAVELLING = translatable("This person is already travelling at that time.");

/**
 * Adds a requested passenger to the driven route. The decision uses only the approximate stops that the host knows, so
 * that its outcome does not depend on the exact address.
 */
async function addRequestedPassenger(
  ctx: InTransaction,
  ride: RideRow,
  seatRequest: SeatRequestRow,
) {
  assertScheduled(ctx, ride);
  const { approximate } = await segmentForDecision(ctx, ride, {
    ...currentStops(ride, seatRequest),
    seats: seatRequest.seats,
  });
  return takeSeatsWithStops(ctx, ride, {
    id: seatRequest.id,
    segment: approximate,
    segmentSeats: segmentSeatsOf(seatRequest, 1),
    decidedByHost: true,
  });
}

const placementOf = (segment: RideSegment) => {
  const { pickup_at, dropoff_at, first_leg, last_leg, detour_m, detour_s } =
    segmentColumns(segment);
  return {
    pickup_at,
    dropoff_at,
    first_leg,
    last_leg,
    detour_m,
    detour_s,
  };
};

async function explainNotAccepted(
  ctx: Context,
  seatRequest: SeatRequestRow,
  host: Caller,
  problem: Problem,
): Promise<Problem> {
  // The constraint violation has aborted the transaction.
  if (problem.code === "already_travelling") return problem;
  const row = await findSeatRequest(ctx, seatRequest.id);
  if (row && row.status !== "pending") return statusAlreadySet(ctx, row, host.uid);
  return problem.code === "off_route" ? new Problem("off_route", DETOUR_OVER_LIMIT) : problem;
}

const DETOUR_OVER_LIMIT = {
  message: translatable("With your other passengers, this exceeds the detour limit of this ride."),
};

export function rejectSeatRequest(
  ctx: Context,
  host: Caller,
  ids: SeatRequestIds,
  reason: string | null | undefined,
): Promise<SeatRequest> {
  return transaction(ctx, async (ctx) => {
    const { seatRequest, ride } = await getRequestForHost(ctx, host, "seatRequests.reject", ids);
    const row = await transitionSeatRequest(ctx, ids.requestId, {
      from: "pending",
      to: "rejected",
      endedBy: "host",
      reason,
    });
    if (!row) throw await statusAlreadySet(ctx, seatRequest, host.uid);
    publishSeatRequestEvent(ctx, row, ride, "seat-request.rejected");
    await promoteStandby(ctx, ride.id);
    return viewSeatRequest(ctx, row, host.uid);
  });
}

/**
 * The seeker withdraws a pending request; until departure the seeker or the host can cancel an accepted one, which
 * frees its seats.
 */
export function endSeatRequest(
  ctx: Context,
  caller: Caller,
  requestId: string,
  reason: string | null | undefined,
): Promise<SeatRequest> {
  return transaction(ctx, async (ctx) => {
    const party = await assertParty(ctx, caller, requestId);
    const row = await endAsParty(ctx, party, reason);
    // Freed seats go to the standby queue before anyone else can request them.
    await promoteStandby(ctx, party.ride.id);
    return viewSeatRequest(ctx, row, caller.uid);
  });
}

type Party = Awaited<ReturnType<typeof assertParty>>;

async function endAsParty(
  ctx: InTransaction,
  { seatRequest, ride, by, uid }: Party,
  reason: string | null | undefined,
): Promise<SeatRequestRow> {
  // Lock order: always the ride before its requests. The lock also ensures that seats are released only once.
  const lockedRide = (await lockRide(ctx, ride.id)) ?? ride;
  if (seatRequest.status === "accepted") {
    const cancelled = await transitionSeatRequest(ctx, seatRequest.id, {
      from: "accepted",
      to: "cancelled",
      endedBy: by,
      reason,
    });
    if (!cancelled) throw await explainNotEnded(ctx, seatRequest.id, uid);
    await releaseSeats(ctx, lockedRide, cancelled);
    publishSeatRequestEvent(ctx, cancelled, ride, "seat-request.cancelled");
    return cancelled;
  }

  const to = by === "seeker" ? "withdrawn" : "rejected";
  const row = await transitionSeatRequest(ctx, seatRequest.id, {
    from: "pending",
    to,
    endedBy: by,
    reason,
  });
  if (!row) throw await explainNotEnded(ctx, seatRequest.id, uid);
  publishSeatRequestEvent(ctx, row, ride, `seat-request.${to}`);
  return row;
}

/** Locks the ride, so that the request's segment on it cannot change. */
async function getRequestForHost(
  ctx: InTransaction,
  host: Caller,
  call: "seatRequests.accept" | "seatRequests.reject",
  { rideId, requestId }: SeatRequestIds,
): Promise<{
  seatRequest: SeatRequestRow;
  ride: RideRow;
}> {
  const ride = await requireRide(ctx, host, call, lockRide(ctx, rideId));
  const seatRequest = await findSeatRequest(ctx, requestId);
  if (seatRequest?.ride_id !== rideId) throw new Problem("not_found");
  return { seatRequest, ride };
}

/** Loads a request for its seeker or host, to end it. @throws Problem not_found for anyone else */
async function assertParty(ctx: Context, { uid }: Caller, requestId: string) {
  const seatRequest = await findSeatRequest(ctx, requestId);
  const ride = seatRequest && (await findRide(ctx, seatRequest.ride_id));
  if (!seatRequest || !ride) throw new Problem("not_found");
  const sides = {
    seeker_id: seatRequest.seeker_id,
    host_id: ride.host_id,
  };
  await assertMay(seatRequestPolicy, "seatRequests.end", sides, uid);
  return {
    seatRequest,
    ride,
    uid,
    by: uid === seatRequest.seeker_id ? ("seeker" as const) : ("host" as const),
  };
}

async function explainNotEnded(
  ctx: Context,
  requestId: string,
  viewerUid: string,
): Promise<Problem> {
  const row = await findSeatRequest(ctx, requestId);
  return row ? statusAlreadySet(ctx, row, viewerUid) : new Problem("not_found");
}

const ANSWER_TIME_OVER = translatable("The time to answer this request is over.");

/** The error for a decision that comes too late, with the current record (domain.md: repeating a decision). */
export async function statusAlreadySet(
  ctx: Context,
  { id }: SeatRequestRow,
  viewerUid: string,
): Promise<Problem> {
  const row = await findSeatRequest(ctx, id);
  if (!row) return new Problem("status_already_set");
  const isExpired = row.status === "pending" && row.expires_at <= ctx.now();
  return new Problem("status_already_set", {
    ...(isExpired && { message: ANSWER_TIME_OVER }),
    ...ifCancelled(await findRide(ctx, row.ride_id)),
    current: await viewSeatRequest(ctx, row, viewerUid),
  });
}
