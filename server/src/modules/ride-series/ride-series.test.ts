import type { ChangedSeries, RideSeries } from "@commonlane/contract/ride-series";
import type { Notification } from "@commonlane/contract/notifications";
import type { Ride } from "@commonlane/contract/rides";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { requestSeats, hostRide, towns } from "../../../test/fixtures/rides.ts";
import {
  findRideOnDay,
  listSeriesRides,
  createSeries,
  type SeriesError,
  weekly,
} from "../../../test/fixtures/series.ts";
import { createTestApp, type TestUser, type TestApp } from "../../../test/app/test-app.ts";
import { transaction } from "#platform/context.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { seriesSweeps } from "./create-rides.ts";
import { findSeries, insertSeries } from "./ride-series.store.ts";

const shown = (rides: readonly Ride[]) => rides.map(({ seriesDay, status }) => `${seriesDay} ${status}`);
const keepMaking = async (app: TestApp) => {
  for (const sweep of seriesSweeps) await runSweep(app.ctx, sweep);
};

test("[domain/recurring:occurrences] a series makes a ride for each of its weekdays up to the horizon, and later ones as time passes", async () => {
  const app = await createTestApp({ settings: { SERIES_AHEAD_DAYS: 10 } });
  const host = await app.createUser();
  const { status, body } = await createSeries(app, host, { exceptions: ["2026-01-07"] });
  expect(status).toBe(201);
  expect(body).toMatchObject({ timeZone: "Europe/Berlin", firstDay: "2026-01-01", madeUntil: "2026-01-11" });
  const made = await listSeriesRides(app, host, body);
  expect(shown(made)).toEqual(["2026-01-05 scheduled"]);
  expect(made[0]).toMatchObject({ departsAt: "2026-01-05T06:45:00.000Z", seriesId: body.id, seatsLeft: 3 });
  app.clock.now = new Date("2026-01-05T09:00:00Z");
  await keepMaking(app);
  await keepMaking(app);
  expect((await listSeriesRides(app, host, body)).map(({ seriesDay }) => seriesDay)).toEqual([
    "2026-01-05",
    "2026-01-12",
    "2026-01-14",
  ]);
  const own = await app.call<{ items: RideSeries[] }>("GET", "/rides/series", { as: host });
  expect(own.body.items).toMatchObject([{ id: body.id, madeUntil: "2026-01-15" }]);
});

test("[domain/recurring:same-clock] days before and after the change of clocks leave at the same time of the clock", async () => {
  const app = await createTestApp();
  app.clock.now = new Date("2026-03-20T08:00:00Z");
  const host = await app.createUser();
  const { body } = await createSeries(app, host, { weekdays: [6, 7], lastDay: "2026-04-05", time: "02:30" });
  const made = await listSeriesRides(app, host, body);
  expect(made.map(({ departsAt }) => departsAt.slice(5, 16))).toEqual([
    "03-21T01:30",
    "03-22T01:30",
    "03-28T01:30",
    // Clocks skip this hour, so it is half past three there.
    "03-29T01:30",
    "04-04T00:30",
    "04-05T00:30",
  ]);
});

test("[domain/recurring:each-once] processes that make days at the same time make each day once", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const { body } = await createSeries(app, host);
  app.clock.now = new Date("2026-01-20T09:00:00Z");
  await Promise.all([keepMaking(app), keepMaking(app), keepMaking(app)]);
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

test("[domain/recurring:booked-alone] each day is booked and cancelled by itself, and a cancelled day does not come back", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const { body } = await createSeries(app, host);
  const days = await listSeriesRides(app, host, body);
  const [monday, wednesday] = [findRideOnDay(days, "2026-01-05"), findRideOnDay(days, "2026-01-07")];
  const passenger = await requestSeats(app, monday, host);
  expect((await passenger.accept()).body.status).toBe("accepted");
  await app.call("DELETE", `/rides/${wednesday.id}`, { as: host });
  await app.db.updateTable("ride_series").set({ made_until: null }).execute();
  await keepMaking(app);
  const after = await listSeriesRides(app, host, body);
  expect(after).toHaveLength(days.length);
  expect(findRideOnDay(after, "2026-01-05")).toMatchObject({ seatsLeft: 2, status: "scheduled" });
  expect(findRideOnDay(after, "2026-01-07").status).toBe("cancelled");
  expect(findRideOnDay(after, "2026-01-12")).toMatchObject({ seatsLeft: 3, status: "scheduled" });
});

test("[domain/recurring:skip] a day that is left out is cancelled if it was made, and not made if it was not", async () => {
  const app = await createTestApp({ settings: { SERIES_AHEAD_DAYS: 7 } });
  const host = await app.createUser();
  const { body } = await createSeries(app, host);
  const passenger = await requestSeats(app, findRideOnDay(await listSeriesRides(app, host, body), "2026-01-05"), host);
  await passenger.accept();
  const heard = app.recordEventsOf(passenger.seeker.uid);
  const skip = (day: string, as = host) =>
    app.call<RideSeries & SeriesError>("POST", `/rides/series/${body.id}/skip`, {
      as,
      body: { day, reason: "A holiday" },
    });
  expect((await skip("2026-01-05", passenger.seeker)).body.code).toBe("not_yours");
  expect((await skip("2026-01-06")).body.fields).toHaveProperty("day");
  expect((await skip("2026-01-05")).body.exceptions).toEqual(["2026-01-05"]);
  await skip("2026-01-14");
  await app.waitForEvents();
  expect(heard.map(({ type }) => type)).toContain("seat-request.cancelled");
  app.clock.now = new Date("2026-01-10T09:00:00Z");
  await keepMaking(app);
  expect(shown(await listSeriesRides(app, host, body))).toEqual(["2026-01-12 scheduled"]);
});

test("[domain/recurring:change-spares-booked] a change of the series changes the days that nobody is on, and names those that stay", async () => {
  const app = await createTestApp({ settings: { SERIES_AHEAD_DAYS: 14 } });
  const host = await app.createUser();
  const { body } = await createSeries(app, host);
  const days = await listSeriesRides(app, host, body);
  await requestSeats(app, findRideOnDay(days, "2026-01-05"), host);
  await app.call("PUT", `/rides/${findRideOnDay(days, "2026-01-12").id}`, { as: host, body: { note: "A bigger car" } });
  const changed = await app.call<ChangedSeries>("PUT", `/rides/series/${body.id}`, {
    as: host,
    body: { time: "08:15", weekdays: [1, 4], ride: { destination: towns.bonn, seatsTotal: 2 } },
  });
  expect(changed).toMatchObject({
    status: 200,
    body: { unchangedDays: ["2026-01-05", "2026-01-12"], weekdays: [1, 4] },
  });
  const after = await listSeriesRides(app, host, body);
  expect(after.map(({ departsAt, seatsTotal, destination }) => [departsAt, seatsTotal, destination.label])).toEqual([
    ["2026-01-05T06:45:00.000Z", 3, towns.koeln.label],
    ["2026-01-08T07:15:00.000Z", 2, towns.bonn.label],
    ["2026-01-12T06:45:00.000Z", 3, towns.koeln.label],
    ["2026-01-15T07:15:00.000Z", 2, towns.bonn.label],
  ]);
  const wednesdays = await app.db.selectFrom("ride").select("status").where("series_id", "is", null).execute();
  expect(wednesdays).toEqual([{ status: "cancelled" }, { status: "cancelled" }]);
  // What the series left, it may come back to.
  await app.call("PUT", `/rides/series/${body.id}`, { as: host, body: { weekdays: [1, 3] } });
  expect(shown(await listSeriesRides(app, host, body))).toContain("2026-01-07 scheduled");
});

test("[domain/recurring:end] ending a series cancels the days that nobody is on, keeps the others, and makes no more", async () => {
  const app = await createTestApp({ settings: { SERIES_AHEAD_DAYS: 14 } });
  const host = await app.createUser();
  const { body } = await createSeries(app, host);
  const days = await listSeriesRides(app, host, body);
  await (await requestSeats(app, findRideOnDay(days, "2026-01-07"), host)).accept();
  const end = () => app.call<ChangedSeries & SeriesError>("DELETE", `/rides/series/${body.id}`, { as: host });
  expect((await end()).body).toMatchObject({ status: "ended", unchangedDays: ["2026-01-07"] });
  expect((await end()).body.code).toBe("status_already_set");
  expect(shown(await listSeriesRides(app, host, body)).filter((line) => line.endsWith("scheduled"))).toEqual([
    "2026-01-07 scheduled",
  ]);
  app.clock.now = new Date("2026-01-20T09:00:00Z");
  await keepMaking(app);
  expect(await listSeriesRides(app, host, body)).toEqual([]);
  const late = await app.call<SeriesError>("PUT", `/rides/series/${body.id}`, { as: host, body: { time: "09:00" } });
  expect(late.body.code).toBe("series_over");
});

test("[domain/recurring:missed] a day on which the host is under way elsewhere is not offered and is named", async () => {
  const app = await createTestApp({ settings: { SERIES_AHEAD_DAYS: 7 } });
  const host = await app.createUser();
  await hostRide(app, host, { departsAt: "2026-01-05T08:00:00Z" });
  const { body } = await createSeries(app, host);
  expect(body.missed).toEqual(["2026-01-05"]);
  expect(shown(await listSeriesRides(app, host, body))).toEqual(["2026-01-07 scheduled"]);
  expect(await createSeries(app, host)).toMatchObject({ status: 409, body: { code: "already_travelling" } });
});

const told = async (app: TestApp, as: TestUser) =>
  (await app.call<{ items: Notification[] }>("GET", "/notifications", { as })).body.items.filter(({ kind }) =>
    kind.startsWith("ride-series."),
  );

const price = (amountMinor: number) => sql`
  update ride_series set terms = jsonb_set(terms, '{contribution,amountMinor}', ${amountMinor}::text::jsonb)`;

test("[issue4/recurring:told] a host is told once that the rules of today refuse to go on with a series, and again when it stops another time", async () => {
  const app = await createTestApp({ settings: { SERIES_AHEAD_DAYS: 7 } });
  const host = await app.createUser();
  const { body } = await createSeries(app, host);
  const days = async (...days: string[]) => {
    for (const day of days) {
      app.clock.now = new Date(`${day}T09:00:00Z`);
      await keepMaking(app);
    }
  };
  await price(9000).execute(app.db);
  await days("2026-01-06", "2026-01-07", "2026-01-15");
  expect(await told(app, host)).toMatchObject([
    {
      kind: "ride-series.stopped",
      path: `/series/${body.id}`,
      text: expect.stringMatching(
        /^Freiburg.* → Köln.* is no longer offered from Mon.* 12 Jan.*07:45.*\. “A seat on this way may cost at most €/,
      ),
    },
  ]);
  const stopped = async () =>
    (await app.call<RideSeries>("GET", `/rides/series/${body.id}`, { as: host })).body.stopped;
  const why = { since: "2026-01-12", reason: expect.stringMatching(/^A seat on this way may cost at most €/) };
  expect(await stopped()).toEqual(why);
  await price(1800).execute(app.db);
  await days("2026-01-18");
  expect(await stopped()).toBeNull();
  await price(9000).execute(app.db);
  await days("2026-01-26");
  expect(await told(app, host)).toHaveLength(2);
  expect(await stopped()).toMatchObject({ reason: why.reason });
  const cheaper = { ride: { contribution: { amountMinor: 1800, currency: "EUR" } } };
  const changed = await app.call<RideSeries>("PUT", `/rides/series/${body.id}`, { as: host, body: cheaper });
  expect(changed.body.stopped).toBeNull();
});

test("[issue4/recurring:told] a host is told of days that come within the horizon while they are under way, not of those they saw themselves", async () => {
  const app = await createTestApp({ settings: { SERIES_AHEAD_DAYS: 7 } });
  const host = await app.createUser();
  for (const day of ["05", "12", "14"]) await hostRide(app, host, { departsAt: `2026-01-${day}T08:00:00Z` });
  await createSeries(app, host);
  expect(await told(app, host)).toEqual([]);
  for (const day of ["06", "07", "08"]) {
    app.clock.now = new Date(`2026-01-${day}T09:00:00Z`);
    await keepMaking(app);
  }
  expect(await told(app, host)).toMatchObject([
    { kind: "ride-series.missed", text: expect.stringMatching(/12 Jan.*already on another ride/) },
  ]);
});

test("[domain/recurring:guards] a series has days to come, a fair price and a host of its own", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const fieldsOf = async (said: object) => Object.keys((await createSeries(app, host, said)).body.fields ?? {});
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
    expect((await app.call("GET", path, { as: stranger })).body).toMatchObject({ code: "not_yours" });
  }
  expect((await app.call("GET", `/rides/series/${host.uid}`, { as: host })).status).toBe(404);
});

test("[issue5/limits:ceilings] of many series begun at once no more are than there may be", async () => {
  const app = await createTestApp();
  const { body } = await createSeries(app, await app.createUser());
  const row = await findSeries(app.ctx, body.id);
  if (!row) throw new Error("It is not kept.");
  const begun = await Promise.all(
    Array.from({ length: 8 }, () => transaction(app.ctx, (ctx) => insertSeries(ctx, row, 3))),
  );
  expect(begun.filter(Boolean)).toHaveLength(2);
});
