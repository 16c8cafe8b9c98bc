import { type Notification, notificationGroups } from "@commonlane/contract/notifications";
import { expect, test } from "vitest";
import { listNotifications } from "../../../../test/fixtures/notifications.ts";
import {
  minutesInMs,
  openNotificationDelivery,
  confirmReceipt,
  deliveryStates,
} from "../../../../test/fixtures/notification-delivery.ts";

test("skips channels that a user turned off for a group and shows the reason, but always sends tests", async () => {
  const { app, ada, run, tell, subscribe } = await openNotificationDelivery();
  const phone = await subscribe();
  const change = (body: object) =>
    app.call<{ channels: object }>("PUT", "/notifications/settings", { as: ada, body });
  await change({ channels: { changes: { push: false } } });
  const { body } = await change({ channels: { reminders: { email: false } } });
  expect(body.channels).toMatchObject({
    changes: { push: false, email: true },
    reminders: { push: true, email: false },
    requests: { push: true, email: true },
  });
  await tell("ride.changed");
  await run();
  expect(await deliveryStates(app, ada)).toMatchObject({
    push: { state: "skipped", reason: "Turned off in your settings." },
  });
  expect([phone.messages().length, app.mail.length]).toEqual([0, 1]);
  await tell("ride.tomorrow");
  await run();
  expect([phone.messages().length, app.mail.length]).toEqual([1, 1]);
  const sent = await app.call<Notification>("POST", "/notifications/test", {
    as: ada,
    body: { channel: "email" },
  });
  expect(sent).toMatchObject({
    status: 201,
    body: { kind: "notification.tested", deliveries: [{ channel: "email" }] },
  });
  await run();
  expect(app.mail.map(({ subject }) => subject)).toEqual([
    "Someone changed the ride",
    "Test notification",
  ]);
});

test("delays notifications until quiet hours end, except those that would come too late", async () => {
  const { app, ada, run, after, tell, subscribe } = await openNotificationDelivery();
  const phone = await subscribe();
  const quietHours = { from: "08:30", until: "10:00", timeZone: "Europe/Berlin" };
  await app.call("PUT", "/notifications/settings", { as: ada, body: { quietHours } });
  // It is 9:00 in Berlin.
  await tell("ride.soon", { lateAt: new Date("2026-01-01T08:50:00Z") });
  await tell("ride.changed", { lateAt: new Date("2026-01-02T08:50:00Z") });
  await run();
  expect(phone.messages()).toMatchObject([{ title: "soon : your trip" }]);
  expect(await deliveryStates(app, ada)).toMatchObject({
    push: { reason: "Waiting for your quiet hours to end." },
  });
  await after(minutesInMs(59));
  expect(phone.messages()).toHaveLength(1);
  await after(minutesInMs(1));
  expect(phone.messages().map(({ title }) => title)).toContain("Someone changed the ride");
});

test("delays mandatory notifications in quiet hours and sends no e-mail after one was read or its push arrived; arrival checks go out at once", async () => {
  const { app, ada, run, after, tell, subscribe } = await openNotificationDelivery();
  const phone = await subscribe();
  const channels = Object.fromEntries(
    notificationGroups.map((group) => [group, { push: false, email: false }]),
  );
  const quietHours = { from: "08:30", until: "10:00", timeZone: "Europe/Berlin" };
  await app.call("PUT", "/notifications/settings", { as: ada, body: { quietHours, channels } });
  const pushTitles = () => phone.messages().map(({ title }) => title);
  // It is 9:00 in Berlin.
  await tell("photo.hidden");
  await run();
  expect(pushTitles()).toEqual([]);
  await tell("arrival.overdue");
  await run();
  expect(pushTitles()).toEqual(["Did you arrive?"]);
  await after(minutesInMs(10));
  expect(app.mail.map(({ subject }) => subject)).toEqual(["Did you arrive?"]);
  await after(minutesInMs(50));
  expect(pushTitles()).toHaveLength(2);
  await confirmReceipt(app, phone.messages().at(-1)?.batchId);
  await after(minutesInMs(11));
  expect(app.mail).toHaveLength(1);
  await tell("person.warned");
  await run();
  const [warned] = await listNotifications(app, ada);
  await app.call("POST", "/notifications/read", {
    as: ada,
    body: { notificationIds: [warned?.id] },
  });
  await after(minutesInMs(30));
  expect(await deliveryStates(app, ada)).toMatchObject({
    email: { state: "skipped", reason: "Already read." },
  });
  expect(app.mail).toHaveLength(1);
});
