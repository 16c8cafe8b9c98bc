import type { Offer } from "@commonlane/contract/offers";
import { HostedRide } from "@commonlane/contract/rides";
import { genderOf } from "#modules/profiles/index.ts";
import {
  isForThem,
  lockRide,
  moneyOf,
  mustBeScheduled,
  openRide,
  partOfRide,
  type RidePart,
  type RideRow,
} from "#modules/rides/index.ts";
import { isApart, isHidden } from "#modules/safety/index.ts";
import { bookSeats, endSeatRequest } from "#modules/seat-requests/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import { endsOfRequest, isOpen, mustBeSeekers, mustSuit, windowOf } from "./guards.ts";
import { acceptPending, endAllPending, endOffer, findOffer, type OfferRow } from "./offers.store.ts";
import { endRideRequest, findRideRequest, lockRideRequest, type RideRequestRow } from "./ride-requests.store.ts";
import { tellOfEnds, tellOfOffer, tellOfRideRequest } from "./telling.ts";
import { viewOffer } from "./views.ts";

interface Which {
  readonly requestId: string;
  readonly offerId: string;
}
const TAKEN_ELSEWHERE = "Another offer was accepted.";

/**
 * Accepts an offer: its ride is made or joined, the seats are taken, the request is matched and the other offers are
 * declined, or nothing changes at all.
 */
export function acceptOffer(ctx: Context, seeker: Caller, which: Which): Promise<Offer> {
  return transaction(ctx, async (ctx) => {
    const offer = await mustBeOffered(ctx, seeker, which);
    // A ride is locked before a request, as everywhere.
    const there = offer.ride_id === null ? undefined : await lockRide(ctx, offer.ride_id);
    const request = await lockRideRequest(ctx, which.requestId);
    if (offer.status !== "pending" || !request || !isOpen(ctx, request)) throw await alreadySet(ctx, offer, seeker.uid);
    if (await isApart(ctx, request.seeker_id, offer.driver_id)) throw new Problem("ride_over", GONE);
    const ride = there ?? (await rideFor(ctx, request, offer));
    const booking = await book(ctx, request, offer, ride, there !== undefined);
    const row = await acceptPending(ctx, offer.id, { ride_id: ride.id, seat_request_id: booking.id });
    const matched = row && (await endRideRequest(ctx, request.id, { status: "matched", ride_id: ride.id }));
    if (!matched) throw await alreadySet(ctx, offer, seeker.uid);
    await declineOthers(ctx, request);
    await tellOfRideRequest(ctx, matched, "ride-request.matched");
    return tellOfOffer(ctx, row, { seekerId: request.seeker_id, type: "offer.accepted", to: "seeker" });
  });
}

// Whether they were suspended, leave, or one blocked the other is not told.
const GONE = { message: "This driver cannot take you along any more." };

/** The ride that a driver promised to make, with what was said of it. */
async function rideFor(ctx: InTransaction, request: RideRequestRow, offer: OfferRow): Promise<RideRow> {
  const gender = await genderOf(ctx, offer.driver_id);
  mustSuit(request, gender);
  const said = HostedRide.parse({
    origin: request.origin,
    destination: request.destination,
    departsAt: offer.departs_at.toISOString(),
    timeZone: request.time_zone,
    seatsTotal: offer.seats,
    contribution: moneyOf(offer),
    preferences: request.preferences,
    ...(request.luggage > 0 && { luggage: request.luggage }),
    audience: request.audience,
  });
  const learned = [
    { place: request.origin, area: request.origin_area },
    { place: request.destination, area: request.destination_area },
  ];
  const host = { uid: offer.driver_id, gender, vehicle: offer.vehicle };
  return openRide(ctx, host, said, { learned }).catch((error: unknown) => {
    // Where else the driver is under way is not told.
    if (error instanceof Problem && error.code === "already_travelling") throw new Problem(error.code, DRIVER_TRAVELS);
    throw error;
  });
}
const DRIVER_TRAVELS = { message: "The driver is under way with another ride by now." };

async function book(ctx: InTransaction, request: RideRequestRow, offer: OfferRow, ride: RideRow, joined: boolean) {
  mustBeScheduled(ctx, ride);
  if (await isHidden(ctx, ride.id)) throw new Problem("ride_over");
  if (!(await isForThem(ctx, ride, request.seeker_id))) throw new Problem("audience_closed");
  const part = await (joined ? partExactly(ctx, ride, request) : partOfRide(ctx, ride, { seats: request.seats }));
  const { seeker_id: seekerId, seats, note: message, needs } = request;
  // Where they live is no news to them.
  const known = { ...part, areas: null };
  return bookSeats(ctx, ride, known, { by: "offer", seekerId, seats, message, needs, contribution: moneyOf(offer) });
}

/** From door to door, which is told now; where only what was offered is near enough, so. */
async function partExactly(ctx: InTransaction, ride: RideRow, request: RideRequestRow): Promise<RidePart> {
  const { about, ...ends } = endsOfRequest(request);
  const asked = { ...ends, seats: request.seats, window: windowOf(request) };
  try {
    return await partOfRide(ctx, ride, asked);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return partOfRide(ctx, ride, { ...asked, about });
  }
}

async function declineOthers(ctx: InTransaction, { id, seeker_id }: RideRequestRow): Promise<void> {
  const step = { status: "declined", endedBy: "seeker", reason: TAKEN_ELSEWHERE } as const;
  const declined = await endAllPending(ctx, { requestIds: [id] }, step);
  await tellOfEnds(ctx, declined, () => seeker_id, "offer.declined");
}

export function declineOffer(
  ctx: Context,
  seeker: Caller,
  which: Which,
  reason: string | null | undefined,
): Promise<Offer> {
  return transaction(ctx, async (ctx) => {
    const offer = await mustBeOffered(ctx, seeker, which);
    const row = await endOffer(ctx, offer.id, { status: "declined", endedBy: "seeker", reason });
    if (!row) throw await alreadySet(ctx, offer, seeker.uid);
    return tellOfOffer(ctx, row, { seekerId: seeker.uid, type: "offer.declined", to: "seeker" });
  });
}

/** The driver withdraws what is pending, or cancels what was accepted, until the departure; its seats come back. */
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
    if (offer.driver_id !== driver.uid) throw new Problem("not_yours");
    if (offer.seat_request_id !== null) {
      if (offer.booking) throw await alreadySet(ctx, offer, driver.uid);
      await endSeatRequest(ctx, driver, offer.seat_request_id, reason);
      return viewOffer(ctx, (await findOffer(ctx, offerId)) ?? offer, driver.uid);
    }
    const row = await endOffer(ctx, offerId, { status: "withdrawn", endedBy: "driver", reason });
    if (!row) throw await alreadySet(ctx, offer, driver.uid);
    return tellOfOffer(ctx, row, { seekerId: request.seeker_id, type: "offer.withdrawn", to: "driver" });
  });
}

async function mustBeOffered(ctx: Context, seeker: Caller, { requestId, offerId }: Which): Promise<OfferRow> {
  await mustBeSeekers(findRideRequest(ctx, requestId), seeker);
  const offer = await findOffer(ctx, offerId);
  if (offer?.request_id !== requestId) throw new Problem("not_found");
  return offer;
}

const RAN_OUT = "The time to answer this offer is over.";

/** Too late, with the record as it stands (domain.md: repeating a decision). */
async function alreadySet(ctx: Context, { id }: OfferRow, viewerUid: string): Promise<Problem> {
  const row = await findOffer(ctx, id);
  if (!row) return new Problem("status_already_set");
  const ranOut = row.status === "pending" && row.expires_at <= ctx.now();
  return new Problem("status_already_set", {
    ...(ranOut && { message: RAN_OUT }),
    current: await viewOffer(ctx, row, viewerUid),
  });
}
