import { randomUUID } from "node:crypto";
import { Activation, activeDrivers, PositionUpdate } from "@commonlane/contract/active-drivers";
import { expect, onTestFinished, test, vi } from "vitest";
import { openBus } from "#platform/bus/open-bus.ts";
import { buildDatabaseUrl } from "#platform/db/read-database-url.ts";
import { NewEventSignal } from "#platform/events/polling.ts";
import { offsetPosition, MARKET, advanceClock } from "../../../../test/fixtures/drivers.ts";
import { createTestApp } from "../../../../test/app/test-app.ts";
import { activateDriver, deactivateDriver, updatePosition } from "../active-drivers.ts";
import { DriverCards } from "../active-drivers.view.ts";
import { listDriversNearby } from "../driver-lists.ts";
import { LiveMap } from "./live-map.ts";

const caller = (uid: string) => ({ uid, sessionId: randomUUID(), emailVerified: true });
const PATIENCE = { timeout: 15_000, interval: 20 };

test("drivers move and leave consistently in all processes", async () => {
  const app = await createTestApp();
  const { ctx, connection } = app;
  const process = async () => {
    const bus = await openBus(
      { connection, db: ctx.db },
      { DATABASE_URL: buildDatabaseUrl(connection), REDIS_URL: undefined },
      ctx.log,
    );
    const bell = await NewEventSignal.open(connection);
    const map = new LiveMap(ctx, bus);
    const stop = map.start(bell);
    onTestFinished(async () => {
      await stop();
      await bell.close();
      await bus.close();
    });
    await map.upToDate();
    return map;
  };
  const one = await process();
  const two = await process();
  const ada = await app.createUser();
  const bob = await app.createUser();
  const faces = new DriverCards(ctx);
  const seenAt = async (map: LiveMap) => {
    const query = { ...MARKET, radius: 50, limit: 20, cursor: undefined };
    const page = await listDriversNearby(ctx, { map, cards: faces }, caller(bob.uid), query);
    return activeDrivers.nearby.reply.parse(JSON.parse(page.textWith(null))).items[0];
  };

  await activateDriver(ctx, one, caller(ada.uid), Activation.parse(MARKET));
  await vi.waitUntil(async () => (await seenAt(two))?.uid === ada.uid, PATIENCE);
  let at = MARKET;
  for (const map of [one, two, one]) {
    advanceClock(app, 60);
    at = offsetPosition(at, 0, 2000);
    await updatePosition(ctx, map, caller(ada.uid), PositionUpdate.parse(at));
    await vi.waitUntil(
      () => [one, two].every(({ drivers }) => drivers.get(ada.uid)?.position.lng === at.lng),
      PATIENCE,
    );
    expect(await seenAt(one)).toEqual(await seenAt(two));
  }
  // A process that received nothing for ten minutes asks the database before it reports a driver as gone.
  advanceClock(app, 500);
  await updatePosition(ctx, one, caller(ada.uid), PositionUpdate.parse(at));
  await one.save();
  advanceClock(app, 590);
  expect((await updatePosition(ctx, two, caller(ada.uid), PositionUpdate.parse(at))).lng).toBe(
    at.lng,
  );

  await deactivateDriver(ctx, two, caller(ada.uid));
  await vi.waitUntil(async () => (await seenAt(one)) === undefined, PATIENCE);
  expect(await seenAt(two)).toBeUndefined();
  await expect(updatePosition(ctx, one, caller(ada.uid), PositionUpdate.parse(at))).rejects.toThrow(
    "This is no longer available.",
  );
  expect(app.bugs).toEqual([]);
});
