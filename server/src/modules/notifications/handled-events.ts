import type { DomainEvent } from "@commonlane/contract/live";
import type { Place } from "@commonlane/contract/shapes";
import type { findRideSummaries } from "#modules/rides/index.ts";
import { timeZoneAt } from "#platform/time-zone.ts";
import type { NewNotification } from "./notifications.store.ts";

/** The events that notifications follow from. */
export const HANDLED_EVENTS = [
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

export type HandledEvent = Extract<DomainEvent, { type: (typeof HANDLED_EVENTS)[number] }>;

/** A notification without its recipient; undefined if there is nothing to say. */
export type NotificationContent = Omit<NewNotification, "to"> | undefined;

/** The rides that events are about. */
export type Rides = Awaited<ReturnType<typeof findRideSummaries>>;

export const isHandled = (event: DomainEvent): event is HandledEvent =>
  HANDLED_EVENTS.some((type) => type === event.type);

export const routeDetails = (from: Place, to: Place) => ({
  from: from.label,
  to: to.label,
  timeZone: timeZoneAt(from),
});
