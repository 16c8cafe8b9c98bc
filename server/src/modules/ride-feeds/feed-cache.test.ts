import { expect, test } from "vitest";
import { openListingApp } from "../../../test/fixtures/listed-rides.ts";
import { hostRide } from "../../../test/fixtures/rides.ts";
import { FeedCache } from "./feed-cache.ts";

const listed = { isListed: true };

test("a process lists what another one has read, changed or withdrawn", async () => {
  const { app } = await openListingApp();
  const host = await app.createUser();
  const own = new FeedCache();
  const other = new FeedCache();
  const listRides = async (cache: FeedCache) =>
    (await cache.listed(app.ctx))?.map(({ id, seatsTotal }) => [id, seatsTotal]);

  const first = await hostRide(app, host, { ...listed, seatsTotal: 2 });
  expect(await listRides(own)).toEqual([[first.id, 2]]);

  const second = await hostRide(app, host, {
    ...listed,
    departsAt: "2026-01-03T06:45:00.000Z",
    seatsTotal: 2,
  });
  await app.call("PUT", `/rides/${first.id}`, { as: host, body: { seatsTotal: 3 } });
  const changed = [
    [first.id, 3],
    [second.id, 2],
  ];
  expect(await listRides(other)).toEqual(changed);
  expect(await listRides(own)).toEqual(changed);

  await app.call("PUT", `/rides/${first.id}/public`, { as: host, body: { isPublic: false } });
  expect(await listRides(other)).toEqual([[second.id, 2]]);
  expect(await listRides(own)).toEqual([[second.id, 2]]);
});
