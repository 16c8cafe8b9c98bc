import { HOUR_MS } from "@commonlane/contract/durations";
import type { Ride, RideSearchResult } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import type { FollowedRide, RideShare, TripSafety } from "@commonlane/contract/trip-safety";
import { expect, test } from "vitest";
import { createFeed } from "../../../test/fixtures/calendars.ts";
import { waitForNotifications } from "../../../test/fixtures/notifications.ts";
import { hostRide, requestSeats, searchWholeDay, towns } from "../../../test/fixtures/rides.ts";
import { openPushService } from "../../../test/services/push-service.ts";
import { createTestApp } from "../../../test/app/test-app.ts";
import { notificationSweeps, notificationWorkers } from "#modules/notifications/index.ts";
import { seatRequestSweeps } from "#modules/seat-requests/index.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { findItinerary } from "./index.ts";

/** A ride from Freiburg to Köln with Ada, who gets in at Karlsruhe, and everything that says when. */
async function openBooking() {
  const app = await createTestApp();
  const service = await openPushService();
  const workers = notificationWorkers({ post: service.post, findItinerary });
  const host = await app.createUser({ firstName: "Thomas" });
  const seeker = await app.createUser({ firstName: "Ada" });
  const device = await service.subscribe(app, seeker);
  const ride = await hostRide(app, host, { stops: [], maxDetourM: 40_000, maxDetourS: 3_600 });
  const deliver = async (at: Date) => {
    app.clock.now = at;
    for (const sweep of seatRequestSweeps) await runSweep(app.ctx, sweep);
    await waitForNotifications(app.ctx);
    for (const sweep of notificationSweeps) await runSweep(app.ctx, sweep);
    await app.jobs.runDue(app.ctx, workers);
  };
  return { app, host, seeker, device, ride, deliver };
}

/** Berlin is an hour ahead. */
const localMinute = (iso: string | undefined): string =>
  new Date(Date.parse(iso ?? "") + HOUR_MS).toISOString().slice(11).replace(":00.000Z", "");
const MINUTE = /\d\d:\d\d/;

test("[domain/time:one-minute] of one booking, search, ride page, request, notification, e-mail, calendar, follow link and the driver's pages show the same minute", async () => {
  const { app, host, seeker, device, ride, deliver } = await openBooking();
  const { karlsruhe, bonn } = towns;

  const search = await app.call<{ items: RideSearchResult[] }>("GET", "/rides/search", {
    as: seeker,
    query: searchWholeDay,
  });
  const card = search.body.items[0]?.match;

  const stops = { pickup: karlsruhe, dropoff: bonn };
  const { response, accept } = await requestSeats(app, ride, host, stops, seeker);
  expect(response.status).toBe(201);
  const accepted = await accept();
  const requestsOf = (path: string, as: { token: string }) =>
    app.call<{ items: SeatRequest[] }>("GET", path, { as });
  const own = await requestsOf("/rides/my-requests", seeker);
  const forDriver = await requestsOf(`/rides/${ride.id}/requests`, host);
  const approach = await app.call<{ pickupAt: string }>(
    "GET",
    `/rides/${ride.id}/driver-approach`,
    {
      as: seeker,
    },
  );
  const safety = await app.call<TripSafety>("GET", `/rides/${ride.id}/trip-safety`, { as: seeker });
  const [entry] = (await (await createFeed(app, seeker)).read()).entries;
  const [drive] = (await (await createFeed(app, host)).read()).entries;
  const link = await app.call<RideShare & { url: string }>("POST", `/rides/${ride.id}/shares`, {
    as: seeker,
  });

  const pickupAt = response.body.pickupAt;
  // First the acceptance and the reminder of the day before, then the one of the last hour.
  const departsMs = Date.parse(ride.departsAt);
  await deliver(app.now());
  await deliver(new Date(departsMs - HOUR_MS));
  await deliver(new Date(departsMs));
  app.mail.length = 0;
  await deliver(new Date(Date.parse(pickupAt) - HOUR_MS / 2));
  app.mail.length = 0;
  await deliver(new Date(Date.parse(pickupAt) - HOUR_MS / 4));
  const email = app.mail.find(({ to }) => to === seeker.email);
  const pushed = device.messages().at(-1);
  const followed = await app.call<FollowedRide>("POST", "/followed-rides", {
    body: { token: new URL(link.body.url).hash.slice(1) },
  });
  const trip = followed.body.state === "open" ? followed.body : undefined;

  const pickups = {
    search: localMinute(card?.pickupAt),
    request: localMinute(pickupAt),
    acceptance: localMinute(accepted.body.pickupAt),
    ownRequests: localMinute(own.body.items[0]?.pickupAt),
    driver: localMinute(forDriver.body.items[0]?.pickupAt),
    driverApproach: localMinute(approach.body.pickupAt),
    push: MINUTE.exec(`${pushed?.title} ${pushed?.text}`)?.[0],
    emailSubject: MINUTE.exec(email?.subject ?? "")?.[0],
    emailCard: email?.card?.stops[0]?.time,
    emailText: MINUTE.exec([email?.heading, ...(email?.paragraphs ?? [])].join(" "))?.[0],
    calendar: localMinute(entry?.start),
    driversCalendar: drive?.description.slice(0, 5),
    followLink: localMinute(trip?.startsAt),
    followedStop: localMinute(trip?.points[0]?.eta),
  };
  expect(pickups.search).toMatch(/^\d\d:\d\d$/);
  expect(pickups).toEqual(
    Object.fromEntries(Object.keys(pickups).map((surface) => [surface, pickups.search])),
  );

  const dropoffs = {
    search: localMinute(card?.dropoffAt),
    request: localMinute(response.body.dropoffAt),
    acceptance: localMinute(accepted.body.dropoffAt),
    driver: localMinute(forDriver.body.items[0]?.dropoffAt),
    tripSafety: localMinute(safety.body.arrivesAt),
    emailCard: email?.card?.stops[1]?.time,
    calendar: localMinute(entry?.end),
    followLink: localMinute(trip?.arrivesAt),
    followedStop: localMinute(trip?.points.at(-1)?.eta),
  };
  expect(dropoffs.search).toMatch(/^\d\d:\d\d$/);
  expect(dropoffs).toEqual(
    Object.fromEntries(Object.keys(dropoffs).map((surface) => [surface, dropoffs.search])),
  );

  const page = await app.call<Ride>("GET", `/rides/${ride.id}`, { as: host });
  const ends = {
    page: localMinute(page.body.arrivesAt),
    timeline: localMinute(page.body.eta.at(-1)),
    calendar: localMinute(drive?.end),
  };
  expect(ends).toEqual({ page: ends.page, timeline: ends.page, calendar: ends.page });
});
