import type { Event } from "@commonlane/contract/events";
import { expect, test } from "vitest";
import { EMPTY_DRAFT, draftFromEvent, type EventDraft, readDraft } from "./event-draft.ts";

const event: Event = {
  id: "01a206c2-b143-7f10-9028-5ed1a22cf1e8",
  title: "Conference",
  description: null,
  place: { placeId: "gn:5128581", label: "New York, United States", lat: 40.7143, lng: -74.006 },
  startsAt: "2026-03-07T15:00:00.000Z",
  endsAt: "2026-03-08T21:00:00.000Z",
  timeZone: "America/New_York",
  website: "https://conference.example/",
  isPublic: false,
  status: "scheduled",
  creator: {
    uid: "01a206c2-b143-7f10-9028-5ed1a22cf1e9",
    displayName: "Ada M.",
    initials: "AM",
    photo: null,
    rating: { mean: null, count: 0 },
    reliability: null,
  },
  createdAt: "2026-01-01T08:00:00.000Z",
};
const draft = (changes: Partial<EventDraft>) => readDraft({ ...draftFromEvent(event), ...changes });

test("an event becomes a draft in the time of its place, and back, across a clock change", () => {
  expect(draftFromEvent(event)).toMatchObject({
    date: "2026-03-07",
    time: "10:00",
    endDate: "2026-03-08",
    endTime: "17:00",
  });
  expect(readDraft(draftFromEvent(event))).toEqual({
    isPublic: false,
    title: event.title,
    description: null,
    place: event.place,
    startsAt: event.startsAt,
    endsAt: event.endsAt,
    website: event.website,
    membersOf: null,
  });
  const membersOf = {
    id: "01970000-0000-7000-8000-000000000002",
    kind: "group",
    name: "Faculty",
  } as const;
  expect(readDraft(draftFromEvent({ ...event, membersOf }))).toMatchObject({
    membersOf: membersOf.id,
  });
});

test("without an end date an event ends on the day it starts", () => {
  expect(draft({ endDate: "", endTime: "12:30" })).toMatchObject({
    endsAt: "2026-03-07T17:30:00.000Z",
  });
});

test("names every field that is missing or wrong", () => {
  expect(readDraft(EMPTY_DRAFT)).toEqual(["title", "place", "startsAt", "endsAt"]);
  expect(draft({ title: "  ", website: "http://conference.example" })).toEqual([
    "title",
    "website",
  ]);
  expect(draft({ endDate: "", endTime: "09:00" })).toEqual(["endsAt"]);
});

test("a website needs no scheme, but has to be https", () => {
  expect(draft({ website: "conference.example/2026" })).toMatchObject({
    website: "https://conference.example/2026",
  });
  expect(draft({ website: "" })).toMatchObject({ website: null });
  for (const website of ["javascript:alert(1)", "conference", "https://"])
    expect(draft({ website })).toEqual(["website"]);
});
