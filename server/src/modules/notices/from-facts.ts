import type { Fact } from "@commonlane/contract/live";
import type { Offer } from "@commonlane/contract/offers";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import type { Place } from "@commonlane/contract/shapes";
import { findRide } from "#modules/rides/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import { beginAtPresent, type StoredEvent } from "#platform/db/outbox.ts";
import { namedFollower, type Step } from "#platform/events.ts";
import { timeZoneAt } from "#platform/time-zone.ts";
import type { NewNotice } from "./notices.store.ts";
import { notify } from "./sending.ts";
import { dropSubscriptionsOfSession } from "./subscriptions.store.ts";

type Told = Omit<NewNotice, "to"> | undefined;
type SeatRequestFact = Extract<Fact, { seatRequest: SeatRequest }>;
type OfferFact = Extract<Fact, { offer: Offer }>;

/** Tells people what others did that concerns them, each event once. What they did themselves they are not told. */
export const noticesOfFacts = (ctx: Context): Step => namedFollower(ctx, NAME, tellOf);

/** Before the first start of a release with notices nothing was told; of what happened then nothing is told later. */
export const beginNotices = ({ db }: Context): Promise<void> => beginAtPresent(db, NAME);

const NAME = "notices";

async function tellOf(ctx: InTransaction, { topic, fact }: StoredEvent): Promise<void> {
  if (fact.type === "session.ended") return dropSubscriptionsOfSession(ctx, fact.sessionId);
  const to = topic.startsWith("user:") ? topic.slice("user:".length) : undefined;
  const told = to === undefined ? undefined : await noticeOf(ctx, to, fact);
  if (to !== undefined && told) await notify(ctx, { to, ...told });
}

async function noticeOf(ctx: InTransaction, to: string, fact: Fact): Promise<Told> {
  if ("seatRequest" in fact) {
    return to === fact.seatRequest.seekerId ? forSeeker(ctx, fact) : forHost(fact);
  }
  if ("offer" in fact) return to === fact.offer.driverId ? forDriver(fact) : forRequester(fact);
  if (fact.type !== "ride-request.expired") return undefined;
  const { id, origin, destination } = fact.rideRequest;
  const details = { from: origin.label, to: destination.label };
  return { kind: fact.type, cause: id, path: `/requests/${id}`, details };
}

/** What a seeker hears of a seat request of theirs. */
async function forSeeker(ctx: InTransaction, fact: SeatRequestFact): Promise<Told> {
  const { seatRequest, type } = fact;
  const byThem = seatRequest.endedBy === "seeker" || type === "seat-request.created";
  if (byThem || type === "seat-request.completed" || type === "seat-request.confirmed") return undefined;
  // Whoever took a seat that was free for the taking, or an offer, knows it.
  if (type === "seat-request.accepted" && fact.by !== "host") return undefined;
  const ride = await findRide(ctx, seatRequest.rideId);
  const kind = isLapsed(fact) ? "seat-request.lapsed" : type;
  return { kind, ...aboutSeatRequest(seatRequest), ...(ride && { person: ride.host_id }) };
}

/** Nobody cancelled it: a change of the ride was not confirmed in time. */
const isLapsed = ({ type, seatRequest: { endedBy, confirmBy } }: SeatRequestFact): boolean =>
  type === "seat-request.cancelled" && endedBy === "system" && confirmBy !== null && confirmBy !== undefined;

/** What a host hears of a seat request on a ride of theirs. */
function forHost(fact: SeatRequestFact): Told {
  const { seatRequest, type } = fact;
  const told = { ...aboutSeatRequest(seatRequest), person: seatRequest.seekerId };
  if (type === "seat-request.created" || type === "seat-request.withdrawn") return { kind: type, ...told };
  if (type === "seat-request.confirmed")
    return { kind: type, ...told, cause: `${seatRequest.id} ${seatRequest.pickupAt}` };
  if (isLapsed(fact)) return { kind: "seat-request.unconfirmed", ...told };
  if (type === "seat-request.accepted" && fact.by === "instant") return { kind: "seat-request.booked", ...told };
  return type === "seat-request.cancelled" && seatRequest.endedBy !== "host" ? { kind: type, ...told } : undefined;
}

/** What a driver hears of an offer of theirs. */
function forDriver({ type, offer, seekerId }: OfferFact): Told {
  if (type === "offer.created" || type === "offer.withdrawn") return undefined;
  const path = type === "offer.accepted" ? (`/rides/${offer.rideId}` as const) : pageOf(offer);
  return { kind: type, ...aboutOffer(offer, path), ...(seekerId !== undefined && { person: seekerId }) };
}

/** What a requester hears of an offer to them. */
function forRequester({ type, offer }: OfferFact): Told {
  if (type !== "offer.created" && type !== "offer.withdrawn") return undefined;
  return { kind: type, ...aboutOffer(offer, pageOf(offer)), person: offer.driverId };
}

/** The request's page tells both sides how the offer stands. */
const pageOf = ({ requestId }: Offer) => `/requests/${requestId}` as const;

const aboutSeatRequest = ({ id, rideId, pickup, dropoff, pickupAt, seats, reason }: SeatRequest) => ({
  cause: id,
  path: `/rides/${rideId}` as const,
  details: { ...between(pickup, dropoff), at: pickupAt, seats, reason },
  lateAt: new Date(pickupAt),
});

const aboutOffer = ({ id, pickup, dropoff, pickupAt, reason }: Offer, path: `/${string}`) => ({
  cause: id,
  path,
  details: { ...between(pickup, dropoff), at: pickupAt, reason },
  lateAt: new Date(pickupAt),
});

const between = (from: Place, to: Place) => ({ from: from.label, to: to.label, timeZone: timeZoneAt(from) });
