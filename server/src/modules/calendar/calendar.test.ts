import nodeIcal from "node-ical";
import { expect, test } from "vitest";
import { createFeed, downloadRide, parseCalendar } from "../../../test/fixtures/calendars.ts";
import { createBookedRide } from "../../../test/fixtures/shared-rides.ts";
import { hostRide, requestSeats, TOMORROW, towns } from "../../../test/fixtures/rides.ts";
import { createTestApp } from "../../../test/app/test-app.ts";
import { suspendAccount } from "#modules/accounts/index.ts";
import { RateLimits } from "#platform/http/rate-limits/rate-limits.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { calendarSweeps } from "./index.ts";

const HOUR_MS = 3_600_000;

test("[domain/calendar:entries] a feed has the rides I host and my seats, each with time zone, place, link and reminder", async () => {
  const { app, host, passenger, ride, requestId } = await createBookedRide();
  const hosts = await createFeed(app, host);
  const passengers = await createFeed(app, passenger, { reminderMinutes: 15 });
  const { calendar, entries } = await hosts.read();
  expect(calendar.getFirstPropertyValue("version")).toBe("2.0");
  expect(calendar.getFirstPropertyValue("method")).toBe("PUBLISH");
  expect(calendar.getFirstPropertyValue("x-wr-calname")).toBe("Commonlane rides");
  expect(calendar.getAllSubcomponents("vtimezone")).toHaveLength(1);
  expect(entries).toEqual([
    {
      uid: ride.id,
      sequence: 0,
      status: "CONFIRMED",
      summary: "Driving Freiburg im Breisgau – Köln",
      description: `07:45 Freiburg im Breisgau: Jonas\nhttp://127.0.0.1:3000/rides/${ride.id}`,
      location: "Freiburg im Breisgau, Germany",
      url: `http://127.0.0.1:3000/rides/${ride.id}`,
      start: TOMORROW,
      end: ride.arrivesAt.replace(/\.\d{3}Z$/, ".000Z"),
      timeZone: "Europe/Berlin",
      localStart: "2026-01-02T07:45:00",
      relatedTo: null,
      alarms: ["-PT1H"],
    },
  ]);
  const [seat] = (await passengers.read()).entries;
  expect(seat).toMatchObject({
    uid: requestId,
    status: "CONFIRMED",
    summary: "Ride Freiburg im Breisgau – Köln with Amara",
    location: "Freiburg im Breisgau, Germany",
    start: TOMORROW,
    alarms: ["-PT15M"],
  });
  expect(seat?.description).toContain("Driver: Amara\nPickup: Freiburg im Breisgau, Germany");
  // A second parser agrees.
  const parsed = nodeIcal.sync.parseICS((await passengers.get()).body);
  const event = Object.values(parsed).find((component) => component?.type === "VEVENT");
  expect(event).toMatchObject({ uid: requestId, sequence: 0, status: "CONFIRMED" });
  expect(event?.type === "VEVENT" && event.start.toISOString()).toBe(TOMORROW);
});

test("the download has the same entry as the feed, with its reminder", async () => {
  const { app, host, passenger, ride } = await createBookedRide();
  const reply = await downloadRide(app, passenger, ride.id);
  expect(reply.headers).toMatchObject({
    "content-type": "text/calendar; charset=utf-8",
    "cache-control": "private, no-store",
  });
  expect(parseCalendar(reply.body.text).entries).toMatchObject([
    { sequence: 0, alarms: ["-PT1H"] },
  ]);
  const feed = await createFeed(app, host, { reminderMinutes: null });
  expect(parseCalendar((await downloadRide(app, host, ride.id)).body.text)).toEqual(
    await feed.read(),
  );
  expect((await feed.read()).entries).toMatchObject([{ alarms: [] }]);
  await app.call("PUT", "/calendar-feed", { as: host, body: { reminderMinutes: 1440 } });
  expect((await feed.read()).entries).toMatchObject([{ sequence: 1, alarms: ["-P1D"] }]);
});

test("[domain/calendar:versions] each change raises SEQUENCE once, however often the feed is read", async () => {
  const { app, host, passenger, ride, setClock } = await createBookedRide();
  const hosts = await createFeed(app, host);
  const passengers = await createFeed(app, passenger);
  const first = await hosts.get();
  await passengers.read();
  setClock(app.clock.now.getTime() + HOUR_MS);
  expect((await hosts.get()).body).toBe(first.body);
  const departsAt = "2026-01-02T07:00:00.000Z";
  await app.call("PUT", `/rides/${ride.id}`, { as: host, body: { departsAt, seatsTotal: 3 } });
  // Concurrent readers agree on the number.
  const read = await Promise.all([1, 2, 3, 4].map(() => passengers.read()));
  for (const { entries } of read)
    expect(entries).toMatchObject([{ sequence: 1, start: departsAt, status: "CONFIRMED" }]);
  expect((await hosts.read()).entries).toMatchObject([{ sequence: 1, start: departsAt }]);
  const [stamp] = /DTSTAMP:.*/.exec((await hosts.get()).body) ?? [];
  expect(stamp).toBe("DTSTAMP:20260101T090000Z");
  // A change that asks the passenger to confirm makes the entry tentative, until they do.
  await app.call("PUT", `/rides/${ride.id}`, {
    as: host,
    body: { departsAt: "2026-01-02T09:00:00.000Z" },
  });
  const [tentative] = (await passengers.read()).entries;
  expect(tentative).toMatchObject({ sequence: 2, status: "TENTATIVE" });
  expect(tentative?.description).toContain("Please confirm");
  await app.call("POST", `/rides/requests/${tentative?.uid}/confirm`, { as: passenger });
  expect((await passengers.read()).entries).toMatchObject([{ sequence: 3, status: "CONFIRMED" }]);
  // A new passenger changes only the host's entry.
  const mia = await app.createUser({ firstName: "Mia" });
  await (await requestSeats(app, ride, host, {}, mia)).accept();
  const [hosted] = (await hosts.read()).entries;
  expect(hosted?.description).toContain(
    "10:00 Freiburg im Breisgau: Jonas\n10:00 Freiburg im Breisgau: Mia",
  );
  expect(hosted?.sequence).toBe(2);
  expect((await passengers.read()).entries).toMatchObject([{ sequence: 3 }]);
});

test("[domain/calendar:cancelled] a cancelled ride stays in the feed as CANCELLED for 30 days, if the feed has shown it", async () => {
  const { app, host, passenger, ride, setClock } = await createBookedRide();
  const hosts = await createFeed(app, host);
  const passengers = await createFeed(app, passenger);
  const unseen = await hostRide(app, host, { departsAt: "2026-01-03T06:45:00.000Z" });
  await app.call("DELETE", `/rides/${unseen.id}`, { as: host });
  await hosts.read();
  await passengers.read();
  await app.call("DELETE", `/rides/${ride.id}`, { as: host });
  const [hosted] = (await hosts.read()).entries;
  expect((await hosts.read()).entries).toHaveLength(1);
  expect(hosted).toMatchObject({ uid: ride.id, sequence: 1, status: "CANCELLED", alarms: [] });
  const [seat] = (await passengers.read()).entries;
  expect(seat).toMatchObject({ sequence: 1, status: "CANCELLED", alarms: [] });
  expect(seat?.summary).toMatch(/^Cancelled: /);
  setClock("2026-01-31T08:00:00Z");
  expect((await hosts.read()).entries).toHaveLength(1);
  setClock("2026-02-02T08:00:00Z");
  expect((await hosts.read()).entries).toEqual([]);
});

test("[domain/calendar:privacy] who gives up a seat no longer sees private places, and a stranger has no entry", async () => {
  const app = await createTestApp();
  const host = await app.createUser({ firstName: "Amara" });
  const passenger = await app.createUser();
  const home = { label: "Lerchenweg 4, Freiburg", lat: 47.99121, lng: 7.84567 };
  const ride = await hostRide(app, host, { origin: home, stops: [], destination: towns.koeln });
  const request = await requestSeats(app, ride, host, {}, passenger);
  expect((await downloadRide(app, passenger, ride.id)).body.code).toBe("not_found");
  await request.accept();
  const feed = await createFeed(app, passenger);
  expect((await feed.read()).entries).toMatchObject([{ location: home.label }]);
  expect((await downloadRide(app, await app.createUser(), ride.id)).status).toBe(404);
  await request.end();
  const { body } = await feed.get();
  expect(parseCalendar(body).entries).toMatchObject([{ status: "CANCELLED" }]);
  expect(body).not.toContain("Lerchenweg");
  expect(body).not.toContain("47.99121");
});

test("the days of a series are entries of their own, related to the series, and keep their local time when clocks change", async () => {
  const app = await createTestApp({ settings: { SERIES_AHEAD_DAYS: 120 } });
  const host = await app.createUser();
  const ride = { origin: towns.freiburg, destination: towns.koeln, seatsTotal: 3 };
  const pattern = { time: "07:45", weekdays: [1], firstDay: "2026-03-23", lastDay: "2026-03-30" };
  const series = await app.call<{ id: string }>("POST", "/rides/series", {
    as: host,
    body: { ride, ...pattern },
  });
  const { entries } = await (await createFeed(app, host)).read();
  expect(entries.map(({ localStart, start }) => [localStart, start])).toEqual([
    ["2026-03-23T07:45:00", "2026-03-23T06:45:00.000Z"],
    ["2026-03-30T07:45:00", "2026-03-30T05:45:00.000Z"],
  ]);
  expect(entries.map(({ relatedTo }) => relatedTo)).toEqual([series.body.id, series.body.id]);
  expect(new Set(entries.map(({ uid }) => uid)).size).toBe(2);
});

test("[domain/calendar:feed-url] a feed URL is secret: stored as a hash, never logged, replaced or revoked at once, and refused for a suspended account", async () => {
  const { app, host, passenger, ride } = await createBookedRide();
  const first = await createFeed(app, host);
  const token = first.url.split("/").at(-2) ?? "";
  expect(Buffer.from(token, "base64url")).toHaveLength(32);
  const reply = await first.get();
  expect(reply.headers).toMatchObject({
    "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
  });
  expect(
    JSON.stringify([app.lines, await app.db.selectFrom("calendar_feed").selectAll().execute()]),
  ).not.toContain(token);
  const shown = await app.call("GET", "/calendar-feed", { as: host });
  expect(shown.body).toEqual({
    feed: {
      createdAt: "2026-01-01T08:00:00.000Z",
      readAt: "2026-01-01T08:00:00.000Z",
      reminderMinutes: 60,
    },
  });
  // Two feeds do not mix.
  const other = await createFeed(app, passenger);
  expect((await other.read()).entries.map(({ uid }) => uid)).not.toContain(ride.id);
  const second = await createFeed(app, host);
  expect((await first.get()).statusCode).toBe(404);
  expect((await second.get()).statusCode).toBe(200);
  expect((await app.call("DELETE", "/calendar-feed", { as: host })).status).toBe(200);
  expect((await second.get()).statusCode).toBe(404);
  expect((await app.call("DELETE", "/calendar-feed", { as: host })).status).toBe(404);
  expect((await other.get()).statusCode).toBe(200);
  await suspendAccount(app.ctx, passenger.uid, "a test");
  expect((await other.get()).statusCode).toBe(404);
});

test("a feed that has not changed is not sent again", async () => {
  const { app, host, ride } = await createBookedRide();
  const feed = await createFeed(app, host);
  const first = await feed.get();
  const tag = String(first.headers.etag);
  const again = await feed.get({ "if-none-match": `"other", W/${tag}` });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
  await app.call("DELETE", `/rides/${ride.id}`, { as: host });
  const changed = await feed.get({ "if-none-match": tag });
  expect(changed.statusCode).toBe(200);
  expect(changed.headers.etag).not.toBe(tag);
});

test("hostile text stays inside its property, and lines are folded at 75 bytes with CRLF", async () => {
  const app = await createTestApp({ community: { name: "Uni; rides, \\ & more" } });
  const host = await app.createUser();
  const label = `Ä,;\\"BEGIN:VEVENT\nEND:VCALENDAR\r\nX-COMMONLANE-RELATED-TO:x ${"ß€😀".repeat(20)}`;
  const ride = await hostRide(app, host, {
    origin: { ...towns.freiburg, placeId: null, label },
    stops: [],
  });
  const { text } = (await downloadRide(app, host, ride.id)).body;
  const { entries } = parseCalendar(text);
  expect(text).toContain("\r\nNAME:Uni\\; rides\\, \\\\ & more rides\r\n");
  expect(entries).toHaveLength(1);
  expect(entries[0]?.location.replaceAll(/[\r\n]+/g, " ")).toBe(label.replaceAll(/[\r\n]+/g, " "));
  expect(entries[0]?.relatedTo).toBeNull();
  const lines = text.split("\r\n");
  expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
  expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
});

test("in every component properties come before the components in it, as RFC 5545 has it", async () => {
  const { app, host } = await createBookedRide();
  const { body } = await (await createFeed(app, host)).get();
  // Per open component: whether a component in it has ended.
  const open: boolean[] = [];
  const misplaced: string[] = [];
  for (const line of body
    .trimEnd()
    .split("\r\n")
    .filter((line) => !line.startsWith(" "))) {
    if (line.startsWith("BEGIN:")) open.push(false);
    else if (line.startsWith("END:")) {
      open.pop();
      if (open.length > 0) open[open.length - 1] = true;
    } else if (open.at(-1) !== false) misplaced.push(line);
  }
  expect(misplaced).toEqual([]);
  expect(open).toEqual([]);
  expect(body.match(/^BEGIN:VALARM/gm)).toHaveLength(1);
  expect(body).toMatch(/^BEGIN:VCALENDAR\r\n[^]*END:VCALENDAR\r\n$/);
});

test("a time zone in another case, an old name, and one that calendars do not know", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const entryIn = async (timeZone: string, day: string) => {
    const { id } = await hostRide(app, host, {
      timeZone,
      departsAt: `2026-07-${day}T10:00:00.000Z`,
    });
    return parseCalendar((await downloadRide(app, host, id)).body.text).entries[0];
  };
  const times = { start: "2026-07-01T10:00:00.000Z", localStart: "2026-07-01T06:00:00" };
  expect(await entryIn("america/new_york", "01")).toMatchObject({
    ...times,
    timeZone: "America/New_York",
  });
  expect(await entryIn("US/Eastern", "02")).toMatchObject({ timeZone: "America/New_York" });
  expect(await entryIn("+05:30", "03")).toMatchObject({
    start: "2026-07-03T10:00:00.000Z",
    timeZone: "",
  });
});

test("versions of entries are deleted when no feed shows them any more", async () => {
  const { app, host, setClock } = await createBookedRide();
  const feed = await createFeed(app, host);
  await feed.read();
  const count = async () => {
    for (const sweep of calendarSweeps) await runSweep(app.ctx, sweep);
    return (await app.db.selectFrom("calendar_entry").select("uid").execute()).length;
  };
  setClock("2026-02-01T08:00:00Z");
  expect(await count()).toBe(1);
  setClock("2026-02-03T08:00:00Z");
  expect(await count()).toBe(0);
});

test("[domain/calendar:feed-limits] each feed has a limit of its own, however many are read from one address", async () => {
  const app = await createTestApp({ rateLimits: new RateLimits() });
  const busy = await createFeed(app, await app.createUser());
  const quiet = await createFeed(app, await app.createUser());
  for (let n = 0; n < 60; n++) expect(await statusOf(busy)).toBe(200);
  expect(await statusOf(busy)).toBe(429);
  expect(await statusOf(quiet)).toBe(200);

  // Guessing is limited by address, and does not stop those who read feeds from the same one.
  const guess = async () =>
    (await app.http.inject(`/api/calendar-feeds/${"x".repeat(43)}/rides.ics`)).statusCode;
  for (let n = 0; n < 120; n++) expect(await guess()).toBe(404);
  expect(await guess()).toBe(429);
  expect(await statusOf(quiet)).toBe(200);
});

const statusOf = async (feed: Awaited<ReturnType<typeof createFeed>>): Promise<number> =>
  (await feed.get()).statusCode;
