import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { PAGE_MAX } from "./limits.ts";
import { PublicPerson } from "./profiles.ts";
import { Id, pageOf, PageQuery } from "./shapes.ts";

/** What people may turn off, kind by kind of thing they are told; the order is that of the settings. */
export const noticeGroups = ["requests", "answers", "changes", "reminders", "alerts", "messages"] as const;
export const NoticeGroup = z.enum(noticeGroups);
export type NoticeGroup = z.infer<typeof NoticeGroup>;

/** Everything that somebody may be told, and the group it is turned off with; null where it cannot be. */
export const noticeKinds = {
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
  "standby.held": "answers",
  "standby.asked": "answers",
  "standby.ended": "answers",
  "standby.joined": "requests",
  /** Other rides for whom a host cancelled on; and to drivers who wait for news of that way. */
  "rescue.found": "changes",
  "rescue.wanted": "alerts",
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
  "passage.disputed": "changes",
  "passage.settled": "changes",
  /** Nobody has heard that one arrived; then that one's trusted contacts were told. Both only for who has such contacts. */
  "arrival.overdue": null,
  "arrival.told": null,
  "trusted-contact.confirmed": "answers",
  "trusted-contact.left": "changes",
  /** Messages wait that nobody has read. */
  "chat.unread": "messages",
  /** Moderators warn somebody, lift a suspension, looked at a report, or decided an appeal. */
  "person.warned": null,
  "person.reinstated": null,
  /** Moderators took something out of others' sight, show it again, or leave it so after an appeal; those aboard a ride are told, too. */
  "ride.hidden": null,
  "ride.doubted": null,
  "ride-request.hidden": null,
  "bio.hidden": null,
  "photo.hidden": null,
  "hiding.ended": null,
  "hiding.upheld": null,
  "report.closed": "answers",
  "appeal.decided": "answers",
  /** What one said of somebody was hidden because they appealed. */
  "rating.hidden": null,
  "notice.tested": null,
} as const satisfies Record<string, NoticeGroup | null>;
export type NoticeKind = keyof typeof noticeKinds;

export const NoticeChannel = z.enum(["push", "email"]);
export type NoticeChannel = z.infer<typeof NoticeChannel>;

/** Where a notice stands on one way to its reader. A mail server does not say more than that it took a letter: `sent`. */
export const NoticeDelivery = z.object({
  channel: NoticeChannel,
  state: z.enum(["waiting", "sent", "delivered", "failed", "skipped"]),
  /** Why it failed, was left out or still waits, in words. */
  reason: z.nullable(z.string()),
  at: z.iso.datetime(),
});
export type NoticeDelivery = z.infer<typeof NoticeDelivery>;

/** Something that one person is told, once. */
export const Notice = z.object({
  id: Id,
  /** One of `noticeKinds`; what a former release told may have another. */
  kind: z.string(),
  title: z.string(),
  text: z.string(),
  /** The page of the app that it is about. */
  path: z.string(),
  /** Who did it, where somebody did. */
  person: z.nullable(PublicPerson),
  createdAt: z.iso.datetime(),
  readAt: z.nullable(z.iso.datetime()),
  deliveries: z.array(NoticeDelivery),
});
export type Notice = z.infer<typeof Notice>;

const Unread = z.object({ count: z.int() });

export const notices = {
  list: endpoint({
    summary: "What the caller was told, newest first",
    method: "GET",
    path: "/notices",
    access: "signed-in",
    query: PageQuery,
    reply: pageOf(Notice),
  }),
  unreadCount: endpoint({
    summary: "How many notices the caller has not read",
    method: "GET",
    path: "/notices/unread-count",
    access: "signed-in",
    reply: Unread,
  }),
  /** Reading what was read before changes nothing. */
  read: endpoint({
    summary: "Mark notices as read: these, or all up to one; answers how many are left",
    method: "POST",
    path: "/notices/read",
    access: "signed-in",
    body: z.union([
      z.object({ noticeIds: z.array(Id).check(z.minLength(1), z.maxLength(PAGE_MAX)) }),
      z.object({ upTo: Id }),
    ]),
    reply: Unread,
  }),
};
