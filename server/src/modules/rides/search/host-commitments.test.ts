import type { SearchDay } from "@commonlane/contract/ride-search";
import type { RideSearchResult } from "@commonlane/contract/rides";
import { expect, test } from "vitest";
import { createTestApp } from "../../../../test/app/test-app.ts";
import { saveSearch, waitForAlerts } from "../../../../test/fixtures/alerts.ts";
import { kindsOf, listNotifications } from "../../../../test/fixtures/notifications.ts";
import {
  hostRide,
  postRequest,
  requestSeats,
  searchWholeDay,
  towns,
} from "../../../../test/fixtures/rides.ts";

const SEGMENT = { pickup: towns.karlsruhe, dropoff: towns.bonn };
const NEXT_RIDE = { origin: towns.koeln, destination: towns.bonn, stops: [], contribution: null };
/** A ride counts as done after this share of its duration. */
const COUNTED_SHARE = 0.8;

/** A host whose next ride leaves no time for the detour by Karlsruhe and Bonn, and a seeker who waits for such a ride. */
async function openBusyHost() {
  const app = await createTestApp();
  const host = await app.createUser();
  const seeker = await app.createUser();
  await saveSearch(app, seeker);
  app.clock.now = new Date(app.clock.now.getTime() + 1000);
  const ride = await hostRide(app, host, { approval: "instant" });
  const countedMs = COUNTED_SHARE * (Date.parse(ride.arrivesAt) - Date.parse(ride.departsAt));
  const departsAt = new Date(Date.parse(ride.departsAt) + countedMs + 60_000).toISOString();
  const nextRide = await hostRide(app, host, { ...NEXT_RIDE, departsAt });
  const found = async (query: object = {}) => {
    const search = await app.call<{ items: RideSearchResult[] }>("GET", "/rides/search", {
      as: seeker,
      query: { ...searchWholeDay, ...query },
    });
    const days = await app.call<{ items: SearchDay[] }>("GET", "/rides/search/days", {
      as: seeker,
      query: { ...searchWholeDay, ...query, date: "2026-01-02", timeZone: "UTC", around: 0 },
    });
    return [search.body.items.map((item) => item.ride.id), days.body.items[0]?.count];
  };
  return { app, host, seeker, ride, nextRide, found };
}

test("[domain/plausibility:bookable] a ride is not found for a detour that its host's next ride makes impossible, but without a detour", async () => {
  const { app, host, seeker, ride, nextRide, found } = await openBusyHost();
  expect(await found()).toEqual([[], 0]);
  const { freiburg, koeln } = towns;
  const alongRide = {
    fromLat: freiburg.lat,
    fromLng: freiburg.lng,
    toLat: koeln.lat,
    toLng: koeln.lng,
  };
  expect(await found(alongRide)).toEqual([[ride.id], 1]);

  await postRequest(app, seeker);
  const along = await app.call<{ items: unknown[] }>("GET", "/requests/nearby", {
    as: host,
    query: { rideId: ride.id },
  });
  expect(along.body.items).toEqual([]);
  await waitForAlerts(app.ctx);
  expect([
    kindsOf(await listNotifications(app, seeker)),
    kindsOf(await listNotifications(app, host)),
  ]).toEqual([[], []]);

  await app.call("DELETE", `/rides/${nextRide.id}`, { as: host });
  expect(await found()).toEqual([[ride.id], 1]);
});

test("[domain/plausibility:bookable] the refusal of such a detour is true and does not tell of the other ride", async () => {
  const { app, host, seeker, ride } = await openBusyHost();
  const { response } = await requestSeats(app, ride, host, SEGMENT, seeker);
  expect(response).toMatchObject({
    status: 409,
    body: { code: "off_route", error: "The host can't make this detour." },
  });
});
