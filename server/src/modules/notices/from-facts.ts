import type { Fact } from "@commonlane/contract/live";
import type { Offer } from "@commonlane/contract/offers";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import type { Place } from "@commonlane/contract/shapes";
import { rideHeads } from "#modules/rides/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import { beginAtPresent, type StoredEvent } from "#platform/db/outbox.ts";
import { namedFollower, type Step } from "#platform/events.ts";
import { timeZoneAt } from "#platform/time-zone.ts";
import type { NewNotice } from "./notices.store.ts";
import { readNoticesAbout } from "./notices.ts";
import { notify } from "./sending.ts";
import { dropSubscriptionsOf } from "./subscriptions.store.ts";

type Told = Omit<NewNotice, "to"> | undefined;
type Read = Extract<Fact, { type: (typeof READ)[number] }>;
type SeatRequestFact = Extract<Read, { seatRequest: SeatRequest }>;
type OfferFact = Extract<Read, { offer: Offer }>;

/** Tells people what others did that concerns them, each event once. What they did themselves they are not told. */
export const noticesOfFacts = (ctx: Context): Step => namedFollower(ctx, { name: NAME, reads: READ, take: tellOf });

/** Before the first start of a release with notices nothing was told; of what happened then nothing is told later. */
export const beginNotices = ({ db }: Context): Promise<void> => beginAtPresent(db, NAME);

const NAME = "notices";

/** Whatever else is told of below must be named here. */
const READ = [
  "seat-request.created",
  "seat-request.accepted",
  "seat-request.rejected",
  "seat-request.withdrawn",
  "seat-request.expired",
  "seat-request.cancelled",
  "seat-request.confirmed",
  "seat-request.completed",
  "offer.created",
  "offer.accepted",
  "offer.declined",
  "offer.withdrawn",
  "offer.expired",
  "ride-request.expired",
  "chat.message-read",
  "session.ended",
] as const satisfies readonly Fact["type"][];

type Rides = Awaited<ReturnType<typeof rideHeads>>;

async function tellOf(ctx: InTransaction, events: readonly StoredEvent[]): Promise<void> {
  const told = events.flatMap(({ topic, fact }) =>
    isRead(fact) ? { to: /^user:(.+)/.exec(topic)?.[1] ?? "", fact } : [],
  );
  // Whoever signed out is told nothing there of what happened since, and little of what happened just before.
  await dropSubscriptionsOf(
    ctx,
    told.flatMap(({ fact }) => (fact.type === "session.ended" ? fact.sessionId : [])),
  );
  // Who has read the messages need not be told of them any more.
  await readNoticesAbout(
    ctx,
    told.flatMap(({ to, fact }) =>
      fact.type === "chat.message-read" && fact.uid === to ? { uid: to, conversationId: fact.conversationId } : [],
    ),
  );
  const forSeekers = told.flatMap(({ to, fact }) =>
    "seatRequest" in fact && fact.seatRequest.seekerId === to ? fact.seatRequest.rideId : [],
  );
  const rides = await rideHeads(ctx, [...new Set(forSeekers)]);
  const notices = told.flatMap(({ to, fact }) => {
    const notice = to === "" ? undefined : noticeOf(rides, to, fact);
    return notice ? { to, ...notice } : [];
  });
  await notify(ctx, ...notices);
}

const isRead = (fact: Fact): fact is Read => READ.some((type) => type === fact.type);

function noticeOf(rides: Rides, to: string, fact: Read): Told {
  if ("seatRequest" in fact) {
    return to === fact.seatRequest.seekerId ? forSeeker(rides, fact) : forHost(fact);
  }
  if ("offer" in fact) return to === fact.offer.driverId ? forDriver(fact) : forRequester(fact);
  if (fact.type !== "ride-request.expired") return undefined;
  const { id, origin, destination } = fact.rideRequest;
  const details = { from: origin.label, to: destination.label };
  return { kind: fact.type, cause: id, path: `/requests/${id}`, details };
}

/** What a seeker hears of a seat request of theirs. */
function forSeeker(rides: Rides, fact: SeatRequestFact): Told {
  const { seatRequest, type } = fact;
  const byThem = seatRequest.endedBy === "seeker" || type === "seat-request.created";
  if (byThem || type === "seat-request.confirmed") return undefined;
  if (type === "seat-request.completed") return ratingDue(seatRequest);
  // Whoever took a seat that was free for the taking, or an offer, knows it.
  if (type === "seat-request.accepted" && fact.by !== "host") return undefined;
  const ride = rides.get(seatRequest.rideId);
  const kind = isLapsed(fact) ? "seat-request.lapsed" : type;
  return { kind, ...aboutSeatRequest(seatRequest), ...(ride && { person: ride.host_id }) };
}

/** Nobody cancelled it: a change of the ride was not confirmed in time. */
const isLapsed = ({ type, seatRequest: { endedBy, confirmBy } }: SeatRequestFact): boolean =>
  type === "seat-request.cancelled" && endedBy === "system" && confirmBy !== null && confirmBy !== undefined;

/** What a host hears of a seat request on a ride of theirs. */
function forHost(fact: SeatRequestFact): Told {
  const { seatRequest, type } = fact;
  if (type === "seat-request.completed") return ratingDue(seatRequest);
  const told = { ...aboutSeatRequest(seatRequest), person: seatRequest.seekerId };
  if (type === "seat-request.created" || type === "seat-request.withdrawn") return { kind: type, ...told };
  if (type === "seat-request.confirmed")
    return { kind: type, ...told, cause: `${seatRequest.id} ${seatRequest.pickupAt}` };
  if (isLapsed(fact)) return { kind: "seat-request.unconfirmed", ...told };
  if (type === "seat-request.accepted" && (fact.by === "instant" || fact.by === "standby"))
    return { kind: "seat-request.booked", ...told };
  return type === "seat-request.cancelled" && seatRequest.endedBy !== "host" ? { kind: type, ...told } : undefined;
}

/** Both sides are asked how it was, a host once for all their passengers. */
const ratingDue = ({ rideId, pickup, dropoff, pickupAt }: SeatRequest): Told => ({
  kind: "rating.due",
  cause: rideId,
  path: `/rides/${rideId}/rate`,
  details: { ...between(pickup, dropoff), at: pickupAt },
});

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
