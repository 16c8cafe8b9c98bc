import { expect, test } from "vitest";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { suspendAccount } from "#modules/accounts/index.ts";
import {
  advanceClock,
  driverActions,
  MARKET,
  offsetPosition,
} from "../../../test/fixtures/drivers.ts";
import { createTestApp, type TestApp } from "../../../test/app/test-app.ts";
import { activeDriverSweeps } from "./driver-end.ts";
import { LiveMap } from "./map/live-map.ts";

const sweep = async ({ ctx }: TestApp) => {
  for (const sweep of activeDriverSweeps) await runSweep(ctx, sweep);
};

test("[domain/driver:silent] removes a driver without a position for ten minutes, and notifies them once", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const [driver, seeker] = [driverActions(app, ada), driverActions(app, await app.createUser())];
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
  const [ada, bob] = [await app.createUser(), await app.createUser()];
  await driverActions(app, ada).goActive();
  await suspendAccount(app.ctx, ada.uid, "Spam");
  await sweep(app);
  expect((await driverActions(app, bob).nearby()).body.items).toEqual([]);
});
