import type { Event } from "@commonlane/contract/events";
import { expect, test } from "vitest";
import { Route, Routes } from "react-router";
import {
  NETWORK_ERROR,
  NOT_FOUND,
  type QueryFixture,
  renderScreen,
} from "#shared/test/render-screen.tsx";
import { EventScreen } from "./EventScreen.tsx";
import { EventsScreen } from "./EventsScreen.tsx";
import { eventById, ridesOfEvent, upcomingEvents } from "./events.queries.ts";

const event: Event = {
  id: "01a206c2-b143-7f10-9028-5ed1a22cf1e8",
  title: "Conference",
  description: "Everyone is welcome.",
  place: { label: "Köln, Germany", lat: 50.9331, lng: 6.95 },
  startsAt: "2099-01-09T09:00:00.000Z",
  endsAt: "2099-01-09T16:00:00.000Z",
  timeZone: "Europe/Berlin",
  website: "https://www.conference.example/",
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
const { queryKey } = eventById(event.id);
const noRides = { queryKey: ridesOfEvent(event.id).queryKey, data: { there: [], back: [] } };

const renderEvent = (...fixtures: QueryFixture[]) =>
  renderScreen(
    <Routes>
      <Route
        path="/events/:eventId"
        element={
          <EventScreen
            renderLinks={(_, direction) => `links ${direction}`}
            renderShare={() => "share"}
          />
        }
      />
    </Routes>,
    `/events/${event.id}`,
    ...fixtures,
  );

test("shows when, where and the website, which other pages learn nothing from", async () => {
  const page = await renderEvent({ queryKey, data: event }, noRides);
  for (const text of [
    "Conference",
    "10:00 – 17:00",
    "Köln, Germany",
    "Everyone is welcome.",
    "links there",
    "links back",
  ])
    expect(page).toContain(text);
  expect(page).toContain('rel="noopener noreferrer nofollow ugc"');
  expect(page).toMatch(/>conference\.example<\/a>/);
  // Only its creator can change it.
  expect(page).not.toContain("Cancel event");
});

test("a cancelled event says so and offers no rides", async () => {
  const page = await renderEvent({ queryKey, data: { ...event, status: "cancelled" } }, noRides);
  expect(page).toContain("This event was cancelled.");
  expect(page).not.toContain("links there");
});

test("an event that was removed, and one that could not be loaded", async () => {
  expect(await renderEvent({ queryKey, error: NOT_FOUND })).toContain(
    "This event is no longer available",
  );
  expect(await renderEvent({ queryKey, error: NETWORK_ERROR })).toContain("Try again");
});

const renderList = (items: Event[], mayCreate: boolean, words = "") =>
  renderScreen(<EventsScreen />, `/events?query=${words}`, {
    queryKey: upcomingEvents(words).queryKey,
    data: { pages: [{ items, nextCursor: null, mayCreate }], pageParams: [undefined] },
  });

test("lists events, and offers to create one only to those who may", async () => {
  const page = await renderList([event], true);
  expect(page).toContain(`href="/events/${event.id}"`);
  expect(page).toContain("Create event");
  expect(await renderList([], false)).not.toContain("Create event");
  expect(await renderList([], false)).toContain("No upcoming events");
  expect(await renderList([], false, "jazz")).toContain("No events found");
});
