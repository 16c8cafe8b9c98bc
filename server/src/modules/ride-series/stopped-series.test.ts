import type { RideSeries } from "@commonlane/contract/ride-series";
import type { Notification } from "@commonlane/contract/notifications";
import { expect, test } from "vitest";
import { hostRide } from "../../../test/fixtures/rides.ts";
import { createSeries } from "../../../test/fixtures/series.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../test/app/test-app.ts";
import { price, runSeriesSweeps } from "../../../test/fixtures/ride-series.ts";

const listSeriesNotifications = async (app: TestApp, as: TestUser) =>
  (await app.call<{ items: Notification[] }>("GET", "/notifications", { as })).body.items.filter(
    ({ kind }) => kind.startsWith("ride-series."),
  );

test("notifies a host once when current rules stop a series, and again when it stops another time", async () => {
  const app = await createTestApp({ settings: { SERIES_AHEAD_DAYS: 7 } });
  const host = await app.createUser();
  const { body } = await createSeries(app, host);
  const days = async (...days: string[]) => {
    for (const day of days) {
      app.clock.now = new Date(`${day}T09:00:00Z`);
      await runSeriesSweeps(app);
    }
  };
  await price(9000).execute(app.db);
  await days("2026-01-06", "2026-01-07", "2026-01-15");
  expect(await listSeriesNotifications(app, host)).toMatchObject([
    {
      kind: "ride-series.stopped",
      path: `/series/${body.id}`,
      text: expect.stringMatching(
        /^Freiburg.* → Köln.* is no longer offered from Mon.* 12 Jan.*07:45.*\. “A seat on this route can cost at most €/,
      ),
    },
  ]);
  const stopped = async () =>
    (await app.call<RideSeries>("GET", `/rides/series/${body.id}`, { as: host })).body.stopped;
  const why = {
    since: "2026-01-12",
    reason: expect.stringMatching(/^A seat on this route can cost at most €/),
  };
  expect(await stopped()).toEqual(why);
  await price(1800).execute(app.db);
  await days("2026-01-18");
  expect(await stopped()).toBeNull();
  await price(9000).execute(app.db);
  await days("2026-01-26");
  expect(await listSeriesNotifications(app, host)).toHaveLength(2);
  expect(await stopped()).toMatchObject({ reason: why.reason });
  const cheaper = { ride: { contribution: { amountMinor: 1800, currency: "EUR" } } };
  const changed = await app.call<RideSeries>("PUT", `/rides/series/${body.id}`, {
    as: host,
    body: cheaper,
  });
  expect(changed.body.stopped).toBeNull();
});

test("notifies a host of conflicting days that come within the horizon, but not of those shown when they made the series", async () => {
  const app = await createTestApp({ settings: { SERIES_AHEAD_DAYS: 7 } });
  const host = await app.createUser();
  for (const day of ["05", "12", "14"])
    await hostRide(app, host, { departsAt: `2026-01-${day}T08:00:00Z` });
  await createSeries(app, host);
  expect(await listSeriesNotifications(app, host)).toEqual([]);
  for (const day of ["06", "07", "08"]) {
    app.clock.now = new Date(`2026-01-${day}T09:00:00Z`);
    await runSeriesSweeps(app);
  }
  expect(await listSeriesNotifications(app, host)).toMatchObject([
    { kind: "ride-series.missed", text: expect.stringMatching(/12 Jan.*already on another ride/) },
  ]);
});
