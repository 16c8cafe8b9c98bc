import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { PAGE_MAX } from "./limits.ts";
import { PublicPerson } from "./profiles.ts";
import { Id, pageOf, PageQuery } from "./shapes.ts";

/** Groups of notifications that users can turn off, in the order of the settings. */
export const notificationGroups = [
  "requests",
  "answers",
  "changes",
  "reminders",
  "alerts",
  "messages",
] as const;
export const NotificationGroup = z.enum(notificationGroups);
export type NotificationGroup = z.infer<typeof NotificationGroup>;

/** All kinds of notifications, with the group that turns them off; null for those that cannot be turned off. */
export const notificationKinds = {
  "seat-request.created": "requests",
  "seat-request.booked": "requests",
  "offer.created": "requests",
  /** A seeker asked this active driver for a ride. */
  "ride-request.addressed": "requests",
  "seat-request.accepted": "answers",
  "seat-request.rejected": "answers",
  "seat-request.expired": "answers",
  "offer.accepted": "answers",
  "offer.declined": "answers",
  "offer.expired": "answers",
  "ride-request.expired": "answers",
  "seat-request.confirmed": "answers",
  /** Standby queue: a seat was reserved, requested, or never came free. For hosts: someone joined the queue. */
  "standby.reserved": "answers",
  "standby.requested": "answers",
  "standby.ended": "answers",
  "standby.joined": "requests",
  /** Replacement rides after a host cancels; also sent to drivers subscribed to that route. */
  "replacement.found": "changes",
  "replacement.wanted": "alerts",
  "seat-request.withdrawn": "changes",
  "seat-request.cancelled": "changes",
  /** The system cancelled it, because the seeker lost the membership that the ride requires. */
  "seat-request.ended": "changes",
  "offer.withdrawn": "changes",
  "ride.changed": "changes",
  /** A ride of the user was cancelled by the system. */
  "ride.cancelled": "changes",
  /**
   * A ride changed so much that the passenger must confirm it; also the result if the passenger did not answer, for
   * both sides.
   */
  "ride.moved": "changes",
  "seat-request.lapsed": "changes",
  "seat-request.unconfirmed": "changes",
  /** Days that a series skips: the host has another ride, or the current rules do not allow it. */
  "ride-series.missed": "changes",
  "ride-series.stopped": "changes",
  "ride.tomorrow": "reminders",
  "ride.soon": "reminders",
  /** The driver is at the pickup. */
  "driver.here": "reminders",
  "seat-request.waiting": "reminders",
  "seat-request.confirming": "reminders",
  /** A ride matches a saved search or an open request, or a request matches a ride. */
  "ride.alerted": "alerts",
  /** More rides match the saved searches today than single alerts are sent for. */
  "rides.more": "alerts",
  "ride-request.alerted": "alerts",
  /** A neighbour has a new ride for a saved search that includes neighbours. */
  "neighbour-ride.alerted": "alerts",
  /** An active driver was removed from the map after a timeout. */
  "active-driver.ended": "reminders",
  /** Someone who wrote to the user was suspended for fraud. */
  "person.suspended": null,
  /** A companion of an upcoming ride was suspended, for any reason. */
  "companion.suspended": null,
  /** A ride arrived and can be rated; a rating was published or got a reply. */
  "rating.due": "reminders",
  "rating.published": "answers",
  "rating.replied": "answers",
  "trip-outcome.disputed": "changes",
  "trip-outcome.settled": "changes",
  /** The arrival is not confirmed; then: trusted contacts were notified. Only for users who have trusted contacts. */
  "arrival.overdue": null,
  "arrival.contacts-notified": null,
  /** Trust marks of the user. */
  "trust-mark.gained": "answers",
  "trust-mark.lost": "changes",
  "trust-mark.expiring": "reminders",
  "trust-mark.expired": "changes",
  /** Groups: for managers, requests to join; for the user, the answers and the end of the membership. */
  "group.requested": "requests",
  "group.joined": "answers",
  "group.declined": "answers",
  "group.managed": "changes",
  "group.removed": "changes",
  "trusted-contact.confirmed": "answers",
  "trusted-contact.left": "changes",
  /** Unread messages. */
  "chat.unread": "messages",
  /** Moderators issued a warning, lifted a suspension, reviewed a report or decided an appeal. */
  "person.warned": null,
  "person.reinstated": null,
  /** Moderators hid content, restored it, or rejected an appeal; passengers of a hidden ride are notified too. */
  "ride.hidden": null,
  "booked-ride.hidden": null,
  "ride-request.hidden": null,
  "bio.hidden": null,
  "photo.hidden": null,
  "event.hidden": null,
  "content-removal.ended": null,
  "content-removal.upheld": null,
  /** For moderators: a new report, which may not be able to wait. */
  "report.urgent": null,
  "report.created": null,
  "report.closed": "answers",
  /** The suspension of a companion was undone or lifted. */
  "companion.reinstated": null,
  "appeal.decided": "answers",
  /** A rating that the user wrote was hidden after an appeal. */
  "rating.hidden": null,
  "notification.tested": null,
} as const satisfies Record<string, NotificationGroup | null>;
export type NotificationKind = keyof typeof notificationKinds;

export const NotificationChannel = z.enum(["push", "email"]);
export type NotificationChannel = z.infer<typeof NotificationChannel>;

/** Delivery status of a notification on one channel. For e-mails, `sent` means that the mail server accepted it. */
export const NotificationDelivery = z.object({
  channel: NotificationChannel,
  state: z.enum(["waiting", "sent", "delivered", "failed", "skipped"]),
  /** Why it failed, was skipped or is delayed, for the user. */
  reason: z.nullable(z.string()),
  at: z.iso.datetime(),
});
export type NotificationDelivery = z.infer<typeof NotificationDelivery>;

/** A notification to one user. */
export const Notification = z.object({
  id: Id,
  /** One of `notificationKinds`, or a kind of a former release. */
  kind: z.string(),
  title: z.string(),
  text: z.string(),
  /** Page of the app that it links to. */
  path: z.string(),
  /** User who caused it, if any. */
  person: z.nullable(PublicPerson),
  createdAt: z.iso.datetime(),
  readAt: z.nullable(z.iso.datetime()),
  deliveries: z.array(NotificationDelivery),
});
export type Notification = z.infer<typeof Notification>;

const UnreadCount = z.object({ count: z.int() });

export const notifications = {
  list: endpoint({
    summary: "List the caller's notifications, newest first",
    method: "GET",
    path: "/notifications",
    access: "signed-in",
    query: PageQuery,
    reply: pageOf(Notification),
  }),
  unreadCount: endpoint({
    summary: "Count unread notifications",
    method: "GET",
    path: "/notifications/unread-count",
    access: "signed-in",
    reply: UnreadCount,
  }),
  /** Idempotent. */
  read: endpoint({
    summary: "Mark notifications as read, by id or up to one of them; returns the unread count",
    method: "POST",
    path: "/notifications/read",
    access: "signed-in",
    body: z.union([
      z.object({ notificationIds: z.array(Id).check(z.minLength(1), z.maxLength(PAGE_MAX)) }),
      z.object({ upTo: Id }),
    ]),
    reply: UnreadCount,
  }),
};
