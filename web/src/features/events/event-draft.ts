import type { Event, EventDetails } from "@commonlane/contract/events";
import {
  NO_PLACE,
  type PlaceChoice,
  timeZoneOf,
  toPlace,
  toPlaceChoice,
} from "#shared/places/place-choice.ts";
import { toDateAndTime, toInstant } from "#shared/formatting/time-zones.ts";

/** What the form of an event holds. Dates and times are those of the place. */
export interface EventDraft extends Record<string, unknown> {
  readonly title: string;
  readonly place: PlaceChoice;
  readonly date: string;
  readonly time: string;
  /** Empty: on the day of the start. */
  readonly endDate: string;
  readonly endTime: string;
  readonly description: string;
  readonly website: string;
  /** Id of the trust mark or group whose members see it; "" for everyone. */
  readonly membersOf: string;
  /** Anyone with the link sees a page about it. */
  readonly isPublic: boolean;
}

export const EMPTY_DRAFT: EventDraft = {
  title: "",
  place: NO_PLACE,
  date: "",
  time: "",
  endDate: "",
  endTime: "",
  description: "",
  website: "",
  membersOf: "",
  isPublic: false,
};

export function draftFromEvent(event: Event): EventDraft {
  const { startsAt, endsAt, timeZone } = event;
  const start = toDateAndTime(timeZone, startsAt);
  const end = toDateAndTime(timeZone, endsAt);
  return {
    title: event.title,
    place: toPlaceChoice({
      ...event.place,
      timeZone,
    }),
    ...start,
    endDate: end.date === start.date ? "" : end.date,
    endTime: end.time,
    description: event.description ?? "",
    website: event.website ?? "",
    membersOf: event.membersOf?.id ?? "",
    isPublic: event.isPublic,
  };
}

export type EventField = "title" | "place" | "startsAt" | "endsAt" | "website";

/** The details of a complete draft, or the fields that are missing or wrong. */
export function readDraft(draft: EventDraft): EventDetails | readonly EventField[] {
  const { place } = draft.place;
  const timeZone = timeZoneOf(place);
  const start = instantOf(timeZone, draft.date, draft.time);
  const end = instantOf(timeZone, draft.endDate || draft.date, draft.endTime);
  const website = toWebsite(draft.website);
  const title = draft.title.trim();
  const isInOrder = start === undefined || end === undefined || end > start;
  const wrong: EventField[] = [
    ...(title === "" ? (["title"] as const) : []),
    ...(place ? [] : (["place"] as const)),
    ...(start ? [] : (["startsAt"] as const)),
    ...(end && isInOrder ? [] : (["endsAt"] as const)),
    ...(website === undefined ? (["website"] as const) : []),
  ];
  if (!place || !start || !end || website === undefined || wrong.length > 0) return wrong;
  return {
    title,
    place: toPlace(place),
    startsAt: start.toISOString(),
    endsAt: end.toISOString(),
    description: draft.description.trim() || null,
    website,
    membersOf: draft.membersOf || null,
    isPublic: draft.isPublic && draft.membersOf === "",
  };
}

/** Undefined if the date or the time is missing. */
export function instantOf(timeZone: string, date: string, time: string): Date | undefined {
  return date === "" || time === "" ? undefined : toInstant(timeZone, date, time);
}

/** A typed address as an https URL; null if none was typed, undefined if it is not one. */
function toWebsite(text: string): string | null | undefined {
  const typed = text.trim();
  if (typed === "") return null;
  const url = URL.parse(/^[a-z]+:/i.test(typed) ? typed : `https://${typed}`);
  const isWebAddress = url?.protocol === "https:" && url.hostname.includes(".");
  return isWebAddress ? url.href : undefined;
}
