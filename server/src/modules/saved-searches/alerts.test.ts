import { HOUR_MS } from "@commonlane/contract/durations";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { RideIndex } from "#modules/rides/search/index.ts";
import { seriesSweeps } from "#modules/ride-series/index.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { waitForAlerts, saveSearch } from "../../../test/fixtures/alerts.ts";
import {
  requestSeats,
  hostRide,
  postRequest,
  TOMORROW,
  towns,
} from "../../../test/fixtures/rides.ts";
import { advanceClock } from "../../../test/fixtures/accounts.ts";
import { listNotifications } from "../../../test/fixtures/notifications.ts";
import { listSeriesRides, createSeries } from "../../../test/fixtures/series.ts";
import { createTestApp, type TestUser, type TestApp } from "../../../test/app/test-app.ts";
import { alertConsumer, savedSearchSweeps } from "./index.ts";

const ANY_DAY = { departsAfter: null, departsBefore: null };
const later = (hours: number) => new Date(Date.parse(TOMORROW) + hours * HOUR_MS).toISOString();

/** Alerts of this user, newest first, after all events were processed. */
async function alertsOf(app: TestApp, as: TestUser) {
  await waitForAlerts(app.ctx);
  return (await listNotifications(app, as)).filter(({ kind }) => kind.endsWith(".alerted"));
}
/** Number of alerts of each user. */
async function countsOf(app: TestApp, ...people: readonly TestUser[]): Promise<number[]> {
  await waitForAlerts(app.ctx);
  const alertCount = await app.db.selectFrom("notification").select(["uid", "kind"]).execute();
  return people.map(
    ({ uid }) =>
      alertCount.filter((notice) => notice.uid === uid && notice.kind.endsWith(".alerted")).length,
  );
}
/** Advances the clock a little, so that what comes next is newer. */
const passOneSecond = ({ clock }: TestApp) =>
  void (clock.now = new Date(clock.now.getTime() + 1000));

test("a new ride alerts seekers with a matching saved search or open request, with a link to their segment", async () => {
  const app = await createTestApp();
  const host = await app.createUser({ firstName: "Jonas", lastName: "Weber" });
  const saver = await app.createUser();
  const seeker = await app.createUser();
  await saveSearch(app, saver, { seats: 2 });
  const request = await postRequest(app, seeker);
  passOneSecond(app);
  await app.waitForEvents();
  const events = app.recordEventsOf(saver.uid);
  const ride = await hostRide(app, host);
  const [alert, ...more] = await alertsOf(app, saver);
  expect(alert).toMatchObject({
    kind: "ride.alerted",
    title: "Jonas W. is driving your route",
    text: expect.stringMatching(/^Karlsruhe → Bonn, pickup Fri 2 Jan, 09:\d\d\. /),
    person: { displayName: "Jonas W." },
  });
  const path = new URL(alert?.path ?? "", "http://here");
  expect(path.pathname).toBe(`/rides/${ride.id}`);
  expect(path.searchParams.get("pickup")).toBe("49.0094,8.4044,Karlsruhe, Germany");
  expect(path.searchParams.get("dropoff")).toBe("50.7344,7.0955,Bonn, Germany");
  expect(path.searchParams.get("seats")).toBe("2");
  expect(more).toEqual([]);
  await app.waitForEvents();
  expect(events.map(({ type }) => type)).toEqual(["notification.created"]);
  expect((await alertsOf(app, seeker)).map(({ kind }) => kind)).toEqual(["ride.alerted"]);
  const { body } = await app.call<{ items: { ridesAlerted: number }[] }>("GET", "/saved-searches", {
    as: saver,
  });
  expect(body.items.map(({ ridesAlerted }) => ridesAlerted)).toEqual([1]);
  expect(request.status).toBe("open");
});

test("a host without detours is alerted of a request between two points of their ride, and sees it in the list along the ride", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const seeker = await app.createUser();
  const ride = await hostRide(app, host, { maxDetourM: 0, maxDetourS: 0 });
  passOneSecond(app);
  const request = await postRequest(app, seeker, {
    origin: towns.freiburg,
    destination: towns.koeln,
  });
  expect(await alertsOf(app, host)).toMatchObject([{ kind: "ride-request.alerted" }]);
  const along = await app.call<{ items: { id: string }[] }>("GET", "/requests/nearby", {
    as: host,
    query: { rideId: ride.id },
  });
  expect(along.body.items.map(({ id }) => id)).toEqual([request.id]);
});

test("a series is one alert for its soonest ride, also when more of its days are created", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const saver = await app.createUser();
  await saveSearch(app, saver, ANY_DAY);
  passOneSecond(app);
  const { body: series } = await createSeries(app, host);
  const [first] = (await listSeriesRides(app, host, series)).toSorted((a, b) =>
    a.departsAt.localeCompare(b.departsAt),
  );
  const alerts = await alertsOf(app, saver);
  expect(alerts.map(({ kind, path }) => [kind, path.split("?")[0]])).toEqual([
    ["ride.alerted", `/rides/${first?.id}`],
  ]);
  advanceClock(app, 14 * 86_400);
  for (const sweep of seriesSweeps) await runSweep(app.ctx, sweep);
  await waitForAlerts(app.ctx);
  expect(await countsOf(app, saver)).toEqual([1]);
});

test("sends no alert for another time or place, for own rides, other audiences, or ended searches", async () => {
  const app = await createTestApp();
  const host = await app.createUser({ gender: "female" });
  const waiting = async (overrides: object, gender?: "female" | "male") => {
    const saver = await app.createUser(gender ? { gender } : {});
    return { saver, saved: await saveSearch(app, saver, overrides) };
  };
  await saveSearch(app, host);
  const tooLate = await waiting({ departsAfter: later(12), departsBefore: later(14) });
  const back = await waiting({ origin: towns.bonn, destination: towns.karlsruhe });
  const full = await waiting({ seats: 4 });
  const instant = await waiting({ filters: { instant: true } });
  const man = await waiting({}, "male");
  const woman = await waiting({}, "female");
  const anyDay = await waiting(ANY_DAY);
  const paused = await waiting({});
  const removed = await waiting({});
  await app.call("PUT", `/saved-searches/${paused.saved.id}`, {
    as: paused.saver,
    body: { paused: true },
  });
  await app.call("DELETE", `/saved-searches/${removed.saved.id}`, { as: removed.saver });
  const cancelled = await app.createUser();
  const request = await postRequest(app, cancelled);
  await app.call("DELETE", `/rides/requests/${request.id}`, { as: cancelled });
  passOneSecond(app);
  await hostRide(app, host, { audience: "sameGender" });
  expect(await countsOf(app, woman.saver)).toEqual([1]);
  const others = [tooLate, back, full, instant, man, anyDay, paused, removed].map(
    ({ saver }) => saver,
  );
  expect(await countsOf(app, ...others, cancelled, host)).toEqual(
    [...others, cancelled, host].map(() => 0),
  );
  await hostRide(app, await app.createUser(), { approval: "instant" });
  expect(await countsOf(app, anyDay.saver, instant.saver)).toEqual([1, 1]);
});

test("a new request alerts each host whose route passes it, with approximate places", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const woman = await app.createUser({ gender: "female" });
  const elsewhere = await app.createUser();
  const ride = await hostRide(app, host);
  await hostRide(app, woman, { audience: "sameGender" });
  await hostRide(app, elsewhere, { origin: towns.mainz, stops: [], contribution: null });
  const seeker = await app.createUser({ firstName: "Mei", lastName: "Chen", gender: "male" });
  await hostRide(app, seeker);
  const home = { label: "Waldstraße 7, Karlsruhe", lat: 49.00931, lng: 8.40419 };
  const request = await postRequest(app, seeker, { origin: home, seats: 2 });
  const [alert, ...more] = await alertsOf(app, host);
  expect(alert).toMatchObject({
    kind: "ride-request.alerted",
    title: "Mei C. needs a ride along your route",
    text: expect.stringMatching(/^2 seats for 49\.0 → 50\.7, from Fri 2 Jan, 07:00\. /),
    path: `/requests/${request.id}?ride=${ride.id}`,
  });
  expect(more).toEqual([]);
  expect(await countsOf(app, woman, elsewhere, seeker)).toEqual([0, 0, 0]);
});

test("sends each alert once despite crashes, several processes and repeated changes", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const saver = await app.createUser();
  const seeker = await app.createUser();
  await saveSearch(app, saver);
  await saveSearch(app, saver, ANY_DAY);
  await postRequest(app, seeker);
  await postRequest(app, saver);
  passOneSecond(app);
  const ride = await hostRide(app, host);
  const dying = alertConsumer(
    { ...app.ctx, db: failingOnNotifications(app) },
    new RideIndex(app.ctx),
  );
  await expect(untilItThrows(dying)).rejects.toThrow("killed");
  expect(
    (await listNotifications(app, saver)).filter(({ kind }) => kind === "ride.alerted"),
  ).toEqual([]);

  const index = new RideIndex(app.ctx);
  const twins = [alertConsumer(app.ctx, index), alertConsumer(app.ctx, new RideIndex(app.ctx))];
  await Promise.all(twins.map((twin) => waitForAlerts(app.ctx, twin)));
  const ofBoth = () => countsOf(app, saver, seeker, host);
  expect(await ofBoth()).toEqual([1, 1, 0]);
  const { body } = await app.call<{ items: { ridesAlerted: number }[] }>("GET", "/saved-searches", {
    as: saver,
  });
  expect(body.items.map(({ ridesAlerted }) => ridesAlerted)).toEqual([1, 1]);

  await app.call("PUT", `/rides/${ride.id}`, { as: host, body: { departsAt: later(0.1) } });
  await app.call("PUT", `/rides/${ride.id}`, { as: host, body: { note: "Room for a bike" } });
  expect(await ofBoth()).toEqual([1, 1, 0]);
});

test("sends no alert for rides found when the search was saved, but for rides that match later", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const other = await app.createUser();
  const third = await app.createUser();
  const passenger = await app.createUser();
  const saver = await app.createUser();
  const there = await hostRide(app, host);
  const full = await hostRide(app, other, { seatsTotal: 1 });
  const moved = await hostRide(app, third, { departsAt: later(30) });
  const booking = await requestSeats(app, full, other, {}, passenger);
  await booking.accept();
  passOneSecond(app);
  await saveSearch(app, saver);
  await waitForAlerts(app.ctx);
  await app.call("PUT", `/rides/${there.id}`, { as: host, body: { note: "Room for a bike" } });
  expect(await countsOf(app, saver)).toEqual([0]);
  await booking.end(passenger);
  expect((await alertsOf(app, saver)).map(({ path }) => path.split("?")[0])).toEqual([
    `/rides/${full.id}`,
  ]);
  await app.call("PUT", `/rides/${moved.id}`, { as: third, body: { departsAt: later(0.5) } });
  expect((await alertsOf(app, saver)).map(({ path }) => path.split("?")[0])).toEqual([
    `/rides/${moved.id}`,
    `/rides/${full.id}`,
  ]);
});

test("sends at most thirty alerts a day, and deletes old records", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const saver = await app.createUser();
  await saveSearch(app, saver);
  passOneSecond(app);
  const { id } = await hostRide(app, host);
  await waitForAlerts(app.ctx);
  await sql`
    with other as (
      insert into ride select (jsonb_populate_record(ride, jsonb_build_object('id', uuidv7(), 'status', 'completed'))).* from ride, generate_series(1, 28)
      where id = ${id} returning id)
    insert into ride_alert select ${saver.uid}, other.id, '{}', null, true, ${app.ctx.now()}::timestamptz from other`.execute(
    app.db,
  );
  const rides: string[] = [];
  // The one that departs last is hosted first.
  for (const hours of [0.75, 0.5, 0.25])
    rides.push((await hostRide(app, await app.createUser(), { departsAt: later(hours) })).id);
  expect(await countsOf(app, saver)).toEqual([2]);
  const alertCount = (await listNotifications(app, saver)).map(({ kind, path }) => [
    kind,
    path.split("?")[0],
  ]);
  // The first ride, then the two that depart soonest; one summary for all others.
  expect(alertCount.filter(([kind]) => kind === "ride.alerted").map(([, path]) => path)).toEqual(
    expect.arrayContaining([`/rides/${rides[2]}`]),
  );
  expect(alertCount.flat()).not.toContain(`/rides/${rides[0]}`);
  await hostRide(app, await app.createUser(), { departsAt: later(0.6) });
  await waitForAlerts(app.ctx);
  expect(
    (await listNotifications(app, saver)).filter(({ kind }) => kind === "rides.more"),
  ).toHaveLength(1);
  const keptAlert = async () =>
    (await app.db.selectFrom("ride_alert").select("ride_id").execute()).length;
  expect(await keptAlert()).toBe(30);
  app.clock.now = new Date("2026-01-04T08:00:00Z");
  for (const sweep of savedSearchSweeps) await runSweep(app.ctx, sweep);
  expect(await keptAlert()).toBe(0);
});

/** A database whose connection fails when an alert is about to be written. */
function failingOnNotifications({ db }: TestApp): TestApp["db"] {
  return db.withPlugin({
    transformQuery: ({ node }) => {
      if (
        node.kind === "RawNode" &&
        node.sqlFragments.join("").includes("insert into notification ")
      )
        throw new Error("killed");
      return node;
    },
    transformResult: async ({ result }) => result,
  });
}

async function untilItThrows(step: () => Promise<unknown>): Promise<never> {
  for (;;) await step();
}
