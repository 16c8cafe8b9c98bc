import type { DomainEvent } from "@commonlane/contract/live";
import { expect, test } from "vitest";
import { endSessions } from "#modules/accounts/sessions/index.ts";
import { issueIdToken, suspendAccount } from "#modules/accounts/index.ts";
import { transaction } from "#platform/context.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { driverActions } from "../../../test/fixtures/drivers.ts";
import { waitForConsumer } from "../../../test/app/wait-for-consumer.ts";
import { createTestApp, type TestUser, type TestApp } from "../../../test/app/test-app.ts";
import { activeDriverSweeps, sessionEndConsumer } from "./driver-end.ts";

const waitForSessionConsumer = ({ ctx }: TestApp) =>
  waitForConsumer(ctx, "driver-sessions", sessionEndConsumer(ctx));

/** A driver on one of two devices, and a viewer who sees them. */
async function openDrive() {
  const app = await createTestApp();
  const ada = await app.createUser();
  const otherDevice: TestUser = {
    ...ada,
    token: await issueIdToken(app.ctx, ada.uid),
    freshToken: async () => otherDevice.token,
  };
  const seeker = driverActions(app, await app.createUser());
  await driverActions(app, ada).goActive();
  await waitForSessionConsumer(app);
  const events = app.recordEventsOf(ada.uid);
  const isSeen = async () => {
    await app.drivers.map.upToDate();
    return (await seeker.nearby()).body.items.some(({ uid }) => uid === ada.uid);
  };
  const endEvents = async (): Promise<DomainEvent[]> => {
    await app.waitForEvents();
    return events.filter(({ type }) => type === "active-driver.ended");
  };
  const sessionOf = async (as: TestUser) => {
    const { body } = await app.call<{ items: { id: string; current: boolean }[] }>(
      "GET",
      "/identity/sessions",
      {
        as,
      },
    );
    return body.items.find(({ current }) => current)?.id ?? "";
  };
  return { app, ada, otherDevice, isSeen, endEvents, sessionOf };
}

test("removes a driver whose session is ended from another device, and notifies them once", async () => {
  const { app, ada, otherDevice, isSeen, endEvents, sessionOf } = await openDrive();
  const driving = await sessionOf(ada);
  const watching = await sessionOf(otherDevice);
  expect(driving).not.toBe(watching);
  await app.call("DELETE", `/identity/sessions/${watching}`, { as: ada });
  await waitForSessionConsumer(app);
  expect([await isSeen(), await endEvents()]).toEqual([true, []]);

  const third: TestUser = {
    ...ada,
    token: await issueIdToken(app.ctx, ada.uid),
    freshToken: async () => third.token,
  };
  expect((await app.call("DELETE", `/identity/sessions/${driving}`, { as: third })).status).toBe(
    200,
  );
  await Promise.all([waitForSessionConsumer(app), waitForSessionConsumer(app)]);
  expect(await isSeen()).toBe(false);
  expect(await endEvents()).toEqual([{ type: "active-driver.ended", uid: ada.uid, how: "system" }]);
  // The same user, from the device that is still signed in.
  expect((await driverActions(app, third).goActive()).status).toBe(201);
  expect(await isSeen()).toBe(true);
});

test("removes a driver on suspension, and when all sessions end", async () => {
  for (const end of [
    ({ app, ada }: Awaited<ReturnType<typeof openDrive>>) =>
      suspendAccount(app.ctx, ada.uid, "Spam"),
    ({ app, ada }: Awaited<ReturnType<typeof openDrive>>) =>
      transaction(app.ctx, (ctx) => endSessions(ctx, { uid: ada.uid, reason: "password reset" })),
  ]) {
    const drive = await openDrive();
    await end(drive);
    await waitForSessionConsumer(drive.app);
    expect([await drive.isSeen(), (await drive.endEvents()).length]).toEqual([false, 1]);
  }
});

test("removes a driver without a recorded session (older release) when their last session ends", async () => {
  const { app, ada, otherDevice, isSeen, sessionOf } = await openDrive();
  await app.db.updateTable("active_driver").set({ session_id: null }).execute();
  await app.call("DELETE", `/identity/sessions/${await sessionOf(ada)}`, { as: otherDevice });
  await waitForSessionConsumer(app);
  expect(await isSeen()).toBe(true);
  await app.call("POST", "/identity/sign-out-everywhere", { as: otherDevice, body: {} });
  await waitForSessionConsumer(app);
  expect(await isSeen()).toBe(false);
});

test("removes a driver who went active while the session ended at the next sweep", async () => {
  const { app, ada, isSeen } = await openDrive();
  await transaction(app.ctx, (ctx) => endSessions(ctx, { uid: ada.uid, reason: "signed out" }));
  const row = await app.db.selectFrom("active_driver").selectAll().executeTakeFirstOrThrow();
  await waitForSessionConsumer(app);
  const { heading_to: _, approximate_heading_to: __, ...lateRow } = row;
  await app.db.insertInto("active_driver").values(lateRow).execute();
  for (const sweep of activeDriverSweeps) await runSweep(app.ctx, sweep);
  expect(await isSeen()).toBe(false);
});
