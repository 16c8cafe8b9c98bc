import type { Ride, RideSearchResult } from "@commonlane/contract/rides";
import { expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../test/app/test-app.ts";
import { openMark } from "../../../test/fixtures/audiences.ts";
import { hostRide, searchWholeDay } from "../../../test/fixtures/rides.ts";
import { createSeries, listSeriesRides } from "../../../test/fixtures/series.ts";

const RETURN_WAY = { departsAt: "2026-01-04T06:45:00.000Z" };

/** The links of a ride on its own page and in lists. */
async function linksOf(app: TestApp, as: TestUser, { id }: { id: string }) {
  const { body: onPage } = await app.call<Ride>("GET", `/rides/${id}`, { as });
  const all = await app.call<{ items: Ride[] }>("GET", "/rides/all", { as });
  const search = await app.call<{ items: RideSearchResult[] }>("GET", "/rides/search", {
    as,
    query: searchWholeDay,
  });
  const seen = [onPage, ...all.body.items, ...search.body.items.map(({ ride }) => ride)].filter(
    (ride) => ride.id === id,
  );
  return seen.map(({ returnId, returnOf }) => returnId ?? returnOf);
}

test("[domain/privacy:links] a ride names its return ride only to those who may see that one", async () => {
  const app = await createTestApp();
  const { mark, createMember } = await openMark(app);
  const host = await createMember();
  const member = await createMember();
  const stranger = await app.createUser();
  const outward = await hostRide(app, host, { returnWay: RETURN_WAY });
  const back = outward.returnId ?? "";
  expect(await linksOf(app, stranger, outward)).toEqual([back, back, back]);

  await app.call("PUT", `/rides/${back}`, { as: host, body: { membersOf: mark.id } });
  expect(await linksOf(app, stranger, outward)).toEqual([null, null, null]);
  expect(await linksOf(app, member, outward)).toEqual([back, back, back]);

  await app.call("DELETE", `/rides/${back}`, { as: host });
  expect(await linksOf(app, member, outward)).toEqual([null, null, null]);
  expect(await linksOf(app, host, outward)).toContain(back);
});

test("[domain/privacy:links] only the host sees that a ride belongs to a series", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const stranger = await app.createUser();
  const { body: series } = await createSeries(app, host);
  const [day] = await listSeriesRides(app, host, series);
  const read = async (as: TestUser) =>
    (await app.call<Ride>("GET", `/rides/${day?.id}`, { as })).body;
  expect(await read(host)).toMatchObject({ seriesId: series.id, seriesDay: day?.seriesDay });
  expect(await read(stranger)).toMatchObject({ seriesId: null, seriesDay: null });
});
