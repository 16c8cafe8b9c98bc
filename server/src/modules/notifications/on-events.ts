import type { Offer } from "@commonlane/contract/offers";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { findRideSummaries } from "#modules/rides/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import { type StoredEvent } from "#platform/db/outbox/outbox.ts";
import { initializeOffset } from "#platform/db/outbox/consumer-offsets.ts";
import { createConsumer } from "#platform/events/event-consumer.ts";
import { type PollOnce } from "#platform/events/polling.ts";
import {
  HANDLED_EVENTS,
  type HandledEvent,
  isHandled,
  type NotificationContent,
  type Rides,
} from "./handled-events.ts";
import { groupNotification, markNotification } from "./membership-notifications.ts";
import { markChatNotificationsRead } from "./notifications.ts";
import { offerForDriver, offerForSeeker } from "./offer-notifications.ts";
import { kindOf, seatRequestNotification } from "./seat-request-notifications.ts";
import { notify } from "./send-notifications.ts";
import { deleteSubscriptionsOfSessions } from "./push/push-subscriptions.store.ts";

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
export function notificationConsumer(ctx: Context, records: RecordLoaders): PollOnce {
  return createConsumer(ctx, {
    name: NAME,
    eventTypes: HANDLED_EVENTS,
    handle: (ctx, events) => notifyOfEvents(ctx, records, events),
  });
}

/** On the first start after an upgrade, skips events that happened before this consumer existed. */
export const initNotificationConsumer = ({ db }: Context): Promise<void> =>
  initializeOffset(db, NAME);

const NAME = "notifications";

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
  const endedSessions = addressedEvents.flatMap(({ event }) =>
    event.type === "session.ended" ? event.sessionId : [],
  );
  await deleteSubscriptionsOfSessions(ctx, endedSessions);

  // Read messages need no notification.
  const readConversations = addressedEvents.flatMap(({ to, event }) =>
    event.type === "chat.message-read" && event.uid === to
      ? {
          uid: to,
          conversationId: event.conversationId,
        }
      : [],
  );
  await markChatNotificationsRead(ctx, readConversations);

  const loaded = await loadRecords(ctx, records, addressedEvents);
  const notifications = addressedEvents.flatMap((addressed) => {
    const content = notificationOf(addressed, loaded);
    return content
      ? {
          to: addressed.to,
          ...content,
        }
      : [];
  });
  await notify(ctx, ...notifications);
}

/** The records that events refer to, keyed by user and id. */
interface LoadedRecords {
  readonly pendingRequests: ReadonlyMap<string, SeatRequest>;
  readonly seatRequests: ReadonlyMap<string, SeatRequest>;
  readonly offers: ReadonlyMap<string, Offer>;
  readonly requests: ReadonlyMap<string, RideRequest>;
  readonly rides: Rides;
}

async function loadRecords(
  ctx: InTransaction,
  records: RecordLoaders,
  events: readonly AddressedEvent[],
): Promise<LoadedRecords> {
  const newRequests = events.filter(isNewRequest);
  const otherEvents = events.filter((addressed) => !isNewRequest(addressed));
  const [pendingRequests, seatRequests, offers, requests] = await Promise.all([
    loadViews(ctx, newRequests, records.pendingSeatRequests, seatRequestIdIn),
    loadViews(ctx, otherEvents, records.seatRequests, seatRequestIdIn),
    loadViews(ctx, events, records.offers, offerIdIn),
    loadViews(ctx, events, records.rideRequests, rideRequestIdIn),
  ]);

  const onRides = [...pendingRequests.values(), ...seatRequests.values(), ...offers.values()];
  const rideIds = onRides.map(({ rideId }) => rideId).filter((id) => id !== null);
  const rides = await findRideSummaries(ctx, [...new Set(rideIds)]);
  return {
    pendingRequests,
    seatRequests,
    offers,
    requests,
    rides,
  };
}

function notificationOf(
  { to, event }: AddressedEvent,
  { pendingRequests, seatRequests, offers, requests, rides }: LoadedRecords,
): NotificationContent {
  if ("seatRequest" in event) {
    const views = event.type === "seat-request.created" ? pendingRequests : seatRequests;
    const record = views.get(`${to} ${event.seatRequest.id}`);
    const kind = kindOf(to, event);
    return (
      kind &&
      record &&
      seatRequestNotification(rides, to, event, {
        kind,
        record,
      })
    );
  }
  if ("offer" in event) {
    const offer = offers.get(`${to} ${event.offer.id}`);
    const request = requests.get(`${to} ${event.offer.requestId}`);
    if (!offer || !request) return undefined;
    return to === offer.driverId
      ? offerForDriver(event, offer, request)
      : offerForSeeker(rides, event, offer);
  }
  if (event.type === "trust-mark.changed") return markNotification(event);
  if (event.type === "group.membership-changed") return groupNotification(to, event);
  if (event.type !== "ride-request.expired") return undefined;
  const request = requests.get(`${to} ${event.rideRequest.id}`);
  if (!request) return undefined;
  const { id, origin, destination } = request;
  const details = {
    from: origin.label,
    to: destination.label,
  };
  return {
    kind: event.type,
    cause: id,
    path: `/requests/${id}`,
    details,
  };
}

function isNewRequest({ event }: AddressedEvent): boolean {
  return event.type === "seat-request.created";
}

/** The seat request to notify this user about, if any. */
const seatRequestIdIn = ({ to, event }: AddressedEvent): string | undefined =>
  "seatRequest" in event && kindOf(to, event) ? event.seatRequest.id : undefined;

const offerIdIn = ({ event }: AddressedEvent): string | undefined =>
  "offer" in event ? event.offer.id : undefined;

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
