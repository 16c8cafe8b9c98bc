import type { EventCalendar } from "@commonlane/contract/event-calendars";
import { expect, test } from "vitest";
import {
  calendarOf,
  calendarWorld,
  EVENT_CALENDARS,
  eventOf,
  lecture,
  listEvents,
} from "../../../test/fixtures/event-calendars.ts";
import { createModerator } from "../../../test/fixtures/moderators.ts";

test("a rule with a day for each second is left out, and does not stop the others", async () => {
  const { app, publish, add } = await calendarWorld();
  publish(
    eventOf("UID:x", "DTSTART:19700101T000000Z", "RRULE:FREQ=SECONDLY", "LOCATION:Kulturzentrum"),
    lecture(app),
  );
  expect((await add()).body).toMatchObject({ events: 1, leftOut: 1 });
});

test("control characters are left out of every text of a calendar, also of addresses", async () => {
  const { app, admin, publish, add } = await calendarWorld();
  publish(
    lecture(
      app,
      "DESCRIPTION:Bring\u0000 pens\u001b",
      "URL:https://uni.example/lec\u0000ture",
      "CATEGORIES:\u0000",
    ),
  );
  expect((await add()).body).toMatchObject({ events: 1, leftOut: 0 });
  expect(await listEvents(app, admin)).toMatchObject([
    { description: "Bring pens", website: "https://uni.example/lecture" },
  ]);
});

test.each([
  ["no calendar", "<html>Not found</html>", "calendar_unreadable"],
  ["half a calendar", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a", "calendar_unreadable"],
  ["a card", "BEGIN:VCARD\r\nFN:A\r\nEND:VCARD", "calendar_unreadable"],
  ["a broken date", calendarOf(eventOf("UID:a", "DTSTART:tomorrow")), "calendar_unreadable"],
  ["nothing", "", "calendar_unreadable"],
  ["ten megabytes", Buffer.alloc(10_000_000, "x"), "import_unreachable"],
])("refuses %s and keeps the events of before", async (_, raw, code) => {
  const { app, admin, publish, publishRaw, add, refresh } = await calendarWorld();
  publish(lecture(app));
  const { id } = (await add()).body;
  publishRaw(raw);
  expect((await refresh(id)).body).toMatchObject({ code });
  expect(await listEvents(app, admin)).toHaveLength(1);
  const { body } = await app.call<{ items: EventCalendar[] }>(
    "GET",
    "/moderation/event-calendars",
    { as: admin },
  );
  const failure = code === "import_unreachable" ? "unreachable" : "unreadable";
  expect(body.items).toMatchObject([{ id, events: 1, failure }]);
});

test.each([
  ["an address of this machine", "https://127.0.0.1/a.ics", "import_unreachable"],
  ["an address without encryption", "http://example.org/a.ics", "invalid_input"],
  ["no address", "a.ics", "invalid_input"],
])("adds nothing from %s", async (_, url, code) => {
  const { app, admin, add } = await calendarWorld();
  expect((await add({ url })).body).toMatchObject({ code });
  const list = await app.call<{ items: unknown[] }>("GET", "/moderation/event-calendars", {
    as: admin,
  });
  expect(list.body.items).toEqual([]);
});

test("follows no redirect to a private address", async () => {
  const { upstream, add } = await calendarWorld();
  upstream.become((_, reply) => reply.writeHead(302, { location: "https://10.0.0.1/" }).end());
  expect((await add()).body).toMatchObject({ code: "import_unreachable" });
});

test("moderators see the calendars; only administrators add them", async () => {
  const { app, calendar, add } = await calendarWorld();
  const moderator = await createModerator(app);
  await add();
  const list = await app.call<{ items: EventCalendar[] }>("GET", "/moderation/event-calendars", {
    as: moderator,
  });
  expect(list.body.items).toMatchObject([calendar]);
  expect(
    (await app.call("POST", EVENT_CALENDARS, { as: moderator, body: calendar })).body,
  ).toMatchObject({
    code: "administrators_only",
  });
});
