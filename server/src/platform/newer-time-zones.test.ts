import { isKnownTimeZone } from "@commonlane/contract/time-zones";
import { expect, test } from "vitest";
import { createTestApp } from "../../test/app/test-app.ts";
import { createFeed } from "../../test/fixtures/calendars.ts";
import { listNotifications } from "../../test/fixtures/notifications.ts";
import { hostRide, requestSeats } from "../../test/fixtures/rides.ts";
import { createBookedRide } from "../../test/fixtures/shared-rides.ts";
import { formatDayAndTime } from "./i18n/formats.ts";
import { timeZoneAt } from "./time-zone.ts";

test("[domain/time:known-zones] every place of the world has a time zone that this machine can calculate with", () => {
  const unknown = new Set<string>();
  for (let lat = -85; lat <= 85; lat += 0.5)
    for (let lng = -179.5; lng <= 179.5; lng += 0.5) {
      const zone = timeZoneAt({ lat, lng });
      if (!isKnownTimeZone(zone)) unknown.add(zone);
    }
  expect([...unknown]).toEqual([]);
});

test("a ride in a zone that only a newer process knows is shown, notified and in the calendar", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const passenger = await app.createUser();
  const ride = await hostRide(app, host);
  await app.db.updateTable("ride").set({ time_zone: "America/Not_Yet" }).execute();
  expect(formatDayAndTime("en", ride.departsAt, "America/Not_Yet")).toBe("Fri 2 Jan, 06:45");

  const request = await requestSeats(app, ride, host, {}, passenger);
  await request.accept();
  // A pickup is in the zone of its place, which this machine looks up.
  expect((await listNotifications(app, passenger))[0]?.text).toContain("Fri 2 Jan, 07:45");
  expect((await app.call("GET", `/rides/${ride.id}`, { as: passenger })).body).toMatchObject({
    timeZone: "America/Not_Yet",
  });
  const feed = await createFeed(app, passenger);
  expect((await feed.read()).entries).toMatchObject([{ start: ride.departsAt, timeZone: "" }]);
  expect(app.bugs).toEqual([]);
});

test("a ride that is moved gets a zone of this machine again", async () => {
  const { app, host, passenger, ride } = await createBookedRide();
  await app.db.updateTable("ride").set({ time_zone: "America/Not_Yet" }).execute();

  const body = { departsAt: "2026-01-02T10:00:00.000Z" };
  expect((await app.call("PUT", `/rides/${ride.id}`, { as: host, body })).status).toBe(200);
  expect((await listNotifications(app, passenger))[0]?.text).toContain("11:00");
  expect(app.bugs).toEqual([]);
});
