import type { PopularRoute } from "@commonlane/contract/saved-searches";
import { DAY_MS } from "@commonlane/contract/durations";
import { expect, test } from "vitest";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { waitForAlerts, saveSearch } from "../../../test/fixtures/alerts.ts";
import { hostRide, postRequest, towns } from "../../../test/fixtures/rides.ts";
import { createTestApp, type TestUser, type TestApp } from "../../../test/app/test-app.ts";
import { savedSearchSweeps } from "./index.ts";
import { findUnmetSearches } from "./popular-routes.store.ts";

const ANY_DAY = { departsAfter: null, departsBefore: null };

async function listPopularRoutes(app: TestApp): Promise<PopularRoute[]> {
  for (const sweep of savedSearchSweeps) await runSweep(app.ctx, sweep);
  return (await app.call<{ items: PopularRoute[] }>("GET", "/popular-routes")).body.items;
}

test("shows everyone the routes on which several people, at least five, wait in vain: towns and rounded counts, without private places", async () => {
  const app = await createTestApp();
  await addTowns(app);
  const people: TestUser[] = [];
  for (let n = 0; n < 6; n++) people.push(await app.createUser());
  const [first, second, third, fourth, fifth, sixth] = people;
  if (!first || !second || !third || !fourth || !fifth || !sixth)
    throw new Error("There must be six people.");
  const home = { label: "Waldstraße 7, Karlsruhe", lat: 49.0071, lng: 8.3962 };
  const mainzToKoblenz = { origin: towns.mainz, destination: towns.koblenz };
  for (const saver of [first, second]) await saveSearch(app, saver, { ...ANY_DAY, origin: home });
  await saveSearch(app, first, ANY_DAY);
  await postRequest(app, first);
  await postRequest(app, third, { origin: home });
  await postRequest(app, fourth);
  for (const saver of [first, second, third, fourth]) await saveSearch(app, saver, mainzToKoblenz);
  expect(await listPopularRoutes(app)).toEqual([]);

  await saveSearch(app, fifth, ANY_DAY);
  await saveSearch(app, sixth, ANY_DAY);
  // From how many on is a secret between five and nine.
  for (let n = 0; n < 4; n++) await saveSearch(app, await app.createUser(), ANY_DAY);
  const routes = await listPopularRoutes(app);
  expect(routes).toEqual([
    {
      origin: expect.objectContaining({ label: "Karlsruhe, Germany", timeZone: "Europe/Berlin" }),
      destination: expect.objectContaining({ label: "Bonn, Germany", timeZone: "Europe/Berlin" }),
      people: 10,
    },
  ]);
  expect(JSON.stringify(routes)).not.toMatch(/Waldstra|49\.0071|8\.3962/);

  app.clock.now = new Date(app.clock.now.getTime() + 1000);
  await hostRide(app, await app.createUser());
  await waitForAlerts(app.ctx);
  expect(await listPopularRoutes(app)).toEqual([]);
});

test("[domain/privacy:four-accounts] fresh accounts do not count, so that nobody finds out by them what one person searches for", async () => {
  const app = await createTestApp({ settings: { NEW_ACCOUNT_DAYS: 7 } });
  await addTowns(app);
  const members: TestUser[] = [];
  for (let n = 0; n < 9; n++) members.push(await app.createUser());
  app.clock.now = new Date(app.clock.now.getTime() + 29 * DAY_MS);
  const attackers: TestUser[] = [];
  for (let n = 0; n < 8; n++) attackers.push(await app.createUser());
  const save = (as: TestUser | undefined) => (as ? saveSearch(app, as, ANY_DAY) : undefined);

  await save(members[0]);
  for (const as of attackers) await save(as);
  expect(await listPopularRoutes(app)).toEqual([]);
  for (const as of members.slice(1)) await save(as);
  expect(await listPopularRoutes(app)).toMatchObject([{ people: 5 }]);
});

test("drops the least popular routes first if there are too many searches, regardless of their age", async () => {
  const app = await createTestApp();
  const mainzToKoblenz = { ...ANY_DAY, origin: towns.mainz, destination: towns.koblenz };
  const crowd: string[] = [];
  for (let n = 0; n < 3; n++) {
    const saver = await app.createUser();
    await saveSearch(app, saver, mainzToKoblenz);
    crowd.push(saver.uid);
  }
  for (let n = 0; n < 2; n++) {
    const saver = await app.createUser();
    const origin = towns.freiburg;
    const destination = { ...towns.koeln, lat: towns.koeln.lat + n / 5 };
    await saveSearch(app, saver, { ...ANY_DAY, origin, destination });
    await saveSearch(app, saver, { ...ANY_DAY, origin: destination, destination: origin });
  }
  const unmetSearches = await findUnmetSearches(app.ctx, app.ctx.now(), 3);
  expect(unmetSearches.map(({ personId }) => personId).toSorted()).toEqual(crowd.toSorted());
  expect(unmetSearches[0]).toMatchObject({
    from: { lat: 49.98, lng: 8.28 },
    to: { lat: 50.35, lng: 7.58 },
  });
  expect(await findUnmetSearches(app.ctx, app.ctx.now(), 100)).toHaveLength(7);
});

/** A few places. The one nearest to the old mill is too small to be named. */
async function addTowns({ db }: TestApp): Promise<void> {
  const listedPlaces = [
    ...Object.values(towns),
    { placeId: "gn:1", label: "Mühlburg, Germany", lat: 49.0072, lng: 8.3963 },
  ];
  const rows = listedPlaces.map(({ placeId, label, lat, lng }) => {
    const name = label.split(/[,،]/u)[0] ?? "";
    const id = Number(placeId.slice("gn:".length));
    const importance = id === 1 ? 295 : 530;
    return {
      region: "",
      id,
      kind: "town" as const,
      name,
      town: "",
      state: "",
      country: "DE",
      importance,
      lat,
      lng,
    };
  });
  await db.insertInto("place").values(rows).execute();
}
