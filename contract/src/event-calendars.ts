import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { filledText, Id, Place, SuccessReply } from "./shapes.ts";

/** Why the last refresh failed. The events of the one before stay. */
export const EventCalendarFailure = z.enum(["unreachable", "unreadable"]);
export type EventCalendarFailure = z.infer<typeof EventCalendarFailure>;

/** Events that are not shown, because their place is not found. */
export const UnplacedEvents = z.object({
  /** The text of the calendar; empty if it names no place. */
  location: z.string(),
  events: z.int(),
});
export type UnplacedEvents = z.infer<typeof UnplacedEvents>;

/** A calendar of others, such as a university, whose events of the next 60 days are events of the community. */
export const EventCalendar = z.object({
  id: Id,
  name: z.string(),
  url: z.string(),
  /** The place of events whose own place is not found. */
  defaultPlace: z.nullable(Place),
  /** The last refresh that succeeded. */
  refreshedAt: z.nullable(z.iso.datetime()),
  failure: z.nullable(EventCalendarFailure),
  /** Events that are shown. */
  events: z.int(),
  /** Events that are too long, too many or without a time. */
  leftOut: z.int(),
  unplaced: z.array(UnplacedEvents),
});
export type EventCalendar = z.infer<typeof EventCalendar>;

const NewEventCalendar = z.object({
  name: filledText(60),
  /** Adding the same address again changes name and place. */
  url: filledText(500),
  defaultPlace: z.nullish(Place),
});
export type NewEventCalendar = z.output<typeof NewEventCalendar>;

const EventCalendarParams = z.object({ eventCalendarId: Id });
const loadProblems = ["import_unreachable", "calendar_unreadable"] as const;

export const eventCalendars = {
  list: endpoint({
    summary: "List the calendars whose events are events of the community",
    method: "GET",
    path: "/moderation/event-calendars",
    access: "moderator",
    reply: z.object({ items: z.array(EventCalendar) }),
  }),
  add: endpoint({
    summary: "Add a calendar by its https address, with its events of the next 60 days",
    description:
      "The caller is the creator of its events. It is loaded at once and every six hours. Nothing is added if it cannot be read.",
    method: "POST",
    path: "/administration/event-calendars",
    access: "administrator",
    callsService: true,
    body: NewEventCalendar,
    reply: EventCalendar,
    limits: [{ by: "account", count: 30, perS: 600 }],
    problems: ["invalid_input", "event_calendars_enough", ...loadProblems],
  }),
  refresh: endpoint({
    summary: "Load a calendar now",
    method: "POST",
    path: "/administration/event-calendars/:eventCalendarId/refresh",
    access: "administrator",
    callsService: true,
    params: EventCalendarParams,
    reply: EventCalendar,
    limits: [{ by: "account", count: 30, perS: 600 }],
    problems: ["not_found", ...loadProblems],
  }),
  remove: endpoint({
    summary: "Remove a calendar, and cancel its events that are not over",
    method: "DELETE",
    path: "/administration/event-calendars/:eventCalendarId",
    access: "administrator",
    params: EventCalendarParams,
    reply: SuccessReply,
    problems: ["not_found"],
  }),
};
