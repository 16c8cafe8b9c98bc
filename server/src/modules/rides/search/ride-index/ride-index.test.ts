import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import { CorridorIndex } from "@commonlane/matching/corridor-index";
import type { Search } from "@commonlane/matching/rule";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { createTestContext } from "../../../../../test/app/test-context.ts";
import { createTestFolder } from "../../../../../test/app/test-folders.ts";
import { requestSeats, hostRide, TOMORROW, towns } from "../../../../../test/fixtures/rides.ts";
import { openTransactionInOtherDatabase } from "../../../../../test/app/open-transaction.ts";
import { createTestApp, type TestApp } from "../../../../../test/app/test-app.ts";
import type { Context } from "#platform/context.ts";
import { NewEventSignal } from "#platform/events/polling.ts";
import { RideIndex } from "./ride-index.ts";

const PATIENCE = { timeout: 20_000, interval: 10 };
const along: Search = {
  from: towns.freiburg,
  to: towns.koeln,
  departsAfterMs: Date.parse(TOMORROW) - HOUR_MS,
  departsBeforeMs: Date.parse(TOMORROW) + DAY_MS,
  seats: 1,
  walkM: 1000,
};
const found = async (index: RideIndex) =>
  (await index.getUpToDate())
    .find(along, { limit: 100 })
    .map(({ rideId }) => rideId)
    .toSorted();

/** Follows with its own event signal until the test ends or the returned function is called. */
async function follow(
  app: Pick<TestApp, "connection">,
  index: RideIndex,
): Promise<() => Promise<void>> {
  const newEvents = await NewEventSignal.open(app.connection);
  const stop = index.follow(newEvents);
  const stopFollowing = async () => {
    await stop();
    await newEvents.close();
  };
  onTestFinished(stopFollowing);
  return stopFollowing;
}

/** Log entry about how the index was built. */
const listIndexBuilds = ({ lines }: TestApp) =>
  lines.flatMap(({ msg, fromFile, rides }) =>
    msg === "the ride index is built" ? [{ fromFile, rides }] : [],
  );

test("adds a new ride and removes a cancelled one without a search", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const index = new RideIndex(app.ctx);
  await follow(app, index);
  await vi.waitFor(() => index.assertReady(), PATIENCE);
  const ride = await hostRide(app, host);
  await vi.waitFor(() => expect(index.size).toBe(1), PATIENCE);
  await app.call("DELETE", `/rides/${ride.id}`, { as: host });
  await vi.waitFor(() => expect(index.size).toBe(0), PATIENCE);
});

test("knows seats that are taken or given back, also if the route changes in between", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const ride = await hostRide(app, host, { approval: "instant" });
  const index = new RideIndex(app.ctx);
  const foundFor = async (seats: number) =>
    (await index.getUpToDate()).find({ ...along, seats }, { limit: 9 }).length;
  expect(await foundFor(3)).toBe(1);
  const one = await requestSeats(app, ride, host);
  expect([await foundFor(3), await foundFor(2)]).toEqual([0, 1]);
  await one.end();
  expect(await foundFor(3)).toBe(1);
  await app.call("PUT", `/rides/${ride.id}`, {
    as: host,
    body: { stops: [towns.mainz, towns.koblenz] },
  });
  await requestSeats(app, ride, host);
  expect([await foundFor(3), await foundFor(2)]).toEqual([0, 1]);
  expect(app.bugs).toEqual([]);
});

test("reads all rides again, beside the current ones, if events were deleted during an absence", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const first = await hostRide(app, host);
  const index = new RideIndex(app.ctx);
  expect(await found(index)).toEqual([first.id]);
  // For two hours this process receives nothing, and the events of that time are deleted.
  const later = performance.now() + 7_200_000;
  const second = await hostRide(app, await app.createUser());
  await app.db.deleteFrom("event").execute();
  vi.spyOn(performance, "now").mockImplementation(() => later);
  onTestFinished(() => void vi.restoreAllMocks());
  expect(await found(index)).toEqual([first.id]);
  await expect(index.assertReady()).rejects.toThrow("being rebuilt");
  await vi.waitFor(() => index.assertReady(), PATIENCE);
  expect(await found(index)).toEqual([first.id, second.id].toSorted());
});

/** Two rides, a saved index of them, and a function that starts again from its file. */
async function saveIndex() {
  const app = await createTestApp();
  const host = await app.createUser();
  const rides = [await hostRide(app, host), await hostRide(app, await app.createUser())];
  const file = join(createTestFolder(), "deeper", "rides.index");
  const restart = (ctx: Context = app.ctx) => new RideIndex(ctx, { file, minRides: 1 });
  const index = restart();
  const stop = await follow(app, index);
  await vi.waitUntil(() => index.size === 2, PATIENCE);
  // The index is saved only if it has an event to continue from.
  rides.push(await hostRide(app, await app.createUser()));
  await vi.waitUntil(() => index.size === 3, PATIENCE);
  await stop();
  expect(readdirSync(join(file, ".."))).toEqual(["rides.index"]);
  app.lines.length = 0;
  return { app, host, file, restart, ids: rides.map(({ id }) => id).toSorted() };
}

test("the next start uses the saved index and applies the events since then", async () => {
  const { app, host, restart, ids } = await saveIndex();
  const [cancelledId, ...rest] = ids;
  const ride = await hostRide(app, await app.createUser());
  await app.call("DELETE", `/rides/${cancelledId}`, { as: host });
  expect(await found(restart())).toEqual([...rest, ride.id].toSorted());
  expect(listIndexBuilds(app)).toEqual([{ fromFile: true, rides: 3 }]);
});

test("an index saved beside an open transaction continues from before it and misses nothing", async () => {
  const { app, file, restart, ids } = await saveIndex();
  const end = await openTransactionInOtherDatabase();
  const second = restart();
  const stop = await follow(app, second);
  const during = await hostRide(app, await app.createUser());
  expect(await found(second)).toContain(during.id);
  await stop();
  expect(existsSync(file)).toBe(true);
  const after = await hostRide(app, await app.createUser());
  expect(await found(restart())).toEqual([...ids, during.id, after.id].toSorted());
  await end();
  const last = await hostRide(app, await app.createUser());
  expect(await found(restart())).toEqual([...ids, during.id, after.id, last.id].toSorted());
  expect(listIndexBuilds(app).map(({ fromFile }) => fromFile)).toEqual([true, true, true]);
});

test("ignores a file that is damaged, truncated, outdated or was made with other settings", async () => {
  const { app, file, restart, ids } = await saveIndex();
  const complete = readFileSync(file);
  const other = { ...app.ctx, settings: { ...app.ctx.settings, DRIVING_FACTOR: 1.4 } };
  expect(await found(restart(other))).toEqual(ids);

  const damaged = Buffer.from(complete);
  damaged[1000] = (damaged[1000] ?? 0) ^ 1;
  writeFileSync(file, damaged);
  expect(await found(restart())).toEqual(ids);

  writeFileSync(file, complete);
  truncateSync(file, complete.length - 100);
  expect(await found(restart())).toEqual(ids);
  writeFileSync(file, "");
  expect(await found(restart())).toEqual(ids);

  writeFileSync(file, complete);
  await sql`update event set at = at + interval '1 second'`.execute(app.db);
  expect(await found(restart())).toEqual(ids);
  expect(existsSync(file)).toBe(false);
  expect(listIndexBuilds(app)).toEqual(
    Array.from({ length: 5 }, () => ({ fromFile: false, rides: 3 })),
  );
});

/** The next removal finds that the index lacks an entry, as in one that was written while it changed. */
function damageOnce(): void {
  const damaged = vi.spyOn(CorridorIndex.prototype, "remove").mockImplementationOnce(() => {
    throw new Error("an entry is missing");
  });
  onTestFinished(() => damaged.mockRestore());
}

test("[domain/work:heals] a saved index that turns out to be damaged is deleted, and all rides are read again", async () => {
  const { app, host, file, restart, ids } = await saveIndex();
  const [cancelledId, ...rest] = ids;
  await app.call("DELETE", `/rides/${cancelledId}`, { as: host });
  damageOnce();
  expect(await found(restart())).toEqual(rest);
  expect(existsSync(file)).toBe(false);
  expect(listIndexBuilds(app)).toEqual([{ fromFile: false, rides: 2 }]);
});

test("[domain/work:heals] an index in use that turns out to be damaged is built again, and searches go on meanwhile", async () => {
  const { app, host, restart, ids } = await saveIndex();
  const [cancelledId, ...rest] = ids;
  const index = restart();
  expect(await found(index)).toEqual(ids);
  await app.call("DELETE", `/rides/${cancelledId}`, { as: host });
  damageOnce();
  await index.getUpToDate();
  await vi.waitFor(() => index.assertReady(), PATIENCE);
  expect(await found(index)).toEqual(rest);
});

test("a search that waits behind a read does not change the index while it is written", async () => {
  const { app, host, file, ids } = await saveIndex();
  const [cancelledId, ...rest] = ids;
  // Answers after a while, so that searches queue up behind a read.
  const db = app.ctx.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => wait(30).then(() => result),
  });
  const index = new RideIndex({ ...app.ctx, db }, { file, minRides: 1 });
  await index.getUpToDate();
  const stop = await follow(app, index);
  const searching = Promise.all([1, 2, 3].map(() => index.getUpToDate()));
  const stopping = stop();
  await app.call("DELETE", `/rides/${cancelledId}`, { as: host });
  await Promise.all([searching, stopping, index.getUpToDate()]);
  expect(await found(new RideIndex(app.ctx, { file, minRides: 1 }))).toEqual(rest);
  expect(JSON.stringify(app.lines)).not.toContain("damaged");
});

test("a search fails while the database is unavailable, and the next one works again", async () => {
  const { ctx } = await createTestContext();
  let away = true;
  const db = new Proxy(ctx.db, {
    get: (target, name) => {
      if (away && name === "getExecutor") throw new Error("Connection terminated");
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const index = new RideIndex({ ...ctx, db });
  await expect(index.getUpToDate()).rejects.toMatchObject({ code: "unavailable" });
  await expect(index.assertReady()).rejects.toMatchObject({ code: "unavailable" });
  away = false;
  expect(await found(index)).toEqual([]);
});
