import { type Notice, noticeGroups } from "@commonlane/contract/notices";
import { expect, test } from "vitest";
import { noticesOf } from "../../../test/notices.ts";
import { minutes, openPost, received, standing } from "../../../test/post-office.ts";

test("[issue5/notices:preferences] what is turned off, kind by kind and channel by channel, is not sent, and stands so; a test is sent all the same", async () => {
  const { world, ada, run, tell, subscribe } = await openPost();
  const phone = await subscribe();
  const change = (body: object) => world.call<{ channels: object }>("PUT", "/notices/settings", { as: ada, body });
  await change({ channels: { changes: { push: false } } });
  const { body } = await change({ channels: { reminders: { email: false } } });
  expect(body.channels).toMatchObject({
    changes: { push: false, email: true },
    reminders: { push: true, email: false },
    requests: { push: true, email: true },
  });
  await tell("ride.changed");
  await run();
  expect(await standing(world, ada)).toMatchObject({
    push: { state: "skipped", reason: "Turned off in your settings." },
  });
  expect([phone.messages().length, world.mail.length]).toEqual([0, 1]);
  await tell("ride.tomorrow");
  await run();
  expect([phone.messages().length, world.mail.length]).toEqual([1, 1]);
  const sent = await world.call<Notice>("POST", "/notices/test", { as: ada, body: { channel: "email" } });
  expect(sent).toMatchObject({ status: 201, body: { kind: "notice.tested", deliveries: [{ channel: "email" }] } });
  await run();
  expect(world.mail.map(({ subject }) => subject)).toEqual(["Somebody changed the ride", "This is a test"]);
});

test("[issue5/notices:quiet-hours] in quiet hours nothing is sent but what would be late afterwards; the rest follows at their end", async () => {
  const { world, ada, run, after, tell, subscribe } = await openPost();
  const phone = await subscribe();
  const quietHours = { from: "08:30", until: "10:00", timeZone: "Europe/Berlin" };
  await world.call("PUT", "/notices/settings", { as: ada, body: { quietHours } });
  // It is 9:00 in Berlin.
  await tell("ride.soon", { lateAt: new Date("2026-01-01T08:50:00Z") });
  await tell("ride.changed", { lateAt: new Date("2026-01-02T08:50:00Z") });
  await run();
  expect(phone.messages()).toMatchObject([{ title: "Your ride leaves in an hour" }]);
  expect(await standing(world, ada)).toMatchObject({ push: { reason: "Waits for the end of your quiet hours." } });
  await after(minutes(59));
  expect(phone.messages()).toHaveLength(1);
  await after(minutes(1));
  expect(phone.messages().map(({ title }) => title)).toContain("Somebody changed the ride");
});

test("[issue5/notices:unstoppable] what cannot be turned off waits for the end of quiet hours, and no letter follows what arrived or was read; whether one arrived is asked at once", async () => {
  const { world, ada, run, after, tell, subscribe } = await openPost();
  const phone = await subscribe();
  const channels = Object.fromEntries(noticeGroups.map((group) => [group, { push: false, email: false }]));
  const quietHours = { from: "08:30", until: "10:00", timeZone: "Europe/Berlin" };
  await world.call("PUT", "/notices/settings", { as: ada, body: { quietHours, channels } });
  const told = () => phone.messages().map(({ title }) => title);
  // It is 9:00 in Berlin.
  await tell("photo.hidden");
  await run();
  expect(told()).toEqual([]);
  await tell("arrival.overdue");
  await run();
  expect(told()).toEqual(["Did you arrive?"]);
  await after(minutes(10));
  expect(world.mail.map(({ subject }) => subject)).toEqual(["Did you arrive?"]);
  await after(minutes(50));
  expect(told()).toHaveLength(2);
  await received(world, phone.messages().at(-1)?.parcelId);
  await after(minutes(11));
  expect(world.mail).toHaveLength(1);
  await tell("person.warned");
  await run();
  const [warned] = await noticesOf(world, ada);
  await world.call("POST", "/notices/read", { as: ada, body: { noticeIds: [warned?.id] } });
  await after(minutes(30));
  expect(await standing(world, ada)).toMatchObject({ email: { state: "skipped", reason: "You had read it already." } });
  expect(world.mail).toHaveLength(1);
});
