import { localText } from "#platform/i18n/translate.ts";
import { message, translatable } from "@commonlane/contract/message";
import { OFFERS_PER_REQUEST_MAX } from "@commonlane/contract/limits";
import type { Offer, OfferInput } from "@commonlane/contract/offers";
import { assertProfileComplete, holdGender } from "#modules/profiles/index.ts";
import { getOwnVehicle, lockRide, type RideRow } from "#modules/rides/index.ts";
import {
  assertFairContribution,
  assertFairSegmentContribution,
  assertNotDoubleBooked,
  assertScheduled,
  assertSelf,
  isInAudience,
  requireRide,
} from "#modules/rides/rules/index.ts";
import { calculateRoute, measureSegment } from "#modules/rides/route/index.ts";
import { isRestricted, isContentRemoved, assertMayContact } from "#modules/privacy/index.ts";
import { answerDeadline, assertVehicleAccess } from "#modules/seat-requests/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { invalidInput, Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import {
  assertForDriver,
  departureWindow,
  isOpenRequest,
  isVisibleRequest,
  stopsOfRequest,
} from "../guards.ts";
import { countPendingOffers, insertOffer, type NewOffer } from "./offers.store.ts";
import { findRideRequest, lockRideRequest, type RideRequestRow } from "../ride-requests.store.ts";
import { publishOfferEvent } from "../ride-request-events.ts";

/** Makes an offer on a request. Seats are taken and a ride is created only when the seeker accepts. */
export function makeOffer(
  ctx: Context,
  driver: Caller,
  requestId: string,
  input: OfferInput,
): Promise<Offer> {
  assertSelf(driver, input.driverId);
  return transaction(ctx, async (ctx) => {
    await assertContactLimitForRequest(ctx, driver, requestId);
    // Lock order: always the ride before the request.
    const ride =
      input.rideId === undefined
        ? undefined
        : await requireRide(ctx, driver, "offers.make#ride", lockRide(ctx, input.rideId));
    const request = await lockRequestForOffer(ctx, driver, requestId);
    const terms = ride
      ? await termsOnExistingRide(ctx, request, ride, input)
      : await termsOfNewRide(ctx, driver, request, input);
    assertVehicleAccess(terms, request.needs);
    if ((await countPendingOffers(ctx, requestId)) >= OFFERS_PER_REQUEST_MAX)
      throw new Problem("offers_enough");
    const row = await insertOffer(ctx, {
      ...terms,
      request_id: requestId,
      driver_id: driver.uid,
      message: input.message || null,
      expires_at: answerDeadline(ctx, terms.departs_at, input.expiresInS),
      created_at: ctx.now(),
    });
    if (!row) throw new Problem("already_offered");
    return publishOfferEvent(ctx, row, {
      seekerId: request.seeker_id,
      type: "offer.created",
      viewer: "driver",
    });
  });
}

/**
 * Limits how many people a new account can contact: the seeker is e-mailed. @throws Problem not_found for a request that
 * the driver may not see, before the limit could tell that it exists
 */
async function assertContactLimitForRequest(
  ctx: InTransaction,
  { uid }: Caller,
  requestId: string,
): Promise<void> {
  const request = await findRideRequest(ctx, requestId);
  if (!request || !(await isVisibleRequest(ctx, request, uid))) throw new Problem("not_found");
  await assertMayContact(ctx, uid, { person: request.seeker_id });
}

/** Locks the request if this user may make an offer on it (domain.md, State machines: request). */
async function lockRequestForOffer(
  ctx: InTransaction,
  driver: Caller,
  requestId: string,
): Promise<RideRequestRow> {
  const request = await lockRideRequest(ctx, requestId);
  if (!request || !(await isVisibleRequest(ctx, request, driver.uid)))
    throw new Problem("not_found");
  if (request.seeker_id === driver.uid) throw new Problem("own_request");
  // A driver whose offer was accepted sees the request under a restriction. To them it is over.
  const restricted = await isRestricted(ctx, driver.uid, request.seeker_id);
  if (restricted || (await isContentRemoved(ctx, requestId))) throw new Problem("request_over");
  await assertProfileComplete(ctx, driver.uid);
  if (request.audience === "sameGender") await holdGender(ctx, driver.uid);
  await assertForDriver(ctx, request, driver.uid);
  if (!isOpenRequest(ctx, request)) throw new Problem("request_over");
  return request;
}

const SEATS_WANTED = message(
  "{seats, plural, one {The request is for # seat.} other {The request is for # seats.}}",
);

/**
 * Terms of a ride created for the request, between its approximate places, so that length and cost reveal nothing more.
 */
async function termsOfNewRide(
  ctx: Context,
  driver: Caller,
  request: RideRequestRow,
  { departsAt, seats = request.seats, contribution, vehicleId }: OfferInput,
): Promise<OfferTerms> {
  if (departsAt === undefined)
    throw invalidInput("departsAt", translatable("Enter a departure time or choose a ride."));
  const departsOn = new Date(departsAt);
  if (departsOn <= ctx.now())
    throw invalidInput("departsAt", translatable("The departure must be in the future."));
  if (departsOn < request.departs_after || departsOn > request.departs_before)
    throw new Problem("window_missed");
  if (seats < request.seats)
    throw invalidInput("seats", localText(SEATS_WANTED, { seats: request.seats }));
  const route = calculateRoute(
    ctx,
    [request.approximate_origin, request.approximate_destination],
    departsOn,
  );
  assertFairContribution(ctx, route, {
    seatsTotal: seats,
    contribution: contribution ?? null,
  });
  await assertNotDoubleBooked(ctx, driver.uid, route);
  return {
    ride_id: null,
    departs_at: departsOn,
    pickup_at: departsOn,
    dropoff_at: route.arrives_at,
    detour_m: 0,
    detour_s: 0,
    seats,
    contribution_minor: contribution?.amountMinor ?? null,
    currency: contribution?.currency ?? null,
    vehicle: await getOwnVehicle(ctx, driver.uid, vehicleId ?? null),
  };
}

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
