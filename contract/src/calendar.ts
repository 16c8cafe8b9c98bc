import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { Id, SuccessReply, withDefault } from "./shapes.ts";

/** Minutes before the start at which the calendar reminds; null for no reminder. */
export const reminderMinutes = [15, 30, 60, 120, 1440] as const;
export const ReminderMinutes = z.nullable(z.literal(reminderMinutes));
export type ReminderMinutes = z.infer<typeof ReminderMinutes>;
export const REMINDER_DEFAULT_MINUTES = 60;

/** Days after a ride for which it stays in the calendar feed. */
export const CALENDAR_PAST_DAYS = 30;

/** A user's calendar feed. Its URL is a secret and is returned once, on creation. */
export const CalendarFeed = z.object({
  createdAt: z.iso.datetime(),
  /** Last time a calendar read the feed, to the hour. */
  readAt: z.nullable(z.iso.datetime()),
  reminderMinutes: ReminderMinutes,
});
export type CalendarFeed = z.infer<typeof CalendarFeed>;

/** Token of a feed: 32 random bytes. */
const FeedToken = z.string().check(z.regex(/^[\w-]{43}$/));

export const calendar = {
  ofRide: endpoint({
    summary: "Download the caller's calendar entry for a ride, as host or passenger",
    method: "GET",
    path: "/rides/:rideId/calendar",
    access: "signed-in",
    params: z.object({ rideId: Id }),
    file: "text/calendar; charset=utf-8",
    noStore: true,
    reply: z.unknown(),
    problems: ["not_found"],
  }),
  feed: endpoint({
    summary: "Get the caller's calendar feed, without its URL",
    method: "GET",
    path: "/calendar-feed",
    access: "signed-in",
    reply: z.object({ feed: z.nullable(CalendarFeed) }),
  }),
  /** No Idempotency-Key, because a stored reply would keep the token. Each call replaces the URL. */
  createFeed: endpoint({
    summary: "Create the caller's calendar feed or replace its URL; the URL is returned only here",
    method: "POST",
    path: "/calendar-feed",
    access: "signed-in",
    confirmed: true,
    body: z.object({ reminderMinutes: withDefault(ReminderMinutes, REMINDER_DEFAULT_MINUTES) }),
    reply: z.extend(CalendarFeed, { url: z.string() }),
    status: 201,
    limits: [{ by: "account", count: 20, perS: 3600 }],
  }),
  changeFeed: endpoint({
    summary: "Change the reminder in the caller's calendar feed",
    method: "PUT",
    path: "/calendar-feed",
    access: "signed-in",
    body: z.object({ reminderMinutes: ReminderMinutes }),
    reply: CalendarFeed,
    problems: ["not_found"],
  }),
  revokeFeed: endpoint({
    summary: "Revoke the caller's calendar feed",
    method: "DELETE",
    path: "/calendar-feed",
    access: "signed-in",
    reply: SuccessReply,
    problems: ["not_found"],
  }),
  /**
   * Read by calendar apps, which send no token of ours: whoever has the URL can read it. Services such as Google Calendar
   * read the feeds of many people from a few addresses.
   */
  readFeed: endpoint({
    summary: "Read a calendar feed by its secret URL: upcoming rides and those of the last 30 days",
    method: "GET",
    path: "/calendar-feeds/:feedToken/rides.ics",
    access: "public",
    params: z.object({ feedToken: FeedToken }),
    file: "text/calendar; charset=utf-8",
    noStore: true,
    conditional: true,
    reply: z.unknown(),
    limits: [
      { by: "secret", count: 60, perS: 60 },
      { by: "unknown secret", count: 120, perS: 60 },
    ],
    problems: ["not_found"],
  }),
};
