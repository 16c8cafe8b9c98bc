import { randomUUID } from "node:crypto";
import { Activation } from "@commonlane/contract/active-drivers";
import { expect, test } from "vitest";
import { MARKET } from "../../../test/drivers.ts";
import { openTransactionElsewhere } from "../../../test/open-transaction.ts";
import { openWorld } from "../../../test/world.ts";
import { goActive, goInactive, ownActiveDriver } from "./active-drivers.ts";
import { Faces } from "./active-drivers.view.ts";
import { allActiveDrivers } from "./driver-lists.ts";
import { LiveMap } from "./live-map.ts";

const caller = (uid: string) => ({ uid, sessionId: randomUUID(), emailVerified: true });

test("[issue5/drivers:off-stays-off] nobody comes back on the map by what was being read of them when they went off it", async () => {
  const world = await openWorld();
  const [ada, bob] = [await world.person(), await world.person()];
  let read = Promise.withResolvers<void>();
  let answer = Promise.withResolvers<void>();
  /** Answers about drivers come when this test lets them. */
  const db = world.ctx.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (result.rows.some((row) => "activated_at" in row)) {
        read.resolve();
        await answer.promise;
      }
      return result;
    },
  });
  const slow = { ...world.ctx, db };
  const map = new LiveMap(slow);
  const faces = new Faces(slow);
  const page = { limit: 20, cursor: undefined };
  const inTurn = async (reading: () => Promise<unknown>) => {
    answer.resolve();
    await goActive(world.ctx, map, caller(ada.uid), Activation.parse(MARKET));
    map.drivers.remove(ada.uid);
    [read, answer] = [Promise.withResolvers(), Promise.withResolvers()];
    const outcome = reading();
    await read.promise;
    await goInactive(world.ctx, map, caller(ada.uid));
    answer.resolve();
    await outcome;
    return [...map.drivers.all()];
  };
  await map.upToDate();
  const all = () => allActiveDrivers(slow, { map, faces }, caller(bob.uid), page);
  expect(await inTurn(async () => expect((await all()).items).toEqual([]))).toEqual([]);
  expect(await inTurn(async () => expect(await map.find(ada.uid)).toBeUndefined())).toEqual([]);
  const own = () => ownActiveDriver(slow, map, caller(ada.uid));
  expect(await inTurn(async () => expect(own()).rejects.toThrow("It is not there any more."))).toEqual([]);
  await goActive(world.ctx, map, caller(ada.uid), Activation.parse(MARKET));
  expect((await all()).items).toMatchObject([{ driver: { uid: ada.uid } }]);
});

test("a driver who stops leaves the maps of other processes at once, also beside an open transaction of another database", async () => {
  const world = await openWorld();
  const ada = await world.person();
  await openTransactionElsewhere();
  const [here, there] = [new LiveMap(world.ctx), new LiveMap(world.ctx)];
  await there.upToDate();
  await goActive(world.ctx, here, caller(ada.uid), Activation.parse(MARKET));
  await there.upToDate();
  expect(Array.from(there.drivers.all(), ({ uid }) => uid)).toEqual([ada.uid]);
  await goInactive(world.ctx, here, caller(ada.uid));
  await there.upToDate();
  expect([...there.drivers.all()]).toEqual([]);
});
