import { expect, test } from "vitest";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { suspendAccount } from "#modules/accounts/index.ts";
import {
  advanceClock,
  driverActions,
  MARKET,
  offsetPosition,
} from "../../../test/fixtures/drivers.ts";
import { sortedStatuses } from "../../../test/fixtures/rides.ts";
import { createTestApp, type TestApp } from "../../../test/app/test-app.ts";
import { activeDriverSweeps } from "./driver-end.ts";
import { LiveMap } from "./map/live-map.ts";

const sweep = async ({ ctx }: TestApp) => {
  for (const sweep of activeDriverSweeps) await runSweep(ctx, sweep);
};

test("[domain/driver:silent] removes a driver without a position for ten minutes, and notifies them once", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const driver = driverActions(app, ada);
  const seeker = driverActions(app, await app.createUser());
  await driver.goActive();
  await app.waitForEvents();
  const events = app.recordEventsOf(ada.uid);
  advanceClock(app, 599);
  await driver.move(MARKET);
  await app.drivers.map.save();
  advanceClock(app, 599);
  await sweep(app);
  expect((await seeker.nearby()).body.items).toHaveLength(1);
  advanceClock(app, 1);
  expect((await seeker.nearby()).body.items).toEqual([]);
  expect((await driver.me()).status).toBe(404);
  expect((await driver.move(MARKET)).status).toBe(404);
  advanceClock(app, 90);
  await Promise.all([sweep(app), sweep(app)]);
  await app.waitForEvents();
  expect(
    events.map((payload) => ("notification" in payload ? payload.notification.kind : payload)),
  ).toEqual([{ type: "active-driver.ended", uid: ada.uid, how: "silence" }, "active-driver.ended"]);
  expect((await driver.goActive()).status).toBe(201);
  expect((await seeker.nearby()).body.items).toHaveLength(1);
});

test("[domain/driver:kept] saves a position before it expires from memory, and the next process starts with it", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  await driverActions(app, ada).goActive();
  advanceClock(app, 300);
  const newPosition = offsetPosition(MARKET, 4000, 0);
  await driverActions(app, ada).move(newPosition);
  await app.drivers.map.save();
  advanceClock(app, 400);
  await sweep(app);
  const next = new LiveMap(app.ctx);
  await next.upToDate();
  expect(next.drivers.get(ada.uid)?.position).toMatchObject(newPosition);
  expect((await driverActions(app, ada).me()).body).toMatchObject(newPosition);
});

test("[domain/driver:suspended] removes a suspended driver", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const bob = await app.createUser();
  await driverActions(app, ada).goActive();
  await suspendAccount(app.ctx, ada.uid, "Spam");
  await sweep(app);
  expect((await driverActions(app, bob).nearby()).body.items).toEqual([]);
});

test("[domain/driver:many-at-once] exactly the remaining drivers are on the map after many join, move and leave at once", async () => {
  const app = await createTestApp();
  const people = await Promise.all(Array.from({ length: 40 }, () => app.createUser()));
  const seeker = driverActions(app, await app.createUser());
  const replies = await Promise.all(
    people.flatMap((person, n) => {
      const driver = driverActions(app, person);
      const goes = n % 2 === 0;
      return [
        driver.goActive({ seats: 1 }).then(async (answer) => {
          await Promise.all([
            driver.move(offsetPosition(MARKET, n, n)),
            driver.goActive({ seats: 2 }),
            seeker.nearby(),
          ]);
          return goes ? driver.goInactive() : answer;
        }),
      ];
    }),
  );
  expect(sortedStatuses(replies)).toEqual([
    ...Array<number>(20).fill(200),
    ...Array<number>(20).fill(201),
  ]);
  const { items } = (await seeker.nearby({ limit: 100 })).body;
  const stayed = people.filter((_, n) => n % 2 === 1).map(({ uid }) => uid);
  expect(items.map(({ uid }) => uid).toSorted()).toEqual(stayed.toSorted());
  expect(items.every(({ seats }) => seats === 2)).toBe(true);
  expect(app.bugs).toEqual([]);
});
