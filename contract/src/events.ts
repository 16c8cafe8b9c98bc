import * as z from "zod/mini";
import { MembersOf } from "./audiences.ts";
import { endpoint } from "./endpoint.ts";
import { EVENT_TITLE_MAX_LENGTH, NOTE_MAX_LENGTH } from "./limits.ts";
import { PublicPerson } from "./profiles.ts";
import { Ride } from "./rides.ts";
import { cleanText, Id, Instant, pageOf, PageQuery, Place, withDefault } from "./shapes.ts";

/** A place and a time to which many people travel: a conference, a concert, the first lecture on Monday. */
export const Event = z.object({
  id: Id,
  title: z.string(),
  /** Contact details are masked for everyone but its creator. */
  description: z.nullable(z.string()),
  /** Shown exactly to everyone. */
  place: Place,
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  /** IANA time zone of the place, used for the event's times. */
  timeZone: z.string(),
  website: z.nullable(z.string()),
  /** Absent if it is for all members of the community. */
  membersOf: z.optional(MembersOf),
  /** True if anyone with the link can see a page about it. */
  isPublic: withDefault(z.boolean(), false),
  status: z.enum(["scheduled", "cancelled"]),
  creator: PublicPerson,
  createdAt: z.iso.datetime(),
});
export type Event = z.infer<typeof Event>;

export const EventDetails = z.object({
  title: z.pipe(cleanText(EVENT_TITLE_MAX_LENGTH), z.string().check(z.minLength(1))),
  description: z.nullish(cleanText(NOTE_MAX_LENGTH)),
  place: Place,
  startsAt: Instant,
  endsAt: Instant,
  website: z.nullish(z.url({ protocol: /^https$/ }).check(z.maxLength(500))),
  /** A trust mark or group of the creator (audiences.ts): only its members see the event. */
  membersOf: z.nullish(Id),
  /** Opens it to anyone with the link. Ignored for an event that only some members see. */
  isPublic: z.optional(z.boolean()),
});
export type EventDetails = z.output<typeof EventDetails>;

const EventParams = z.object({ eventId: Id });

export const events = {
  list: endpoint({
    summary:
      "List upcoming events, soonest first, or those with all words of `query` in title or place",
    method: "GET",
    path: "/events",
    access: "signed-in",
    scope: "events:read",
    query: z.extend(PageQuery, { query: z.optional(cleanText(100)) }),
    reply: z.extend(pageOf(Event), {
      /** True if the caller may create events. */
      mayCreate: z.boolean(),
    }),
    limits: [{ by: "account", count: 120, perS: 60 }],
  }),
  create: endpoint({
    summary: "Create an event, if the community lets the caller",
    method: "POST",
    path: "/events",
    access: "signed-in",
    scope: "events:write",
    idempotent: true,
    body: EventDetails,
    reply: Event,
    status: 201,
    limits: [{ by: "account", count: 30, perS: 3600 }],
    problems: ["invalid_input", "moderators_only", "events_enough"],
  }),
  one: endpoint({
    summary: "Get an event",
    method: "GET",
    path: "/events/:eventId",
    access: "signed-in",
    scope: "events:read",
    params: EventParams,
    reply: Event,
    problems: ["not_found"],
  }),
  change: endpoint({
    summary: "Change an event of the caller that is not over",
    method: "PUT",
    path: "/events/:eventId",
    access: "signed-in",
    scope: "events:write",
    params: EventParams,
    body: EventDetails,
    reply: Event,
    limits: [{ by: "account", count: 60, perS: 3600 }],
    problems: ["invalid_input", "not_found", "not_yours", "event_over"],
  }),
  cancel: endpoint({
    summary: "Cancel an event of the caller",
    method: "DELETE",
    path: "/events/:eventId",
    access: "signed-in",
    scope: "events:write",
    params: EventParams,
    reply: Event,
    problems: ["not_found", "not_yours", "event_over"],
  }),
  rides: endpoint({
    summary:
      "List rides that arrive near the event before it starts, and that leave from near it after it ends",
    method: "GET",
    path: "/events/:eventId/rides",
    access: "signed-in",
    scope: "events:read",
    params: EventParams,
    reply: z.object({
      there: z.array(Ride),
      back: z.array(Ride),
    }),
    limits: [{ by: "account", count: 60, perS: 60 }],
    problems: ["not_found"],
  }),
  calendar: endpoint({
    summary: "Download the calendar entry of an event",
    method: "GET",
    path: "/events/:eventId/calendar",
    access: "signed-in",
    params: EventParams,
    file: "text/calendar; charset=utf-8",
    noStore: true,
    reply: z.unknown(),
    problems: ["not_found"],
  }),
};
