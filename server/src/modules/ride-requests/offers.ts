import { OFFERS_PER_REQUEST_MAX } from "@commonlane/contract/limits";
import type { Offer, OfferMade } from "@commonlane/contract/offers";
import { mustBeComplete } from "#modules/profiles/index.ts";
import {
  isForThem,
  lockRide,
  mustBeFair,
  mustBeFairForPart,
  mustBeFree,
  mustBeScheduled,
  mustBeSelf,
  mustHost,
  mustOwnVehicle,
  partOfRide,
  wayThrough,
} from "#modules/rides/index.ts";
import { isApart, isHidden, mustNotBeTooNew } from "#modules/safety/index.ts";
import { answerBy, mustHaveAccess } from "#modules/seat-requests/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import { endsOfRequest, isOpen, mustSuit, windowOf, wrong } from "./guards.ts";
import { countPending, insertOffer, type NewOffer } from "./offers.store.ts";
import { findRideRequest, lockRideRequest, type RideRequestRow } from "./ride-requests.store.ts";
import { tellOfOffer } from "./telling.ts";

/** Answers a request. It takes no seat and makes no ride until the seeker accepts. */
export function makeOffer(ctx: Context, driver: Caller, requestId: string, said: OfferMade): Promise<Offer> {
  mustBeSelf(driver, said.driverId);
  return transaction(ctx, async (ctx) => {
    await mustNotBeTooNewFor(ctx, driver, requestId);
    // A ride is locked before a request, as everywhere.
    const ride = said.rideId === undefined ? undefined : await mustHost(lockRide(ctx, said.rideId), driver);
    const request = await mustBeOpenTo(ctx, driver, requestId);
    const terms = ride ? await termsOnRide(ctx, request, ride, said) : await termsOfNewRide(ctx, driver, request, said);
    mustHaveAccess(terms, request.needs);
    if ((await countPending(ctx, requestId)) >= OFFERS_PER_REQUEST_MAX) throw new Problem("offers_enough");
    const row = await insertOffer(ctx, {
      ...terms,
      request_id: requestId,
      driver_id: driver.uid,
      message: said.message || null,
      expires_at: answerBy(ctx, terms.departs_at, said.expiresInS),
      created_at: ctx.now(),
    });
    if (!row) throw new Problem("already_offered");
    return tellOfOffer(ctx, row, { seekerId: request.seeker_id, type: "offer.created", to: "driver" });
  });
}

/** The seeker is sent a letter. */
async function mustNotBeTooNewFor(ctx: InTransaction, { uid }: Caller, requestId: string): Promise<void> {
  const request = await findRideRequest(ctx, requestId);
  if (request) await mustNotBeTooNew(ctx, uid, { person: request.seeker_id });
}

/** The request, locked, if this person may answer it (domain.md, State machines: request). */
async function mustBeOpenTo(ctx: Context, driver: Caller, requestId: string): Promise<RideRequestRow> {
  const request = await lockRideRequest(ctx, requestId);
  if (!request) throw new Problem("not_found");
  if (request.seeker_id === driver.uid) throw new Problem("own_request");
  // As of one that has ended, which is not shown either: so nothing tells the two apart.
  const apart = await isApart(ctx, driver.uid, request.seeker_id);
  if (apart || (await isHidden(ctx, requestId))) throw new Problem("request_over");
  const { gender } = await mustBeComplete(ctx, driver.uid);
  mustSuit(request, gender);
  if (!isOpen(ctx, request)) throw new Problem("request_over");
  return request;
}

type Terms = Omit<NewOffer, "request_id" | "driver_id" | "message" | "expires_at" | "created_at">;

async function termsOnRide(
  ctx: InTransaction,
  request: RideRequestRow,
  ride: Awaited<ReturnType<typeof mustHost>>,
  { contribution }: OfferMade,
): Promise<Terms> {
  mustBeScheduled(ctx, ride);
  if (await isHidden(ctx, ride.id)) throw new Problem("ride_over");
  if (!(await isForThem(ctx, ride, request.seeker_id))) throw new Problem("audience_closed");
  const part = await partOfRide(ctx, ride, {
    ...endsOfRequest(request),
    seats: request.seats,
    window: windowOf(request),
  });
  const taken = contribution === undefined ? part.contribution : contribution;
  mustBeFairForPart(ctx, ride, part, taken);
  return {
    ride_id: ride.id,
    departs_at: ride.departs_at,
    pickup_at: part.pickupAt,
    dropoff_at: part.dropoffAt,
    detour_m: part.detourM,
    detour_s: part.detourS,
    seats: Math.min(...ride.seats_left.slice(part.firstLeg, part.lastLeg + 1)),
    contribution_minor: taken?.amountMinor ?? null,
    currency: taken?.currency ?? null,
    vehicle: ride.vehicle,
  };
}

/** A ride for this request, from about where it starts to about where it ends, so that its length and costs tell no more. */
async function termsOfNewRide(
  ctx: Context,
  driver: Caller,
  request: RideRequestRow,
  { departsAt, seats = request.seats, contribution, vehicleId }: OfferMade,
): Promise<Terms> {
  if (departsAt === undefined) throw wrong("departsAt", "Please say when you would leave, or with which ride.");
  const departs = new Date(departsAt);
  if (departs <= ctx.now()) throw wrong("departsAt", "The departure must lie in the future.");
  if (departs < request.departs_after || departs > request.departs_before) throw new Problem("window_missed");
  if (seats < request.seats) throw wrong("seats", `The request is for ${request.seats} seats.`);
  const way = await wayThrough(ctx, [request.origin_area, request.destination_area], departs);
  mustBeFair(ctx, way, { seatsTotal: seats, contribution: contribution ?? null });
  await mustBeFree(ctx, driver.uid, way);
  return {
    ride_id: null,
    departs_at: departs,
    pickup_at: departs,
    dropoff_at: way.arrives_at,
    detour_m: 0,
    detour_s: 0,
    seats,
    contribution_minor: contribution?.amountMinor ?? null,
    currency: contribution?.currency ?? null,
    vehicle: await mustOwnVehicle(ctx, driver.uid, vehicleId ?? null),
  };
}
