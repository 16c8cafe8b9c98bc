import { HOUR_MS } from "@commonlane/contract/durations";
import type { SavedSearch } from "@commonlane/contract/saved-searches";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { saveSearch } from "../../../test/fixtures/alerts.ts";
import {
  type Community,
  listNeighbours,
  makeNeighbours,
  openCommunity,
} from "../../../test/fixtures/neighbours.ts";
import { listNotifications } from "../../../test/fixtures/notifications.ts";
import { hostRide, towns } from "../../../test/fixtures/rides.ts";
import { neighbourAlertSweep } from "./neighbour-alerts.ts";

/** Two neighbours, of which one has seekers and the other rides. */
async function createWorld() {
  const uni = await openCommunity("Uni");
  const town = await openCommunity("Town");
  await makeNeighbours(uni, town);
  const { seeker } = uni;
  /** As the job does, an hour after the last time. */
  const askNeighbours = async () => {
    for (const { app } of [uni, town]) app.clock.now = new Date(app.clock.now.getTime() + HOUR_MS);
    await runSweep(uni.app.ctx, neighbourAlertSweep);
  };
  const include = async (search: SavedSearch, includesNeighbours = true) =>
    uni.app.call<SavedSearch>("PUT", `/saved-searches/${search.id}`, {
      as: seeker,
      body: { includesNeighbours },
    });
  const alerts = async () =>
    (await listNotifications(uni.app, seeker)).filter(
      ({ kind }) => kind === "neighbour-ride.alerted",
    );
  /** Where Town is reached, or another address at which it is not. */
  const moveTown = (url: string) =>
    uni.app.db.updateTable("neighbour").set({ url }).where("name", "=", "Town").execute();
  return { uni, town, seeker, include, alerts, askNeighbours, moveTown };
}

const hostListedRide = async ({ app }: Community) =>
  hostRide(app, await app.createUser(), { isListed: true, stops: [towns.karlsruhe, towns.mainz] });

const countSent = async (community: Community): Promise<number | undefined> =>
  (await listNeighbours(community)).items[0]?.searchesSent;

const ROUTE = { origin: towns.karlsruhe, destination: towns.koeln };

test("[domain/neighbours:alerts] a search that includes neighbours tells once of a new ride there", async () => {
  const { uni, town, seeker, include, alerts, askNeighbours } = await createWorld();
  await hostListedRide(town);
  const search = await saveSearch(uni.app, seeker, ROUTE);
  expect(search.includesNeighbours).toBe(false);
  expect((await include(search)).body.includesNeighbours).toBe(true);

  // What was there before is no news.
  await askNeighbours();
  expect(await alerts()).toEqual([]);
  await hostListedRide(town);
  await askNeighbours();
  await askNeighbours();
  expect(await alerts()).toMatchObject([
    {
      title: "New ride in a neighbouring community",
      path: expect.stringMatching(/^\/seek\?from=49\.0094.*on=2026-01-02/),
    },
  ]);
});

test("[domain/neighbours:alerts] rides of a neighbour that answers for the first time are not new", async () => {
  const { uni, town, seeker, include, alerts, askNeighbours, moveTown } = await createWorld();
  await hostListedRide(town);
  await include(await saveSearch(uni.app, seeker, ROUTE));

  await moveTown("http://127.0.0.1:9");
  await askNeighbours();
  await moveTown(town.url);
  await askNeighbours();
  expect(await alerts()).toEqual([]);

  await hostListedRide(town);
  await moveTown("http://127.0.0.1:9");
  await askNeighbours();
  await moveTown(town.url);
  await askNeighbours();
  expect(await alerts()).toHaveLength(1);
});

test("[domain/neighbours:alerts] a search that fails does not stop those after it", async () => {
  const { uni, seeker, include, askNeighbours } = await createWorld();
  const failing = await saveSearch(uni.app, seeker, ROUTE);
  await include(failing);
  await include(await saveSearch(uni.app, seeker, { ...ROUTE, seats: 2 }));
  // Longer than neighbours can be searched.
  await uni.app.db
    .updateTable("saved_search")
    .set({
      departs_before: new Date("2026-12-01T00:00:00Z"),
      neighbours_asked_at: new Date("2025-01-01T00:00:00Z"),
    })
    .where("id", "=", failing.id)
    .execute();
  await uni.app.db
    .updateTable("saved_search")
    .set({ neighbours_asked_at: new Date("2025-01-02T00:00:00Z") })
    .where("id", "<>", failing.id)
    .execute();

  await askNeighbours();
  expect(await countSent(uni)).toBe(1);
});

test("a search is written only for a new ride or a first answer", async () => {
  const { uni, town, seeker, include, askNeighbours } = await createWorld();
  await hostListedRide(town);
  await include(await saveSearch(uni.app, seeker, ROUTE));
  await include(await saveSearch(uni.app, seeker, { ...ROUTE, seats: 2 }));
  /** Searches that are claimed together and not written afterwards have one. */
  const countVersions = async () => {
    const { rows } = await sql`select distinct xmin::text from saved_search`.execute(uni.app.db);
    return rows.length;
  };
  await askNeighbours();
  expect(await countVersions()).toBe(2);
  await askNeighbours();
  expect(await countVersions()).toBe(1);
});

test("[domain/neighbours:alerts] a community without neighbours claims no search", async () => {
  const { uni, seeker, include, askNeighbours } = await createWorld();
  await include(await saveSearch(uni.app, seeker, ROUTE));
  await uni.app.db.deleteFrom("neighbour").execute();
  await askNeighbours();
  const rows = await uni.app.db.selectFrom("saved_search").select("neighbours_asked_at").execute();
  expect(rows).toEqual([{ neighbours_asked_at: null }]);
});

test("[domain/neighbours:alerts] no neighbour is asked for a search that does not include them, or is paused", async () => {
  const { uni, seeker, include, askNeighbours } = await createWorld();
  const search = await saveSearch(uni.app, seeker, ROUTE);
  await askNeighbours();
  expect(await countSent(uni)).toBe(0);
  await include(search);
  await uni.app.call("PUT", `/saved-searches/${search.id}`, { as: seeker, body: { paused: true } });
  await askNeighbours();
  expect(await countSent(uni)).toBe(0);
});

test("[domain/neighbours:alerts] equal searches of several people are asked once an hour", async () => {
  const { uni, seeker, include, askNeighbours } = await createWorld();
  await include(await saveSearch(uni.app, seeker, ROUTE));
  const other = await uni.app.createUser();
  const { id } = await saveSearch(uni.app, other, {
    ...ROUTE,
    origin: { ...towns.karlsruhe, lat: towns.karlsruhe.lat + 0.0001 },
  });
  await uni.app.call("PUT", `/saved-searches/${id}`, {
    as: other,
    body: { includesNeighbours: true },
  });
  await askNeighbours();
  await runSweep(uni.app.ctx, neighbourAlertSweep);
  expect(await countSent(uni)).toBe(1);
});

test("[domain/neighbours:alerts] without neighbours there is nothing to include", async () => {
  const { app, seeker } = await openCommunity("Alone");
  expect((await saveSearch(app, seeker, ROUTE)).includesNeighbours).toBeNull();
});
