import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { PAGE_MAX } from "./limits.ts";
import { PublicPerson } from "./profiles.ts";
import { Id, pageOf, PageQuery } from "./shapes.ts";

/** What people may turn off, kind by kind of thing they are told; the order is that of the settings. */
export const notificationGroups = ["requests", "answers", "changes", "reminders", "alerts", "messages"] as const;
export const NotificationGroup = z.enum(notificationGroups);
export type NotificationGroup = z.infer<typeof NotificationGroup>;

/** Everything that somebody may be told, and the group it is turned off with; null where it cannot be. */
export const notificationKinds = {
  "seat-request.created": "requests",
  "seat-request.booked": "requests",
  "offer.created": "requests",
  /** A seeker asks one active driver for a ride from here. */
  "ride-request.addressed": "requests",
  "seat-request.accepted": "answers",
  "seat-request.rejected": "answers",
  "seat-request.expired": "answers",
  "offer.accepted": "answers",
  "offer.declined": "answers",
  "offer.expired": "answers",
  "ride-request.expired": "answers",
  "seat-request.confirmed": "answers",
  /** Seats came back to who waited in line: held for them, asked for, or they never came. The host: somebody waits. */
  "standby.reserved": "answers",
  "standby.requested": "answers",
  "standby.ended": "answers",
  "standby.joined": "requests",
  /** Other rides for whom a host cancelled on; and to drivers who wait for news of that way. */
  "replacement.found": "changes",
  "replacement.wanted": "alerts",
  "seat-request.withdrawn": "changes",
  "seat-request.cancelled": "changes",
  "offer.withdrawn": "changes",
  "ride.changed": "changes",
  /** The same, and so much that the passenger is asked to confirm; what came of it where nobody answered, to both. */
  "ride.moved": "changes",
  "seat-request.lapsed": "changes",
  "seat-request.unconfirmed": "changes",
  /** Days of a series that are not offered: the host is under way with another ride, or the rules refuse them by now. */
  "ride-series.missed": "changes",
  "ride-series.stopped": "changes",
  "ride.tomorrow": "reminders",
  "ride.soon": "reminders",
  "seat-request.waiting": "reminders",
  "seat-request.confirming": "reminders",
  /** A ride passes the way of a saved search or of an open request; and the other way round. */
  "ride.alerted": "alerts",
  /** More rides fit one's saved searches today than alerts are sent for. */
  "rides.more": "alerts",
  "ride-request.alerted": "alerts",
  /** Nothing was heard of an active driver for so long that they are off the map. */
  "active-driver.ended": "reminders",
  /** Somebody who wrote to them was suspended for fraud. */
  "person.suspended": null,
  /** Somebody with whom they agreed a ride that has yet to arrive was suspended, for whatever reason. */
  "companion.suspended": null,
  /** A ride has arrived, and those on it may rate each other; somebody said something, or answered. */
  "rating.due": "reminders",
  "rating.published": "answers",
  "rating.replied": "answers",
  "trip-outcome.disputed": "changes",
  "trip-outcome.settled": "changes",
  /** Nobody has heard that one arrived; then that one's trusted contacts were told. Both only for who has such contacts. */
  "arrival.overdue": null,
  "arrival.contacts-notified": null,
  "trusted-contact.confirmed": "answers",
  "trusted-contact.left": "changes",
  /** Messages wait that nobody has read. */
  "chat.unread": "messages",
  /** Moderators warn somebody, lift a suspension, looked at a report, or decided an appeal. */
  "person.warned": null,
  "person.reinstated": null,
  /** Moderators took something out of others' sight, show it again, or leave it so after an appeal; those aboard a ride are told, too. */
  "ride.hidden": null,
  "booked-ride.hidden": null,
  "ride-request.hidden": null,
  "bio.hidden": null,
  "photo.hidden": null,
  "content-removal.ended": null,
  "content-removal.upheld": null,
  "report.closed": "answers",
  "appeal.decided": "answers",
  /** What one said of somebody was hidden because they appealed. */
  "rating.hidden": null,
  "notification.tested": null,
} as const satisfies Record<string, NotificationGroup | null>;
export type NotificationKind = keyof typeof notificationKinds;

export const NotificationChannel = z.enum(["push", "email"]);
export type NotificationChannel = z.infer<typeof NotificationChannel>;

/** Where a notice stands on one way to its reader. A mail server does not say more than that it took a letter: `sent`. */
export const NotificationDelivery = z.object({
  channel: NotificationChannel,
  state: z.enum(["waiting", "sent", "delivered", "failed", "skipped"]),
  /** Why it failed, was left out or still waits, in words. */
  reason: z.nullable(z.string()),
  at: z.iso.datetime(),
});
export type NotificationDelivery = z.infer<typeof NotificationDelivery>;

/** Something that one person is told, once. */
export const Notification = z.object({
  id: Id,
  /** One of `notificationKinds`; what a former release told may have another. */
  kind: z.string(),
  title: z.string(),
  text: z.string(),
  /** The page of the app that it is about. */
  path: z.string(),
  /** Who did it, where somebody did. */
  person: z.nullable(PublicPerson),
  createdAt: z.iso.datetime(),
  readAt: z.nullable(z.iso.datetime()),
  deliveries: z.array(NotificationDelivery),
});
export type Notification = z.infer<typeof Notification>;

const UnreadCount = z.object({ count: z.int() });

export const notifications = {
  list: endpoint({
    summary: "What the caller was told, newest first",
    method: "GET",
    path: "/notifications",
    access: "signed-in",
    query: PageQuery,
    reply: pageOf(Notification),
  }),
  unreadCount: endpoint({
    summary: "How many notices the caller has not read",
    method: "GET",
    path: "/notifications/unread-count",
    access: "signed-in",
    reply: UnreadCount,
  }),
  /** Reading what was read before changes nothing. */
  read: endpoint({
    summary: "Mark notices as read: these, or all up to one; answers how many are left",
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
