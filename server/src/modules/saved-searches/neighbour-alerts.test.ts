import { HOUR_MS } from "@commonlane/contract/durations";
import type { SavedSearch } from "@commonlane/contract/saved-searches";
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
  return { uni, town, seeker, include, alerts, askNeighbours };
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
