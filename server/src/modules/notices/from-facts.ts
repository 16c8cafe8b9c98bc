import type { Fact } from "@commonlane/contract/live";
import type { NoticeKind } from "@commonlane/contract/notices";
import type { Offer } from "@commonlane/contract/offers";
import type { RideRequest } from "@commonlane/contract/ride-requests";
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
type SeatRequestFact = Extract<Read, { seatRequest: object }>;
type OfferFact = Extract<Read, { offer: object }>;

/** Reads records that events name, as one person may see them now. What is gone is left out. */
type SeenBy<Seen> = (ctx: InTransaction, uid: string, ids: readonly string[]) => Promise<readonly Seen[]>;
export interface Records {
  readonly seatRequests: SeenBy<SeatRequest>;
  /** As they were seen while they waited for an answer. */
  readonly askedSeatRequests: SeenBy<SeatRequest>;
  readonly offers: SeenBy<Offer>;
  readonly rideRequests: SeenBy<RideRequest>;
}

/** Tells people what others did that concerns them, each event once. What they did themselves they are not told. */
export const noticesOfFacts = (ctx: Context, records: Records): Step =>
  namedFollower(ctx, { name: NAME, reads: READ, take: (ctx, events) => tellOf(ctx, records, events) });

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

/** One fact, for one of those whom it concerns. */
interface Addressed {
  readonly to: string;
  readonly fact: Read;
}

async function tellOf(ctx: InTransaction, records: Records, events: readonly StoredEvent[]): Promise<void> {
  const told = events.flatMap(({ topic, fact }): Addressed[] => {
    const to = /^user:(.+)/.exec(topic)?.[1];
    return to !== undefined && isRead(fact) ? [{ to, fact }] : [];
  });
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
  const [asked, seats, offers, requests] = await Promise.all([
    seen(ctx, told.filter(asks), records.askedSeatRequests, seatIn),
    seen(
      ctx,
      told.filter((one) => !asks(one)),
      records.seatRequests,
      seatIn,
    ),
    seen(ctx, told, records.offers, ({ fact }) => ("offer" in fact ? fact.offer.id : undefined)),
    seen(ctx, told, records.rideRequests, ({ fact }) =>
      "offer" in fact ? fact.offer.requestId : fact.type === "ride-request.expired" ? fact.rideRequest.id : undefined,
    ),
  ]);
  const rides = await rideHeads(ctx, [
    ...new Set(Array.from([...asked.values(), ...seats.values()], ({ rideId }) => rideId)),
  ]);
  const notices = told.flatMap(({ to, fact }) => {
    const notice = noticeOf(to, fact);
    return notice ? { to, ...notice } : [];
  });
  await notify(ctx, ...notices);

  function noticeOf(to: string, fact: Read): Told {
    if ("seatRequest" in fact) {
      const known = fact.type === "seat-request.created" ? asked : seats;
      const record = known.get(`${to} ${fact.seatRequest.id}`);
      const kind = kindOf(to, fact);
      return kind && record && aboutSeat(rides, to, fact, { kind, record });
    }
    if ("offer" in fact) {
      const offer = offers.get(`${to} ${fact.offer.id}`);
      const request = requests.get(`${to} ${fact.offer.requestId}`);
      return offer && request && (to === offer.driverId ? forDriver(fact, offer, request) : forRequester(fact, offer));
    }
    if (fact.type !== "ride-request.expired") return undefined;
    const request = requests.get(`${to} ${fact.rideRequest.id}`);
    if (!request) return undefined;
    const { id, origin, destination } = request;
    const details = { from: origin.label, to: destination.label };
    return { kind: fact.type, cause: id, path: `/requests/${id}`, details };
  }
}

const asks = ({ fact }: Addressed): boolean => fact.type === "seat-request.created";

/** The seat request that somebody is told about, if they are. */
const seatIn = ({ to, fact }: Addressed): string | undefined =>
  "seatRequest" in fact && kindOf(to, fact) ? fact.seatRequest.id : undefined;

/** The records that these facts name, by whom they are told and their id. */
async function seen<Seen extends { readonly id: string }>(
  ctx: InTransaction,
  told: readonly Addressed[],
  seenBy: SeenBy<Seen>,
  idIn: (addressed: Addressed) => string | undefined,
): Promise<Map<string, Seen>> {
  const wanted = new Map<string, Set<string>>();
  for (const addressed of told) {
    const id = idIn(addressed);
    if (id === undefined) continue;
    const ids = wanted.get(addressed.to) ?? new Set();
    wanted.set(addressed.to, ids.add(id));
  }
  const found = new Map<string, Seen>();
  for (const [uid, ids] of wanted)
    for (const record of await seenBy(ctx, uid, [...ids])) found.set(`${uid} ${record.id}`, record);
  return found;
}

const isRead = (fact: Fact): fact is Read => READ.some((type) => type === fact.type);

/** What somebody hears of a seat request of theirs, or on a ride of theirs; undefined for what they did themselves. */
function kindOf(to: string, fact: SeatRequestFact): NoticeKind | undefined {
  return to === fact.seatRequest.seekerId ? kindForSeeker(fact) : kindForHost(fact);
}

function kindForSeeker(fact: SeatRequestFact): NoticeKind | undefined {
  const { seatRequest, type } = fact;
  const byThem = seatRequest.endedBy === "seeker" || type === "seat-request.created";
  if (byThem || type === "seat-request.confirmed") return undefined;
  if (type === "seat-request.completed") return "rating.due";
  // Whoever took a seat that was free for the taking, or an offer, knows it.
  if (type === "seat-request.accepted" && fact.by !== "host") return undefined;
  return isLapsed(fact) ? "seat-request.lapsed" : type;
}

/** Nobody cancelled it: a change of the ride was not confirmed in time. */
const isLapsed = ({ type, seatRequest: { endedBy, asked } }: SeatRequestFact): boolean =>
  type === "seat-request.cancelled" && endedBy === "system" && asked === true;

function kindForHost(fact: SeatRequestFact): NoticeKind | undefined {
  const { seatRequest, type } = fact;
  if (type === "seat-request.completed") return "rating.due";
  if (type === "seat-request.created" || type === "seat-request.withdrawn" || type === "seat-request.confirmed")
    return type;
  if (isLapsed(fact)) return "seat-request.unconfirmed";
  if (type === "seat-request.accepted" && (fact.by === "instant" || fact.by === "standby"))
    return "seat-request.booked";
  return type === "seat-request.cancelled" && seatRequest.endedBy !== "host" ? type : undefined;
}

function aboutSeat(
  rides: Rides,
  to: string,
  { type }: SeatRequestFact,
  { kind, record }: { kind: NoticeKind; record: SeatRequest },
): Told {
  if (kind === "rating.due") return ratingDue(record);
  const person = to === record.seekerId ? rides.get(record.rideId)?.host_id : record.seekerId;
  const about = { kind, ...aboutSeatRequest(record), ...(person !== undefined && { person }) };
  return to !== record.seekerId && type === "seat-request.confirmed"
    ? { ...about, cause: `${record.id} ${record.pickupAt}` }
    : about;
}

/** Both sides are asked how it was, a host once for all their passengers. */
const ratingDue = ({ rideId, pickup, dropoff, pickupAt }: SeatRequest): Told => ({
  kind: "rating.due",
  cause: rideId,
  path: `/rides/${rideId}/rate`,
  details: { ...between(pickup, dropoff), at: pickupAt },
});

/** What a driver hears of an offer of theirs. */
function forDriver({ type }: OfferFact, offer: Offer, { seekerId }: RideRequest): Told {
  if (type === "offer.created" || type === "offer.withdrawn") return undefined;
  const path = type === "offer.accepted" ? (`/rides/${offer.rideId}` as const) : pageOf(offer);
  return { kind: type, ...aboutOffer(offer, path), person: seekerId };
}

/** What a requester hears of an offer to them. */
function forRequester({ type }: OfferFact, offer: Offer): Told {
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
