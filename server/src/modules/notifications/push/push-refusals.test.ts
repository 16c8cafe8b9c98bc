import type { PushDevice } from "@commonlane/contract/notification-channels";
import type { ServerStatus } from "@commonlane/contract/administration";
import { expect, test } from "vitest";
import { createAdministrator } from "../../../../test/fixtures/moderators.ts";
import {
  deliveryStates,
  minutesInMs,
  openNotificationDelivery,
} from "../../../../test/fixtures/notification-delivery.ts";
import type { TestApp } from "../../../../test/app/test-app.ts";
import { createTestContext } from "../../../../test/app/test-context.ts";
import { createCommunity } from "#platform/community/community.ts";
import { pushSender } from "../keys.ts";

const REFUSAL = '{"reason":"BadJwtToken"}';

const warningsIn = ({ lines }: TestApp) =>
  lines.filter((line) => JSON.stringify(line).includes("BadJwtToken"));

/** As if the device of the test were one of Apple's; the test's service has no such name. */
const readHealth = async (app: TestApp) => {
  await app.db
    .updateTable("push_subscription")
    .set({ endpoint: "https://web.push.apple.com/secret" })
    .execute();
  return (await app.http.inject("/health/ready")).json<Record<string, Record<string, string>>>();
};

test("[domain/notices:push-refused] the operator sees a push service's refusal in the log, in /health/ready and on the server page, until it accepts", async () => {
  const { app, service, ada, run, tell, subscribe } = await openNotificationDelivery();
  const device = await subscribe();
  service.answerWith(403, REFUSAL);
  await tell();
  await run();
  expect(await deliveryStates(app, ada)).toMatchObject({ push: { state: "failed" } });
  expect(app.mail).toHaveLength(1);
  expect(warningsIn(app)).toEqual([
    expect.objectContaining({ service: "push.example", reason: "403 BadJwtToken", refusals: 1 }),
  ]);

  const health = await readHealth(app);
  expect(health["checks"]).toMatchObject({ push: "warning" });
  expect(health["reasons"]?.["push"]).toContain(
    'web.push.apple.com answered "403 BadJwtToken" for 1 device.',
  );
  expect(health["reasons"]?.["push"]).toContain("check the support address");
  const as = await createAdministrator(app);
  const { body } = await app.call<ServerStatus>("GET", "/administration/status", { as });
  expect(body.checks).toContainEqual(expect.objectContaining({ name: "push", state: "warning" }));

  await app.db.updateTable("push_subscription").set({ endpoint: device.endpoint }).execute();
  service.answerWith(undefined);
  await tell();
  await run();
  expect((await readHealth(app))["checks"]).toMatchObject({ push: "ok" });
});

test("a host that is no push service of a browser is in the log only", async () => {
  const { app, service, run, tell, subscribe } = await openNotificationDelivery();
  await subscribe();
  service.answerWith(400, "Look at me");
  await tell();
  await run();
  const health = await app.http.inject("/health/ready");
  expect(health.json()).toMatchObject({ checks: { push: "ok" } });
  expect(health.body).not.toContain("push.example");
});

test("[domain/notices:push-parked] a device that was refused ten times in a row is tried again only after its next visit", async () => {
  const { app, service, ada, after, tell, subscribe } = await openNotificationDelivery();
  const { endpoint } = await subscribe();
  service.answerWith(403, REFUSAL);
  for (let n = 0; n < 12; n++) {
    await tell();
    await after(minutesInMs(30));
  }
  expect(service.requests).toHaveLength(10);
  expect(warningsIn(app).map(({ refusals }) => refusals)).toEqual([1, 10]);
  for (let n = 0; n < 3; n++) await after(minutesInMs(20));
  // Each was e-mailed instead.
  const { count } = await app.db
    .selectFrom("notification_delivery")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("channel", "=", "email")
    .where("batch_id", "is not", null)
    .executeTakeFirstOrThrow();
  expect(count).toBe(12);
  const { body } = await app.call<{ items: PushDevice[] }>("GET", "/notifications/devices", {
    as: ada,
  });
  expect(body.items).toMatchObject([
    { failure: "The push service of your browser refused the message (403)." },
  ]);

  service.answerWith(undefined);
  const [stored] = await app.db
    .selectFrom("push_subscription")
    .selectAll()
    .where("endpoint", "=", endpoint)
    .execute();
  const keys = { p256dh: stored?.p256dh, auth: stored?.auth };
  await app.call("PUT", "/notifications/devices", { as: ada, body: { endpoint, keys } });
  await tell();
  await after(minutesInMs(30));
  expect(service.requests).toHaveLength(11);
});

test("a service that is busy or broken for a while parks no device", async () => {
  const { app, service, after, tell, subscribe } = await openNotificationDelivery();
  await subscribe();
  for (const status of [429, 500, 503, 408, 429, 500, 503, 408, 429, 500, 503]) {
    service.answerWith(status);
    await tell();
    await after(minutesInMs(30));
  }
  expect(service.requests).toHaveLength(11);
  expect((await readHealth(app))["checks"]).toMatchObject({ push: "ok" });
});

test.each([
  ["rides@uni.example.org", "mailto:rides@uni.example.org"],
  ["rides@campus.lan", "https://rides.example.org"],
  ["rides@campus.local", "https://rides.example.org"],
])("the sender that push services see is %s → %s", async (supportEmail, sender) => {
  const { ctx } = await createTestContext();
  const settings = { ...ctx.settings, PUBLIC_URL: "https://rides.example.org" };
  const community = createCommunity({ supportEmail }, ctx.log);
  expect((await pushSender({ ...ctx, settings, community })).contact).toBe(sender);
});
