import type { RideSeries } from "@commonlane/contract/ride-series";
import { expect, test } from "vitest";
import { towns } from "../../../test/fixtures/rides.ts";
import { findRideOnDay, listSeriesRides, createSeries } from "../../../test/fixtures/series.ts";
import { createTestApp } from "../../../test/app/test-app.ts";

test("[domain/recurring:return] repeats the return ride on the same days, linked day by day", async () => {
  const app = await createTestApp({ settings: { SERIES_AHEAD_DAYS: 7 } });
  const host = await app.createUser();
  const early = await createSeries(app, host, { returnWay: { time: "07:00" } });
  expect(early.body.fields).toHaveProperty("returnWay.time");
  const { body: there } = await createSeries(app, host, { returnWay: { time: "17:30" } });
  const { body } = await app.call<{ items: RideSeries[] }>("GET", "/rides/series", { as: host });
  const [back] = body.items;
  if (!back) throw new Error("There is no return series.");
  expect(back).toMatchObject({ returnOf: there.id, time: "17:30", ride: { origin: towns.koeln } });
  const [ways, backs] = [await listSeriesRides(app, host, there), await listSeriesRides(app, host, back)];
  expect(backs.map(({ returnOf }) => returnOf)).toEqual(ways.map(({ id }) => id));
  expect(ways.map(({ returnId }) => returnId)).toEqual(backs.map(({ id }) => id));
  expect(backs[0]?.stops).toEqual([towns.mainz]);
});

test("[domain/recurring:return-anew] links a day that was removed and added again with its new return ride, not the old one", async () => {
  const app = await createTestApp({ settings: { SERIES_AHEAD_DAYS: 7 } });
  const host = await app.createUser();
  const { body: there } = await createSeries(app, host, { returnWay: { time: "17:30" } });
  const { body } = await app.call<{ items: RideSeries[] }>("GET", "/rides/series", { as: host });
  const [back] = body.items;
  if (!back) throw new Error("There is no return series.");
  const before = findRideOnDay(await listSeriesRides(app, host, there), "2026-01-07");
  for (const { id } of [there, back]) {
    for (const weekdays of [[1], [1, 3]])
      await app.call("PUT", `/rides/series/${id}`, { as: host, body: { weekdays } });
    const [way, wayBack] = [
      findRideOnDay(await listSeriesRides(app, host, there), "2026-01-07"),
      findRideOnDay(await listSeriesRides(app, host, back), "2026-01-07"),
    ];
    expect(way.id).not.toBe(before.id);
    expect([wayBack.returnOf, way.returnId]).toEqual([way.id, wayBack.id]);
  }
});
