import { randomUUID } from "node:crypto";
import { Activation, activeDrivers, Move } from "@commonlane/contract/active-drivers";
import { expect, onTestFinished, test, vi } from "vitest";
import { openBus } from "#platform/bus/open-bus.ts";
import { urlOf } from "#platform/db/database-url.ts";
import { Bell } from "#platform/events.ts";
import { beside, MARKET, pass } from "../../../test/drivers.ts";

import { openWorld } from "../../../test/world.ts";
import { goActive, goInactive, moveDriver } from "./active-drivers.ts";
import { Faces } from "./active-drivers.view.ts";
import { driversNearby } from "./driver-lists.ts";
import { LiveMap } from "./live-map.ts";

const caller = (uid: string) => ({ uid, sessionId: randomUUID(), emailVerified: true });
const PATIENCE = { timeout: 15_000, interval: 20 };

test("[house/positions:processes] what one process hears of a driver the others show, and nobody is active in one and gone in another", async () => {
  const world = await openWorld();
  const { ctx, connection } = world;
  const process = async () => {
    const bus = await openBus(
      { connection, db: ctx.db },
      { DATABASE_URL: urlOf(connection), REDIS_URL: undefined },
      ctx.log,
    );
    const bell = await Bell.open(connection);
    const map = new LiveMap(ctx, bus);
    const stop = map.keep(bell);
    onTestFinished(async () => {
      await stop();
      await bell.close();
      await bus.close();
    });
    await map.upToDate();
    return map;
  };
  const [one, two] = [await process(), await process()];
  const [ada, bob] = [await world.person(), await world.person()];
  const faces = new Faces(ctx);
  const seenAt = async (map: LiveMap) => {
    const query = { ...MARKET, radius: 50, limit: 20, cursor: undefined };
    const { text } = await driversNearby(ctx, { map, faces }, caller(bob.uid), query);
    return activeDrivers.nearby.reply.parse(JSON.parse(text)).items[0];
  };

  await goActive(ctx, one, caller(ada.uid), Activation.parse(MARKET));
  await vi.waitUntil(async () => (await seenAt(two))?.uid === ada.uid, PATIENCE);
  let at = MARKET;
  for (const map of [one, two, one]) {
    pass(world, 60);
    at = beside(at, 0, 2000);
    await moveDriver(ctx, map, caller(ada.uid), Move.parse(at));
    await vi.waitUntil(
      () => [one, two].every(({ drivers }) => drivers.get(ada.uid)?.position.lng === at.lng),
      PATIENCE,
    );
    expect(await seenAt(one)).toEqual(await seenAt(two));
  }
  // A process that heard nothing for ten minutes asks the database before it says that somebody is gone.
  pass(world, 500);
  await moveDriver(ctx, one, caller(ada.uid), Move.parse(at));
  await one.save();
  pass(world, 590);
  expect((await moveDriver(ctx, two, caller(ada.uid), Move.parse(at))).lng).toBe(at.lng);

  await goInactive(ctx, two, caller(ada.uid));
  await vi.waitUntil(async () => (await seenAt(one)) === undefined, PATIENCE);
  expect(await seenAt(two)).toBeUndefined();
  await expect(moveDriver(ctx, one, caller(ada.uid), Move.parse(at))).rejects.toThrow("It is not there any more.");
  expect(world.bugs).toEqual([]);
});
