import { randomUUID } from "node:crypto";
import { Activation } from "@commonlane/contract/active-drivers";
import { expect, test } from "vitest";
import { MARKET } from "../../../../test/fixtures/drivers.ts";
import { openTransactionInOtherDatabase } from "../../../../test/app/open-transaction.ts";
import { createTestApp, type TestApp } from "../../../../test/app/test-app.ts";
import { activateDriver, deactivateDriver, getOwnActiveDriver } from "../active-drivers.ts";
import { DriverCards } from "../active-drivers.view.ts";
import { listAllActiveDrivers } from "../driver-lists.ts";
import { LiveMap, type PositionBus } from "./live-map.ts";

const caller = (uid: string) => ({ uid, sessionId: randomUUID(), emailVerified: true });

/** The database of an app whose results arrive once `hold` resolves. */
const holdResults = ({ ctx }: TestApp, hold: (rows: readonly object[]) => Promise<void>) =>
  ctx.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await hold(result.rows);
      return result;
    },
  });

test("a read that began before a driver left the map does not bring them back", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const bob = await app.createUser();
  let read = Promise.withResolvers<void>();
  let answer = Promise.withResolvers<void>();
  /** Delays reads of drivers until this test releases them. */
  const db = holdResults(app, async (rows) => {
    if (!rows.some((row) => "activated_at" in row)) return;
    read.resolve();
    await answer.promise;
  });
  const slow = { ...app.ctx, db };
  const map = new LiveMap(slow);
  const faces = new DriverCards(slow);
  const page = { limit: 20, cursor: undefined };
  const inTurn = async (reading: () => Promise<unknown>) => {
    answer.resolve();
    await activateDriver(app.ctx, map, caller(ada.uid), Activation.parse(MARKET));
    map.drivers.remove(ada.uid);
    [read, answer] = [Promise.withResolvers(), Promise.withResolvers()];
    const outcome = reading();
    await read.promise;
    await deactivateDriver(app.ctx, map, caller(ada.uid));
    answer.resolve();
    await outcome;
    return [...map.drivers.all()];
  };
  await map.upToDate();
  const all = () => listAllActiveDrivers(slow, { map, cards: faces }, caller(bob.uid), page);
  expect(await inTurn(async () => expect((await all()).items).toEqual([]))).toEqual([]);
  expect(await inTurn(async () => expect(await map.find(ada.uid)).toBeUndefined())).toEqual([]);
  const own = () => getOwnActiveDriver(slow, map, caller(ada.uid));
  expect(
    await inTurn(async () => expect(own()).rejects.toThrow("This is no longer available.")),
  ).toEqual([]);
  await activateDriver(app.ctx, map, caller(ada.uid), Activation.parse(MARKET));
  expect((await all()).items).toMatchObject([{ driver: { uid: ada.uid } }]);
});

test("a read that began before a driver went online does not take them off the map", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const read = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const db = holdResults(app, async () => {
    read.resolve();
    await answer.promise;
  });
  const map = new LiveMap(app.ctx);
  await map.upToDate();
  const own = getOwnActiveDriver({ ...app.ctx, db }, map, caller(ada.uid));
  await read.promise;
  await activateDriver(app.ctx, map, caller(ada.uid), Activation.parse(MARKET));
  answer.resolve();
  await expect(own).rejects.toThrow("This is no longer available.");
  expect(Array.from(map.drivers.all(), ({ uid }) => uid)).toEqual([ada.uid]);
});

test("removes a driver who stops from the maps of other processes at once, also beside an open transaction of another database", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  await openTransactionInOtherDatabase();
  const here = new LiveMap(app.ctx);
  const there = new LiveMap(app.ctx);
  await there.upToDate();
  await activateDriver(app.ctx, here, caller(ada.uid), Activation.parse(MARKET));
  await there.upToDate();
  expect(Array.from(there.drivers.all(), ({ uid }) => uid)).toEqual([ada.uid]);
  await deactivateDriver(app.ctx, here, caller(ada.uid));
  await there.upToDate();
  expect([...there.drivers.all()]).toEqual([]);
});

test("positions of another release are read as far as this one knows them", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const handlers: ((message: unknown) => void)[] = [];
  const bus: PositionBus = {
    publish: () => {},
    subscribe: (_, handler) => (handlers.push(handler), () => {}),
  };
  const map = new LiveMap(app.ctx, bus);
  const stop = map.start({ next: Promise.resolve(), notify: () => {} });
  await activateDriver(app.ctx, map, caller(ada.uid), Activation.parse(MARKET));
  const position = [ada.uid, 48, 9, null, null, app.ctx.now().getTime() + 1000, 48, 9, null];
  for (const message of [
    "unknown",
    { positions: [] },
    [["too short"], [...position, "a later field"], null],
  ])
    for (const receive of handlers) receive(message);
  expect(map.drivers.get(ada.uid)?.position).toMatchObject({ lat: 48, lng: 9 });
  await stop();
});
