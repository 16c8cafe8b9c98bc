import { DAY_MS } from "@commonlane/contract/durations";
import type { Event } from "@commonlane/contract/events";
import { expect, test } from "vitest";
import {
  calendarWorld,
  CAMPUS,
  compact,
  dayIn,
  EVENT_CALENDARS,
  eventOf,
  lecture,
  listEvents,
} from "../../../test/fixtures/event-calendars.ts";
import type { TestApp, TestUser } from "../../../test/app/test-app.ts";
import { doJobs, sweep as sweepAccounts } from "../../../test/fixtures/leaving.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { eventCalendarSweeps } from "./event-calendars.ts";

test("[domain/event:calendar] an event of the calendar is an event of the community, at the place that it names", async () => {
  const { app, publish, add } = await calendarWorld();
  const member = await app.createUser();
  publish(lecture(app, "DESCRIPTION:Call +49 721 1234567", "URL:https://uni.example/lecture"));
  expect(await add()).toMatchObject({
    status: 200,
    body: { name: "University", events: 1, leftOut: 0, unplaced: [], failure: null },
  });
  const [event] = await listEvents(app, member);
  expect(event).toMatchObject({
    title: "Lecture",
    place: { label: expect.stringContaining("Freiburg Hauptbahnhof") },
    timeZone: "Europe/Berlin",
    website: "https://uni.example/lecture",
    status: "scheduled",
  });
  expect(event?.description).not.toContain("1234567");
  const hours = (Date.parse(event?.endsAt ?? "") - Date.parse(event?.startsAt ?? "")) / 3_600_000;
  expect(hours).toBe(1.5);
});

test("[domain/event:calendar] an event ends at the time of the zone in which its end is written", async () => {
  const { app, admin, publish, add } = await calendarWorld();
  const day = compact(dayIn(app, 3));
  publish(
    eventOf(
      "UID:journey@uni",
      "SUMMARY:Excursion",
      `DTSTART;TZID=Europe/Berlin:${day}T100000`,
      `DTEND;TZID=Europe/London:${day}T120000`,
      "LOCATION:Kulturzentrum",
    ),
  );
  await add();
  const [event] = await listEvents(app, admin);
  expect(event?.startsAt).toBe(`${dayIn(app, 3)}T09:00:00.000Z`);
  expect(event?.endsAt).toBe(`${dayIn(app, 3)}T12:00:00.000Z`);
});

test("[domain/event:calendar] a series has an event a day, with its moved and cancelled days", async () => {
  const { app, publish, add, refresh } = await calendarWorld();
  const member = await app.createUser();
  const start = compact(dayIn(app, 1));
  const second = compact(dayIn(app, 8));
  const third = compact(dayIn(app, 15));
  const series = eventOf(
    "UID:s@uni",
    "SUMMARY:Seminar",
    `DTSTART:${start}T080000Z`,
    "DURATION:PT2H",
    "RRULE:FREQ=WEEKLY;COUNT=4",
    "LOCATION:Kulturzentrum",
  );
  const moved = eventOf(
    "UID:s@uni",
    "SUMMARY:Seminar elsewhere",
    `RECURRENCE-ID:${second}T080000Z`,
    `DTSTART:${second}T120000Z`,
    `DTEND:${second}T130000Z`,
    "LOCATION:Augustinermuseum",
  );
  const cancelled = eventOf(
    "UID:s@uni",
    `RECURRENCE-ID:${third}T080000Z`,
    `DTSTART:${third}T080000Z`,
    "STATUS:CANCELLED",
  );
  publish(series);
  const { id } = (await add()).body;
  const before = await listEvents(app, member);
  expect(before).toHaveLength(4);

  publish(series, moved, cancelled);
  expect((await refresh(id)).body).toMatchObject({ events: 3 });
  const after = await listEvents(app, member);
  expect(after.map((one) => one.id)).toEqual([before[0], before[1], before[3]].map((e) => e?.id));
  expect(after[1]).toMatchObject({
    title: "Seminar elsewhere",
    startsAt: `${dayIn(app, 8)}T12:00:00.000Z`,
    place: { label: expect.stringContaining("Augustinermuseum") },
  });
  const gone = await app.call<Event>("GET", `/events/${before[2]?.id}`, { as: member });
  expect(gone.body).toMatchObject({ status: "cancelled" });
});

test("[domain/event:calendar] a series that changes its time of day keeps its events; one that goes is cancelled, and comes back", async () => {
  const { app, publish, add, refresh } = await calendarWorld();
  const member = await app.createUser();
  const at = (hour: string) =>
    eventOf(
      "UID:s@uni",
      "SUMMARY:Seminar",
      `DTSTART:${compact(dayIn(app, 1))}T${hour}0000Z`,
      "DURATION:PT2H",
      "RRULE:FREQ=DAILY;COUNT=2",
      "LOCATION:Kulturzentrum",
    );
  publish(at("08"));
  const { id } = (await add()).body;
  const ids = (await listEvents(app, member)).map((event) => event.id);
  publish(at("09"));
  await refresh(id);
  const moved = await listEvents(app, member);
  expect(moved.map((event) => event.id)).toEqual(ids);
  expect(moved[0]?.startsAt).toBe(`${dayIn(app, 1)}T09:00:00.000Z`);

  publish();
  expect((await refresh(id)).body).toMatchObject({ events: 0 });
  expect(await listEvents(app, member)).toEqual([]);
  publish(at("09"));
  await refresh(id);
  expect((await listEvents(app, member)).map((event) => event.id)).toEqual(ids);
});

const lengthOf = (event: Event | undefined) =>
  Date.parse(event?.endsAt ?? "") - Date.parse(event?.startsAt ?? "");
const hourInAuckland = (event: Event | undefined) =>
  new Intl.DateTimeFormat("en", {
    timeZone: "Pacific/Auckland",
    hour: "numeric",
    hourCycle: "h23",
  }).format(new Date(event?.startsAt ?? 0));

test("an event without a zone, or of whole days, has the times of the calendar's place", async () => {
  const { app, publish, add } = await calendarWorld();
  const member = await app.createUser();
  const day = compact(dayIn(app, 2));
  publish(
    eventOf("UID:a", "SUMMARY:Open day", `DTSTART;VALUE=DATE:${day}`, "LOCATION:Kulturzentrum"),
    eventOf("UID:b", "SUMMARY:Talk", `DTSTART:${day}T180000`, "LOCATION:Kulturzentrum"),
  );
  await add({ defaultPlace: { label: "Auckland", lat: -36.85, lng: 174.76 } });
  const [whole, talk] = await listEvents(app, member);
  expect(whole?.title).toBe("Open day");
  expect(hourInAuckland(whole)).toBe("00");
  expect(lengthOf(whole)).toBe(DAY_MS);
  expect(hourInAuckland(talk)).toBe("18");
});

test("[domain/event:calendar] an event whose place is not found is not shown, but counted; a place of the calendar stands in", async () => {
  const { app, publish, add } = await calendarWorld();
  const member = await app.createUser();
  const at = `DTSTART:${compact(dayIn(app, 2))}T080000Z`;
  publish(
    eventOf("UID:a", "SUMMARY:A", at, "LOCATION:Audimax"),
    eventOf("UID:b", "SUMMARY:B", at, "LOCATION:Audimax"),
    eventOf("UID:c", "SUMMARY:C", at),
    eventOf("UID:d", "SUMMARY:D", at, "LOCATION:Kulturzentrum"),
  );
  expect((await add()).body).toMatchObject({
    events: 1,
    unplaced: [
      { location: "Audimax", events: 2 },
      { location: "", events: 1 },
    ],
  });
  expect(await listEvents(app, member)).toHaveLength(1);

  expect((await add({ defaultPlace: CAMPUS })).body).toMatchObject({ events: 4, unplaced: [] });
  const events = await listEvents(app, member);
  expect(events.find(({ title }) => title === "A")).toMatchObject({
    place: { label: "Campus Nord" },
    description: "Audimax",
  });
  expect(events.find(({ title }) => title === "D")?.place.label).toContain("Kulturzentrum");
});

test("what is over, further than 60 days, without a time or beyond 200 is left out", async () => {
  const { app, publish, add } = await calendarWorld();
  const at = (days: number) => `DTSTART:${compact(dayIn(app, days))}T080000Z`;
  const start = compact(dayIn(app, 1));
  publish(
    eventOf("UID:past", "SUMMARY:Past", at(-2), "LOCATION:Kulturzentrum"),
    eventOf("UID:far", "SUMMARY:Far", at(62), "LOCATION:Kulturzentrum"),
    eventOf("UID:none", "SUMMARY:None", "LOCATION:Kulturzentrum"),
    eventOf("SUMMARY:No id", at(2), "LOCATION:Kulturzentrum"),
    eventOf("UID:long", "SUMMARY:Long", at(2), "DURATION:P32D", "LOCATION:Kulturzentrum"),
    eventOf(
      "UID:hourly",
      "SUMMARY:Hourly",
      `DTSTART:${start}T000000Z`,
      "DURATION:PT5M",
      "RRULE:FREQ=HOURLY;COUNT=250",
      "LOCATION:Kulturzentrum",
    ),
  );
  expect((await add()).body).toMatchObject({ events: 200, leftOut: 53 });
});

test("[domain/event:calendar] a calendar is refreshed every six hours, and removed with its events", async () => {
  const { app, admin, upstream, publish, add } = await calendarWorld();
  const member = await app.createUser();
  const [sweep] = eventCalendarSweeps;
  if (!sweep) throw new Error("There is no sweep.");
  publish(lecture(app));
  const { id } = (await add()).body;
  publish(lecture(app, "SUMMARY:Other"));
  await runSweep(app.ctx, sweep);
  expect(upstream.requests).toHaveLength(1);

  app.clock.now = new Date(app.clock.now.getTime() + 6 * 3_600_000);
  await runSweep(app.ctx, sweep);
  await runSweep(app.ctx, sweep);
  expect(upstream.requests).toHaveLength(2);

  const [event] = await listEvents(app, member);
  const removed = await app.call("DELETE", `${EVENT_CALENDARS}/${id}`, { as: admin });
  expect(removed.status).toBe(200);
  expect(await listEvents(app, member)).toEqual([]);
  const gone = await app.call<Event>("GET", `/events/${event?.id}`, { as: member });
  expect(gone.body).toMatchObject({ status: "cancelled" });
  expect((await app.call("DELETE", `${EVENT_CALENDARS}/${id}`, { as: admin })).status).toBe(404);
});

test("an event that the administrator cancelled stays so until the calendar changes it", async () => {
  const { app, admin, publish, add, refresh } = await calendarWorld();
  publish(lecture(app));
  const { id } = (await add()).body;
  const [event] = await listEvents(app, admin);
  await app.call("DELETE", `/events/${event?.id}`, { as: admin });
  await refresh(id);
  expect(await listEvents(app, admin)).toEqual([]);
  publish(lecture(app, "DESCRIPTION:It takes place"));
  await refresh(id);
  expect(await listEvents(app, admin)).toHaveLength(1);
});

const seminars = (app: TestApp) =>
  eventOf(
    "UID:s@uni",
    "SUMMARY:Seminar",
    `DTSTART:${compact(dayIn(app, 1))}T080000Z`,
    "DURATION:PT2H",
    "RRULE:FREQ=DAILY;COUNT=10",
    "LOCATION:Kulturzentrum",
  );

const createByHand = (app: TestApp, as: TestUser) => {
  const times = { startsAt: `${dayIn(app, 2)}T09:00:00Z`, endsAt: `${dayIn(app, 2)}T12:00:00Z` };
  const body = { title: "By hand", description: "", place: CAMPUS, ...times, website: null };
  return app.call("POST", "/events", { as, body });
};

test("[domain/event:calendar] events of a calendar use up none of its administrator's events a day", async () => {
  const { app, admin, publish, add } = await calendarWorld();
  publish(seminars(app));
  expect((await add()).body).toMatchObject({ events: 10 });
  expect((await createByHand(app, admin)).status).toBe(201);
});

test("[domain/event:calendar] events of a calendar stay if its administrator asks for deletion and comes back", async () => {
  const { app, admin, publish, add, refresh } = await calendarWorld();
  await createByHand(app, admin);
  publish(seminars(app));
  const { id } = (await add()).body;
  const leave = (at: Date | null) =>
    app.db
      .updateTable("account")
      .set({ deletion_requested_at: at, deletion_reason: at && "requested", erase_at: at })
      .where("uid", "=", admin.uid)
      .execute();
  await leave(app.ctx.now());
  await sweepAccounts(app);
  await doJobs(app);
  await leave(null);
  await refresh(id);
  const titles = (await listEvents(app, admin)).map(({ title }) => title);
  expect(titles).toEqual(Array.from({ length: 10 }, () => "Seminar"));
});
