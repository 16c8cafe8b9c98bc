import { translatable } from "@commonlane/contract/message";
import type { Offer } from "@commonlane/contract/offers";
import { HostedRide } from "@commonlane/contract/hosted-rides";
import { findRide, lockRide, toMoney, createRide, type RideRow } from "#modules/rides/index.ts";
import { ifCancelled, isInAudience, assertScheduled } from "#modules/rides/rules/index.ts";
import { measureSegment, type RideSegment } from "#modules/rides/route/index.ts";
import { isRestricted, isContentRemoved } from "#modules/privacy/index.ts";
import { bookSeats, endSeatRequest } from "#modules/seat-requests/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { assertMay } from "#platform/policy.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import {
  stopsOfRequest,
  isOpenRequest,
  requireRideRequest,
  assertForDriver,
  departureWindow,
} from "../guards.ts";
import {
  acceptPendingOffer,
  endPendingOffers,
  endOffer,
  findOffer,
  type OfferRow,
} from "./offers.store.ts";
import {
  endRideRequest,
  findRideRequest,
  lockRideRequest,
  type RideRequestRow,
} from "../ride-requests.store.ts";
import {
  publishOfferEnds,
  publishOfferEvent,
  publishRideRequestEvent,
} from "../ride-request-events.ts";
import { offerPolicy } from "./offer.policy.ts";
import { viewOffer } from "../ride-requests.view.ts";

interface OfferIds {
  readonly requestId: string;
  readonly offerId: string;
}
const OTHER_OFFER_ACCEPTED = translatable("Another offer was accepted.");

/**
 * Accepts an offer: creates or joins its ride, takes the seats, matches the request and declines the other offers, or
 * changes nothing.
 */
export function acceptOffer(ctx: Context, seeker: Caller, ids: OfferIds): Promise<Offer> {
  return transaction(ctx, async (ctx) => {
    const offer = await getOfferForSeeker(ctx, seeker, "offers.accept", ids);
    // Lock order: always the ride before the request.
    const existingRide = offer.ride_id === null ? undefined : await lockRide(ctx, offer.ride_id);
    const request = await lockRideRequest(ctx, ids.requestId);
    if (offer.status !== "pending" || !request || !isOpenRequest(ctx, request))
      throw await statusAlreadySet(ctx, offer, seeker.uid);
    if (await isRestricted(ctx, request.seeker_id, offer.driver_id))
      throw new Problem("ride_over", DRIVER_UNAVAILABLE);
    await assertForDriver(ctx, request, offer.driver_id);
    const ride = existingRide ?? (await createOfferedRide(ctx, request, offer));
    const booking = await bookOfferedRide(ctx, request, offer, ride, existingRide !== undefined);
    const row = await acceptPendingOffer(ctx, offer.id, {
      ride_id: ride.id,
      seat_request_id: booking.id,
    });
    const matched =
      row &&
      (await endRideRequest(ctx, request.id, {
        status: "matched",
        ride_id: ride.id,
      }));
    if (!matched) throw await statusAlreadySet(ctx, offer, seeker.uid);
    await declineOtherOffers(ctx, request);
    await publishRideRequestEvent(ctx, matched, "ride-request.matched");
    return publishOfferEvent(ctx, row, {
      seekerId: request.seeker_id,
      type: "offer.accepted",
      viewer: "seeker",
    });
  });
}

// Does not reveal whether they were suspended, are leaving, or blocked each other.
const DRIVER_UNAVAILABLE = { message: translatable("This driver can't take you anymore.") };

/** Creates the ride that the driver offered. */
async function createOfferedRide(
  ctx: InTransaction,
  request: RideRequestRow,
  offer: OfferRow,
): Promise<RideRow> {
  const rideInput = HostedRide.parse({
    origin: request.origin,
    destination: request.destination,
    departsAt: offer.departs_at.toISOString(),
    timeZone: request.time_zone,
    seatsTotal: offer.seats,
    contribution: toMoney(offer),
    preferences: request.preferences,
    ...(request.luggage > 0 && { luggage: request.luggage }),
    audience: request.audience,
    membersOf: request.members_of,
  });
  const learned = [
    {
      exact: request.origin,
      approximate: request.approximate_origin,
    },
    {
      exact: request.destination,
      approximate: request.approximate_destination,
    },
  ];
  const host = {
    uid: offer.driver_id,
    vehicle: offer.vehicle,
  };
  return createRide(ctx, host, rideInput, { learned }).catch((error: unknown) => {
    // The driver's other rides stay private.
    if (error instanceof Problem && error.code === "already_travelling")
      throw new Problem(error.code, DRIVER_TRAVELLING);
    throw error;
  });
}
const DRIVER_TRAVELLING = {
  message: translatable("The driver now has another ride at that time."),
};

async function bookOfferedRide(
  ctx: InTransaction,
  request: RideRequestRow,
  offer: OfferRow,
  ride: RideRow,
  isExistingRide: boolean,
) {
  assertScheduled(ctx, ride);
  if (await isContentRemoved(ctx, ride.id)) throw new Problem("ride_over");
  if (!(await isInAudience(ctx, ride, request.seeker_id))) throw new Problem("audience_closed");
  const segment = await (isExistingRide
    ? exactSegment(ctx, ride, request)
    : measureSegment(ctx, ride, { seats: request.seats }));
  // The driver's host view is exact, so no approximate stops are stored.
  const withoutApproximation = {
    ...segment,
    approximateStops: null,
  };
  return bookSeats(ctx, ride, withoutApproximation, {
    by: "offer",
    seekerId: request.seeker_id,
    seats: request.seats,
    message: request.note,
    needs: request.needs,
    contribution: toMoney(offer),
  });
}

/**
 * The segment between the exact places, which are now shared; falls back to the offered approximate one if the exact
 * detour is too large.
 */
async function exactSegment(
  ctx: InTransaction,
  ride: RideRow,
  request: RideRequestRow,
): Promise<RideSegment> {
  const { approximateStops, ...stops } = stopsOfRequest(request);
  const requested = {
    ...stops,
    seats: request.seats,
    window: departureWindow(request),
  };
  try {
    return await measureSegment(ctx, ride, requested);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return measureSegment(ctx, ride, {
      ...requested,
      approximateStops,
    });
  }
}

async function declineOtherOffers(ctx: InTransaction, { id }: RideRequestRow): Promise<void> {
  const end = {
    status: "declined",
    endedBy: "seeker",
    reason: OTHER_OFFER_ACCEPTED,
  } as const;
  const declined = await endPendingOffers(ctx, { requestIds: [id] }, end);
  await publishOfferEnds(ctx, declined, "offer.declined");
}

export function declineOffer(
  ctx: Context,
  seeker: Caller,
  ids: OfferIds,
  reason: string | null | undefined,
): Promise<Offer> {
  return transaction(ctx, async (ctx) => {
    const offer = await getOfferForSeeker(ctx, seeker, "offers.decline", ids);
    const row = await endOffer(ctx, offer.id, {
      status: "declined",
      endedBy: "seeker",
      reason,
    });
    if (!row) throw await statusAlreadySet(ctx, offer, seeker.uid);
    return publishOfferEvent(ctx, row, {
      seekerId: seeker.uid,
      type: "offer.declined",
      viewer: "seeker",
    });
  });
}

/** Until departure the driver withdraws a pending offer or cancels an accepted one, which frees its seats. */
export function endOwnOffer(
  ctx: Context,
  driver: Caller,
  offerId: string,
  reason: string | null | undefined,
): Promise<Offer> {
  return transaction(ctx, async (ctx) => {
    const offer = await findOffer(ctx, offerId);
    const request = offer && (await findRideRequest(ctx, offer.request_id));
    if (!offer || !request) throw new Problem("not_found");
    const sides = {
      driver_id: offer.driver_id,
      seeker_id: request.seeker_id,
    };
    await assertMay(offerPolicy, "offers.end", sides, driver.uid);
    if (offer.seat_request_id !== null) {
      if (offer.booking) throw await statusAlreadySet(ctx, offer, driver.uid);
      await endSeatRequest(ctx, driver, offer.seat_request_id, reason);
      return viewOffer(ctx, (await findOffer(ctx, offerId)) ?? offer, driver.uid);
    }
    const row = await endOffer(ctx, offerId, {
      status: "withdrawn",
      endedBy: "driver",
      reason,
    });
    if (!row) throw await statusAlreadySet(ctx, offer, driver.uid);
    return publishOfferEvent(ctx, row, {
      seekerId: request.seeker_id,
      type: "offer.withdrawn",
      viewer: "driver",
    });
  });
}

async function getOfferForSeeker(
  ctx: Context,
  seeker: Caller,
  call: "offers.accept" | "offers.decline",
  { requestId, offerId }: OfferIds,
): Promise<OfferRow> {
  await requireRideRequest(ctx, seeker, call, findRideRequest(ctx, requestId));
  const offer = await findOffer(ctx, offerId);
  if (offer?.request_id !== requestId) throw new Problem("not_found");
  return offer;
}

const ANSWER_TIME_OVER = translatable("The time to answer this offer is over.");

/** The error for a decision that comes too late, with the current record (domain.md: repeating a decision). */
async function statusAlreadySet(
  ctx: Context,
  { id }: OfferRow,
  viewerUid: string,
): Promise<Problem> {
  const row = await findOffer(ctx, id);
  if (!row) return new Problem("status_already_set");
  const isExpired = row.status === "pending" && row.expires_at <= ctx.now();
  return new Problem("status_already_set", {
    ...(isExpired && { message: ANSWER_TIME_OVER }),
    ...ifCancelled(row.ride_id === null ? undefined : await findRide(ctx, row.ride_id)),
    current: await viewOffer(ctx, row, viewerUid),
  });
}
