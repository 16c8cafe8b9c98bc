import type { DomainEvent } from "@commonlane/contract/live";
import type { NotificationKind } from "@commonlane/contract/notifications";
import type { Offer } from "@commonlane/contract/offers";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import type { Place } from "@commonlane/contract/shapes";
import { findRideSummaries } from "#modules/rides/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import { initializeOffset, type StoredEvent } from "#platform/db/outbox/outbox.ts";
import { createConsumer, type PollOnce } from "#platform/events/event-consumer.ts";
import { timeZoneAt } from "#platform/time-zone.ts";
import type { NewNotification } from "./notifications.store.ts";
import { markChatNotificationsRead } from "./notifications.ts";
import { notify } from "./send-notifications.ts";
import { deleteSubscriptionsOfSessions } from "./push/push-subscriptions.store.ts";

type NotificationContent = Omit<NewNotification, "to"> | undefined;
type HandledEvent = Extract<DomainEvent, { type: (typeof HANDLED_EVENTS)[number] }>;
type SeatRequestEvent = Extract<HandledEvent, { seatRequest: object }>;
type MarkEvent = Extract<HandledEvent, { type: "trust-mark.changed" }>;
type GroupEvent = Extract<HandledEvent, { type: "group.membership-changed" }>;
type OfferEvent = Extract<HandledEvent, { offer: object }>;

/** Loads the records that events refer to, as one user may see them now. Deleted records are left out. */
type ViewLoader<View> = (
  ctx: InTransaction,
  uid: string,
  ids: readonly string[],
) => Promise<readonly View[]>;
export interface RecordLoaders {
  readonly seatRequests: ViewLoader<SeatRequest>;
  /** As they were visible while pending. */
  readonly pendingSeatRequests: ViewLoader<SeatRequest>;
  readonly offers: ViewLoader<Offer>;
  readonly rideRequests: ViewLoader<RideRequest>;
}

/** Notifies users of events that others caused, once per event. Users are not notified of their own actions. */
export const notificationConsumer = (ctx: Context, records: RecordLoaders): PollOnce =>
  createConsumer(ctx, {
    name: NAME,
    eventTypes: HANDLED_EVENTS,
    handle: (ctx, events) => notifyOfEvents(ctx, records, events),
  });

/** On the first start after an upgrade, skips events that happened before this consumer existed. */
export const initNotificationConsumer = ({ db }: Context): Promise<void> =>
  initializeOffset(db, NAME);

const NAME = "notifications";

/** Every event type handled below must be listed here. */
const HANDLED_EVENTS = [
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
  "trust-mark.changed",
  "group.membership-changed",
] as const satisfies readonly DomainEvent["type"][];

type Rides = Awaited<ReturnType<typeof findRideSummaries>>;

/** One event for one of the users it concerns. */
interface AddressedEvent {
  readonly to: string;
  readonly event: HandledEvent;
}

async function notifyOfEvents(
  ctx: InTransaction,
  records: RecordLoaders,
  events: readonly StoredEvent[],
): Promise<void> {
  const addressedEvents = events.flatMap(({ topic, payload }): AddressedEvent[] => {
    const to = /^user:(.+)/.exec(topic)?.[1];
    return to !== undefined && isHandled(payload) ? [{ to, event: payload }] : [];
  });
  // Stops pushes to signed-out devices, including those for events from just before the sign-out.
  await deleteSubscriptionsOfSessions(
    ctx,
    addressedEvents.flatMap(({ event }) => (event.type === "session.ended" ? event.sessionId : [])),
  );
  // Read messages need no notification.
  await markChatNotificationsRead(
    ctx,
    addressedEvents.flatMap(({ to, event }) =>
      event.type === "chat.message-read" && event.uid === to
        ? { uid: to, conversationId: event.conversationId }
        : [],
    ),
  );
  const [pendingRequests, seatRequests, offers, requests] = await Promise.all([
    loadViews(
      ctx,
      addressedEvents.filter(isNewRequest),
      records.pendingSeatRequests,
      seatRequestIdIn,
    ),
    loadViews(
      ctx,
      addressedEvents.filter((one) => !isNewRequest(one)),
      records.seatRequests,
      seatRequestIdIn,
    ),
    loadViews(ctx, addressedEvents, records.offers, ({ event }) =>
      "offer" in event ? event.offer.id : undefined,
    ),
    loadViews(ctx, addressedEvents, records.rideRequests, rideRequestIdIn),
  ]);
  const rides = await findRideSummaries(ctx, [
    ...new Set(
      Array.from(
        [...pendingRequests.values(), ...seatRequests.values(), ...offers.values()],
        ({ rideId }) => rideId,
      ).filter((id) => id !== null),
    ),
  ]);
  const notifications = addressedEvents.flatMap(({ to, event }) => {
    const notification = notificationOf(to, event);
    return notification ? { to, ...notification } : [];
  });
  await notify(ctx, ...notifications);

  function notificationOf(to: string, event: HandledEvent): NotificationContent {
    if ("seatRequest" in event) {
      const views = event.type === "seat-request.created" ? pendingRequests : seatRequests;
      const record = views.get(`${to} ${event.seatRequest.id}`);
      const kind = kindOf(to, event);
      return kind && record && seatRequestNotification(rides, to, event, { kind, record });
    }
    if ("offer" in event) {
      const offer = offers.get(`${to} ${event.offer.id}`);
      const request = requests.get(`${to} ${event.offer.requestId}`);
      return (
        offer &&
        request &&
        (to === offer.driverId
          ? offerForDriver(event, offer, request)
          : offerForSeeker(rides, event, offer))
      );
    }
    if (event.type === "trust-mark.changed") return markNotification(event);
    if (event.type === "group.membership-changed") return groupNotification(to, event);
    if (event.type !== "ride-request.expired") return undefined;
    const request = requests.get(`${to} ${event.rideRequest.id}`);
    if (!request) return undefined;
    const { id, origin, destination } = request;
    const details = { from: origin.label, to: destination.label };
    return { kind: event.type, cause: id, path: `/requests/${id}`, details };
  }
}

/** Marks that others gave or took, or that time ends; renewals and one's own hiding are no news. */
function markNotification({ change, markId, name, until }: MarkEvent): NotificationContent {
  if (change === "renewed" || change === "hidden") return undefined;
  return {
    kind: `trust-mark.${change}`,
    // Gained and lost again, each is news.
    cause: `${markId} ${until ?? ""}`,
    path: "/profile",
    details: { mark: name, ...(until !== undefined && { until }) },
  };
}

/** What others did to the membership of this user; for managers, that requests wait. One's own acts are no news. */
function groupNotification(
  to: string,
  { groupId, uid, change, name, answered, at }: GroupEvent,
): NotificationContent {
  const cause = `${groupId} ${at}`;
  const details = { group: name };
  const page = `/groups/${groupId}` as const;
  if (to !== uid)
    return change === "requested"
      ? { kind: "group.requested", cause, path: page, details }
      : undefined;
  if (change === "joined" && answered) return { kind: "group.joined", cause, path: page, details };
  if (change === "promoted") return { kind: "group.managed", cause, path: page, details };
  if (change === "declined") return { kind: "group.declined", cause, path: "/groups", details };
  if (change !== "removed" && change !== "group-removed") return undefined;
  return {
    kind: "group.removed",
    cause,
    path: "/groups",
    details: { ...details, count: change === "removed" ? 1 : 2 },
  };
}

const isNewRequest = ({ event }: AddressedEvent): boolean => event.type === "seat-request.created";

/** The seat request to notify this user about, if any. */
const seatRequestIdIn = ({ to, event }: AddressedEvent): string | undefined =>
  "seatRequest" in event && kindOf(to, event) ? event.seatRequest.id : undefined;

function rideRequestIdIn({ event }: AddressedEvent): string | undefined {
  if ("offer" in event) return event.offer.requestId;
  return event.type === "ride-request.expired" ? event.rideRequest.id : undefined;
}

/** Loads the records that these events refer to, keyed by user and id. */
async function loadViews<View extends { readonly id: string }>(
  ctx: InTransaction,
  addressedEvents: readonly AddressedEvent[],
  load: ViewLoader<View>,
  idIn: (addressed: AddressedEvent) => string | undefined,
): Promise<Map<string, View>> {
  const idsByUid = new Map<string, Set<string>>();
  for (const addressed of addressedEvents) {
    const id = idIn(addressed);
    if (id === undefined) continue;
    const ids = idsByUid.get(addressed.to) ?? new Set();
    idsByUid.set(addressed.to, ids.add(id));
  }
  const views = new Map<string, View>();
  for (const [uid, ids] of idsByUid)
    for (const record of await load(ctx, uid, [...ids])) views.set(`${uid} ${record.id}`, record);
  return views;
}

const isHandled = (event: DomainEvent): event is HandledEvent =>
  HANDLED_EVENTS.some((type) => type === event.type);

/** The notification kind for the seeker or the host; undefined for their own actions. */
function kindOf(to: string, event: SeatRequestEvent): NotificationKind | undefined {
  return to === event.seatRequest.seekerId ? kindForSeeker(event) : kindForHost(event);
}

function kindForSeeker(event: SeatRequestEvent): NotificationKind | undefined {
  const { seatRequest, type } = event;
  const isOwnAction = seatRequest.endedBy === "seeker" || type === "seat-request.created";
  if (isOwnAction || type === "seat-request.confirmed") return undefined;
  if (type === "seat-request.completed") return "rating.due";
  // Instant bookings and accepted offers are the seeker's own actions.
  if (type === "seat-request.accepted" && event.by !== "host") return undefined;
  if (isLapsed(event)) return "seat-request.lapsed";
  return type === "seat-request.cancelled" && seatRequest.endedBy === "system"
    ? "seat-request.ended"
    : type;
}

/** True if the booking ended because a changed ride was not confirmed in time. */
const isLapsed = ({
  type,
  seatRequest: { endedBy, confirmationAsked },
}: SeatRequestEvent): boolean =>
  type === "seat-request.cancelled" && endedBy === "system" && confirmationAsked === true;

function kindForHost(event: SeatRequestEvent): NotificationKind | undefined {
  const { seatRequest, type } = event;
  if (type === "seat-request.completed") return "rating.due";
  if (
    type === "seat-request.created" ||
    type === "seat-request.withdrawn" ||
    type === "seat-request.confirmed"
  )
    return type;
  if (isLapsed(event)) return "seat-request.unconfirmed";
  if (type === "seat-request.accepted" && (event.by === "instant" || event.by === "standby"))
    return "seat-request.booked";
  return type === "seat-request.cancelled" && seatRequest.endedBy !== "host" ? type : undefined;
}

function seatRequestNotification(
  rides: Rides,
  to: string,
  { type }: SeatRequestEvent,
  { kind, record }: { kind: NotificationKind; record: SeatRequest },
): NotificationContent {
  if (kind === "rating.due") return ratingDue(record);
  const ride = rides.get(record.rideId);
  const isSeeker = to === record.seekerId;
  const person = isSeeker ? ride?.host_id : record.seekerId;
  const isCancelled = isSeeker && record.endedBy === "host" && ride?.status === "cancelled";
  const content = {
    kind,
    ...seatRequestContent(record, isCancelled),
    ...(person !== undefined && { person }),
  };
  return !isSeeker && type === "seat-request.confirmed"
    ? { ...content, cause: `${record.id} ${record.pickupAt}` }
    : content;
}

/** Asks both sides for a rating; a host gets one notification for all passengers. */
const ratingDue = ({ rideId, pickup, dropoff, pickupAt }: SeatRequest): NotificationContent => ({
  kind: "rating.due",
  cause: rideId,
  path: `/rides/${rideId}/rate`,
  details: { ...routeDetails(pickup, dropoff), at: pickupAt },
});

/** The driver's notification about their offer. */
function offerForDriver(
  { type }: OfferEvent,
  offer: Offer,
  { seekerId }: RideRequest,
): NotificationContent {
  if (type === "offer.created" || type === "offer.withdrawn") return undefined;
  const path = type === "offer.accepted" ? (`/rides/${offer.rideId}` as const) : requestPath(offer);
  return { kind: type, ...offerContent(offer, path), person: seekerId };
}

/** The seeker's notification about an offer they received. */
function offerForSeeker(rides: Rides, { type }: OfferEvent, offer: Offer): NotificationContent {
  if (type !== "offer.created" && type !== "offer.withdrawn") return undefined;
  const { details, ...content } = offerContent(offer, requestPath(offer));
  const isCancelled = offer.rideId !== null && rides.get(offer.rideId)?.status === "cancelled";
  return {
    kind: type,
    ...content,
    details: { ...details, ...(isCancelled && { isCancelled }) },
    person: offer.driverId,
  };
}

/** The request's page shows the status of the offer to both sides. */
const requestPath = ({ requestId }: Offer) => `/requests/${requestId}` as const;

const seatRequestContent = (
  { id, rideId, pickup, dropoff, pickupAt, seats, reason }: SeatRequest,
  isCancelled: boolean,
) => ({
  cause: id,
  path: `/rides/${rideId}` as const,
  details: {
    ...routeDetails(pickup, dropoff),
    at: pickupAt,
    seats,
    reason,
    ...(isCancelled && { isCancelled }),
  },
  lateAt: new Date(pickupAt),
});

const offerContent = ({ id, pickup, dropoff, pickupAt, reason }: Offer, path: `/${string}`) => ({
  cause: id,
  path,
  details: { ...routeDetails(pickup, dropoff), at: pickupAt, reason },
  lateAt: new Date(pickupAt),
});

const routeDetails = (from: Place, to: Place) => ({
  from: from.label,
  to: to.label,
  timeZone: timeZoneAt(from),
});
