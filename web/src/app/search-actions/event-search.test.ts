import { expect, test } from "vitest";
import { readSearchCriteria } from "#features/rides/search/search-url.ts";
import { eventSearchParams } from "./event-search.ts";

const event = {
  place: { label: "Köln, Germany", lat: 50.9331, lng: 6.95 },
  startsAt: "2026-01-09T23:30:00.000Z",
  endsAt: "2026-01-10T16:00:00.000Z",
  timeZone: "Europe/Berlin",
};
const criteriaFor = (direction: "there" | "back") =>
  readSearchCriteria(new URLSearchParams(eventSearchParams(event, direction)));

test("the way to an event is on its local day, at any time", () => {
  expect(criteriaFor("there")).toMatchObject({
    from: null,
    to: event.place,
    day: "2026-01-10",
    time: null,
  });
});

test("the way back starts at the event when it ends, in its time zone", () => {
  expect(criteriaFor("back")).toMatchObject({
    from: { ...event.place, timeZone: "Europe/Berlin" },
    to: null,
    day: "2026-01-10",
    time: "17:00",
  });
});
