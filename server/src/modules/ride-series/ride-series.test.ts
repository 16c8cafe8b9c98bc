import type { ChangedSeries, RideSeries } from "@commonlane/contract/ride-series";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { hostRide, requestSeats, towns } from "../../../test/fixtures/rides.ts";
import {
  createSeries,
  findRideOnDay,
  listSeriesRides,
  type SeriesError,
  weekly,
} from "../../../test/fixtures/series.ts";
import { createTestApp } from "../../../test/app/test-app.ts";
import { transaction } from "#platform/context.ts";
import { findSeries, insertSeries } from "./ride-series.store.ts";
import { runSeriesSweeps, shown } from "../../../test/fixtures/ride-series.ts";

test("[domain/recurring:occurrences] creates a ride for each weekday of a series up to the horizon, and later ones as time passes", async () => {
  const app = await createTestApp({ settings: { SERIES_AHEAD_DAYS: 10 } });
  const host = await app.createUser();
  const { status, body } = await createSeries(app, host, { exceptions: ["2026-01-07"] });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    timeZone: "Europe/Berlin",
    firstDay: "2026-01-01",
    madeUntil: "2026-01-11",
  });
  const createdRides = await listSeriesRides(app, host, body);
  expect(shown(createdRides)).toEqual(["2026-01-05 scheduled"]);
  expect(createdRides[0]).toMatchObject({
    departsAt: "2026-01-05T06:45:00.000Z",
    seriesId: body.id,
    seatsLeft: 3,
  });
  app.clock.now = new Date("2026-01-05T09:00:00Z");
  await runSeriesSweeps(app);
  await runSeriesSweeps(app);
  expect((await listSeriesRides(app, host, body)).map(({ seriesDay }) => seriesDay)).toEqual([
    "2026-01-05",
    "2026-01-12",
    "2026-01-14",
  ]);
  const own = await app.call<{ items: RideSeries[] }>("GET", "/rides/series", { as: host });
  expect(own.body.items).toMatchObject([{ id: body.id, madeUntil: "2026-01-15" }]);
});

test("[domain/recurring:same-clock] days before and after a daylight saving change depart at the same local time", async () => {
  const app = await createTestApp();
  app.clock.now = new Date("2026-03-20T08:00:00Z");
  const host = await app.createUser();
  const { body } = await createSeries(app, host, {
    weekdays: [6, 7],
    lastDay: "2026-04-05",
    time: "02:30",
  });
  const createdRides = await listSeriesRides(app, host, body);
  expect(createdRides.map(({ departsAt }) => departsAt.slice(5, 16))).toEqual([
    "03-21T01:30",
    "03-22T01:30",
    "03-28T01:30",
    // Clocks skip this hour, so it is half past three there.
    "03-29T01:30",
    "04-04T00:30",
    "04-05T00:30",
  ]);
  // All days have one route, so strangers see the same approximate places every day.
  const routes = await app.db
    .selectFrom("ride")
    .select([
      "leg_duration_s",
      sql`points::text || polyline || (public_route::text)`.as("way"),
      sql`extract(epoch from arrives_at - departs_at)`.as("seconds"),
    ])
    .distinct()
    .execute();
  expect(routes).toHaveLength(1);
  expect(Number(routes[0]?.seconds)).toBe(
    routes[0]?.leg_duration_s.reduce((sum, seconds) => sum + seconds, 0),
  );
});

test("[domain/recurring:each-once] creates each day once, even if several processes do it at the same time", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const { body } = await createSeries(app, host);
  app.clock.now = new Date("2026-01-20T09:00:00Z");
  await Promise.all([runSeriesSweeps(app), runSeriesSweeps(app), runSeriesSweeps(app)]);
  const days = (await listSeriesRides(app, host, body)).map(({ seriesDay }) => seriesDay);
  expect(days).toEqual([...new Set(days)]);
  expect(days).toHaveLength(8);
  await expect(
    app.db
      .updateTable("ride")
      .set({ series_day: "2026-01-21" })
      .where("series_id", "=", body.id)
      .where("series_day", "=", "2026-01-26")
      .execute(),
  ).rejects.toThrow("ride_of_series");
});

test("[domain/recurring:booked-alone] each day is booked and cancelled separately, and a cancelled day is not created again", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const { body } = await createSeries(app, host);
  const days = await listSeriesRides(app, host, body);
  const monday = findRideOnDay(days, "2026-01-05");
  const wednesday = findRideOnDay(days, "2026-01-07");
  const passenger = await requestSeats(app, monday, host);
  expect((await passenger.accept()).body.status).toBe("accepted");
  await app.call("DELETE", `/rides/${wednesday.id}`, { as: host });
  await app.db.updateTable("ride_series").set({ created_until: null }).execute();
  await runSeriesSweeps(app);
  const after = await listSeriesRides(app, host, body);
  expect(after).toHaveLength(days.length);
  expect(findRideOnDay(after, "2026-01-05")).toMatchObject({ seatsLeft: 2, status: "scheduled" });
  expect(findRideOnDay(after, "2026-01-07").status).toBe("cancelled");
  expect(findRideOnDay(after, "2026-01-12")).toMatchObject({ seatsLeft: 3, status: "scheduled" });
});

test("[domain/recurring:skip] skipping a day cancels its ride or prevents its creation", async () => {
  const app = await createTestApp({ settings: { SERIES_AHEAD_DAYS: 7 } });
  const host = await app.createUser();
  const { body } = await createSeries(app, host);
  const passenger = await requestSeats(
    app,
    findRideOnDay(await listSeriesRides(app, host, body), "2026-01-05"),
    host,
  );
  await passenger.accept();
  const events = app.recordEventsOf(passenger.seeker.uid);
  const skip = (day: string, as = host) =>
    app.call<RideSeries & SeriesError>("POST", `/rides/series/${body.id}/skip`, {
      as,
      body: { day, reason: "A holiday" },
    });
  expect((await skip("2026-01-05", passenger.seeker)).body.code).toBe("not_found");
  expect((await skip("2026-01-06")).body.fields).toHaveProperty("day");
  expect((await skip("2026-01-05")).body.exceptions).toEqual(["2026-01-05"]);
  await skip("2026-01-14");
  await app.waitForEvents();
  expect(events.map(({ type }) => type)).toContain("seat-request.cancelled");
  app.clock.now = new Date("2026-01-10T09:00:00Z");
  await runSeriesSweeps(app);
  expect(shown(await listSeriesRides(app, host, body))).toEqual(["2026-01-12 scheduled"]);
});

test("[domain/recurring:change-spares-booked] changing a series changes days without passengers and returns the days that stay", async () => {
  const app = await createTestApp({ settings: { SERIES_AHEAD_DAYS: 14 } });
  const host = await app.createUser();
  const { body } = await createSeries(app, host);
  const days = await listSeriesRides(app, host, body);
  await requestSeats(app, findRideOnDay(days, "2026-01-05"), host);
  await app.call("PUT", `/rides/${findRideOnDay(days, "2026-01-12").id}`, {
    as: host,
    body: { note: "A bigger car" },
  });
  const changed = await app.call<ChangedSeries>("PUT", `/rides/series/${body.id}`, {
    as: host,
    body: { time: "08:15", weekdays: [1, 4], ride: { destination: towns.bonn, seatsTotal: 2 } },
  });
  expect(changed).toMatchObject({
    status: 200,
    body: { unchangedDays: ["2026-01-05", "2026-01-12"], weekdays: [1, 4] },
  });
  const after = await listSeriesRides(app, host, body);
  expect(
    after.map(({ departsAt, seatsTotal, destination }) => [
      departsAt,
      seatsTotal,
      destination.label,
    ]),
  ).toEqual([
    ["2026-01-05T06:45:00.000Z", 3, towns.koeln.label],
    ["2026-01-08T07:15:00.000Z", 2, towns.bonn.label],
    ["2026-01-12T06:45:00.000Z", 3, towns.koeln.label],
    ["2026-01-15T07:15:00.000Z", 2, towns.bonn.label],
  ]);
  const wednesdays = await app.db
    .selectFrom("ride")
    .select("status")
    .where("series_id", "is", null)
    .execute();
  expect(wednesdays).toEqual([{ status: "cancelled" }, { status: "cancelled" }]);
  // A day removed from the series can be added again.
  await app.call("PUT", `/rides/series/${body.id}`, { as: host, body: { weekdays: [1, 3] } });
  expect(shown(await listSeriesRides(app, host, body))).toContain("2026-01-07 scheduled");
});

test("[domain/recurring:end] ending a series cancels days without passengers, keeps the others, and creates no more", async () => {
  const app = await createTestApp({ settings: { SERIES_AHEAD_DAYS: 14 } });
  const host = await app.createUser();
  const { body } = await createSeries(app, host);
  const days = await listSeriesRides(app, host, body);
  await (await requestSeats(app, findRideOnDay(days, "2026-01-07"), host)).accept();
  const end = () =>
    app.call<ChangedSeries & SeriesError>("DELETE", `/rides/series/${body.id}`, { as: host });
  expect((await end()).body).toMatchObject({ status: "ended", unchangedDays: ["2026-01-07"] });
  expect((await end()).body.code).toBe("status_already_set");
  expect(
    shown(await listSeriesRides(app, host, body)).filter((line) => line.endsWith("scheduled")),
  ).toEqual(["2026-01-07 scheduled"]);
  app.clock.now = new Date("2026-01-20T09:00:00Z");
  await runSeriesSweeps(app);
  expect(await listSeriesRides(app, host, body)).toEqual([]);
  const conflict = await app.call<SeriesError>("PUT", `/rides/series/${body.id}`, {
    as: host,
    body: { time: "09:00" },
  });
  expect(conflict.body.code).toBe("series_over");
});

test("[domain/recurring:missed] leaves out and reports a day on which the host is on another ride", async () => {
  const app = await createTestApp({ settings: { SERIES_AHEAD_DAYS: 7 } });
  const host = await app.createUser();
  await hostRide(app, host, { departsAt: "2026-01-05T08:00:00Z" });
  const { body } = await createSeries(app, host);
  expect(body.missed).toEqual(["2026-01-05"]);
  expect(shown(await listSeriesRides(app, host, body))).toEqual(["2026-01-07 scheduled"]);
  expect(await createSeries(app, host)).toMatchObject({
    status: 409,
    body: { code: "already_travelling" },
  });
});

test("[domain/recurring:guards] a series needs upcoming days, a fair price and a valid host", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const fieldsOf = async (overrides: object) =>
    Object.keys((await createSeries(app, host, overrides)).body.fields ?? {});
  expect(await fieldsOf({ weekdays: [] })).toEqual(["weekdays"]);
  expect(await fieldsOf({ weekdays: [8] })).toEqual(["weekdays.0"]);
  expect(await fieldsOf({ time: "24:00" })).toEqual(["time"]);
  expect(await fieldsOf({ lastDay: "2025-12-31" })).toEqual(["lastDay"]);
  expect(await fieldsOf({ firstDay: "2027-06-01" })).toEqual(["firstDay"]);
  expect(await fieldsOf({ lastDay: "2026-01-02" })).toEqual(["weekdays"]);
  const dear = { ride: { ...weekly.ride, contribution: { amountMinor: 9000, currency: "EUR" } } };
  expect((await createSeries(app, host, dear)).body.code).toBe("contribution_too_high");
  const { body } = await createSeries(app, host);
  const stranger = await app.createUser();
  for (const path of [`/rides/series/${body.id}`, `/rides/series/${body.id}/rides`]) {
    expect((await app.call("GET", path, { as: stranger })).body).toMatchObject({
      code: "not_found",
    });
  }
  expect((await app.call("GET", `/rides/series/${host.uid}`, { as: host })).status).toBe(404);
});

test("limits the number of series created at the same time", async () => {
  const app = await createTestApp();
  const { body } = await createSeries(app, await app.createUser());
  const row = await findSeries(app.ctx, body.id);
  if (!row) throw new Error("The series was not saved.");
  const begun = await Promise.all(
    Array.from({ length: 8 }, () => transaction(app.ctx, (ctx) => insertSeries(ctx, row, 3))),
  );
  expect(begun.filter(Boolean)).toHaveLength(2);
});
