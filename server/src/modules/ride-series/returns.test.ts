import type { RideSeries } from "@commonlane/contract/ride-series";
import { expect, test } from "vitest";
import { towns } from "../../../test/journeys.ts";
import { dayIn, daysOf, repeat } from "../../../test/series.ts";
import { openWorld } from "../../../test/world.ts";

test("[domain/recurring:return] the way back repeats on the same days, linked day by day", async () => {
  const world = await openWorld({ settings: { SERIES_AHEAD_DAYS: 7 } });
  const host = await world.person();
  const early = await repeat(world, host, { returnWay: { time: "07:00" } });
  expect(early.body.fields).toHaveProperty("returnWay.time");
  const { body: there } = await repeat(world, host, { returnWay: { time: "17:30" } });
  const { body } = await world.call<{ items: RideSeries[] }>("GET", "/rides/series", { as: host });
  const [back] = body.items;
  if (!back) throw new Error("There is no way back.");
  expect(back).toMatchObject({ returnOf: there.id, time: "17:30", ride: { origin: towns.koeln } });
  const [ways, backs] = [await daysOf(world, host, there), await daysOf(world, host, back)];
  expect(backs.map(({ returnOf }) => returnOf)).toEqual(ways.map(({ id }) => id));
  expect(ways.map(({ returnId }) => returnId)).toEqual(backs.map(({ id }) => id));
  expect(backs[0]?.stops).toEqual([towns.mainz]);
});

test("[domain/recurring:return-anew] a day that left a series and comes back is linked with its other way, not the ride before", async () => {
  const world = await openWorld({ settings: { SERIES_AHEAD_DAYS: 7 } });
  const host = await world.person();
  const { body: there } = await repeat(world, host, { returnWay: { time: "17:30" } });
  const { body } = await world.call<{ items: RideSeries[] }>("GET", "/rides/series", { as: host });
  const [back] = body.items;
  if (!back) throw new Error("There is no way back.");
  const before = dayIn(await daysOf(world, host, there), "2026-01-07");
  for (const { id } of [there, back]) {
    for (const weekdays of [[1], [1, 3]])
      await world.call("PUT", `/rides/series/${id}`, { as: host, body: { weekdays } });
    const [way, wayBack] = [
      dayIn(await daysOf(world, host, there), "2026-01-07"),
      dayIn(await daysOf(world, host, back), "2026-01-07"),
    ];
    expect(way.id).not.toBe(before.id);
    expect([wayBack.returnOf, way.returnId]).toEqual([way.id, wayBack.id]);
  }
});
