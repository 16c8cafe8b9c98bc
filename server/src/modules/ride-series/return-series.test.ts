import type { RideSeries } from "@commonlane/contract/ride-series";
import { expect, test } from "vitest";
import { towns } from "../../../test/fixtures/rides.ts";
import { findRideOnDay, listSeriesRides, createSeries } from "../../../test/fixtures/series.ts";
import { createTestApp } from "../../../test/app/test-app.ts";

test("[domain/recurring:return] repeats the return ride on the same days, linked day by day", async () => {
  const app = await createTestApp({ settings: { SERIES_AHEAD_DAYS: 7 } });
  const host = await app.createUser();
  const tooEarly = await createSeries(app, host, { returnWay: { time: "07:00" } });
  expect(tooEarly.body.fields).toHaveProperty("returnWay.time");
  const { body: outward } = await createSeries(app, host, { returnWay: { time: "17:30" } });
  const { body } = await app.call<{ items: RideSeries[] }>("GET", "/rides/series", { as: host });
  const [returnSeries] = body.items;
  if (!returnSeries) throw new Error("There is no return series.");
  expect(returnSeries).toMatchObject({
    returnOf: outward.id,
    time: "17:30",
    ride: { origin: towns.koeln },
  });
  const outwardRides = await listSeriesRides(app, host, outward);
  const returnRides = await listSeriesRides(app, host, returnSeries);
  expect(returnRides.map(({ returnOf }) => returnOf)).toEqual(outwardRides.map(({ id }) => id));
  expect(outwardRides.map(({ returnId }) => returnId)).toEqual(returnRides.map(({ id }) => id));
  expect(returnRides[0]?.stops).toEqual([towns.mainz]);
});

test("[domain/recurring:return-anew] links a day that was removed and added again with its new return ride, not the old one", async () => {
  const app = await createTestApp({ settings: { SERIES_AHEAD_DAYS: 7 } });
  const host = await app.createUser();
  const { body: outward } = await createSeries(app, host, { returnWay: { time: "17:30" } });
  const { body } = await app.call<{ items: RideSeries[] }>("GET", "/rides/series", { as: host });
  const [returnSeries] = body.items;
  if (!returnSeries) throw new Error("There is no return series.");
  const before = findRideOnDay(await listSeriesRides(app, host, outward), "2026-01-07");
  for (const { id } of [outward, returnSeries]) {
    for (const weekdays of [[1], [1, 3]])
      await app.call("PUT", `/rides/series/${id}`, { as: host, body: { weekdays } });
    const outwardRide = findRideOnDay(await listSeriesRides(app, host, outward), "2026-01-07");
    const returnRide = findRideOnDay(await listSeriesRides(app, host, returnSeries), "2026-01-07");
    expect(outwardRide.id).not.toBe(before.id);
    expect([returnRide.returnOf, outwardRide.returnId]).toEqual([outwardRide.id, returnRide.id]);
  }
});
