import type { Event } from "@commonlane/contract/events";
import { expect, test } from "vitest";
import { parseCalendar } from "../../../test/fixtures/calendars.ts";
import { createModerator } from "../../../test/fixtures/moderators.ts";
import { storeNamedTowns } from "../../../test/fixtures/named-towns.ts";
import { towns } from "../../../test/fixtures/rides.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../test/app/test-app.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { eventSweeps } from "./index.ts";
import { conference, create, type EventReply } from "../../../test/fixtures/events.ts";

type EventList = { items: Event[]; nextCursor: string | null; mayCreate: boolean };

const get = (app: TestApp, as: TestUser, { id }: Event) =>
  app.call<EventReply>("GET", `/events/${id}`, { as });

const change = (app: TestApp, as: TestUser, { id }: Event, overrides: object = {}) =>
  app.call<EventReply>("PUT", `/events/${id}`, { as, body: { ...conference, ...overrides } });

const cancel = (app: TestApp, as: TestUser, { id }: Event) =>
  app.call<EventReply>("DELETE", `/events/${id}`, { as });

const list = async (app: TestApp, as: TestUser, query: Record<string, string | number> = {}) =>
  (await app.call<EventList>("GET", "/events", { as, query })).body;

test("[domain/event:create] an event has the time zone of its place, and only its creator changes or cancels it", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const bob = await app.createUser();
  const { status, body: event } = await create(app, ada);
  expect(status).toBe(201);
  expect(event).toMatchObject({
    ...conference,
    timeZone: "Europe/Berlin",
    status: "scheduled",
    creator: { uid: ada.uid, displayName: "Ada M." },
  });
  expect((await get(app, bob, event)).body).toEqual({
    ...event,
    place: { ...event.place, placeId: null },
  });
  expect((await change(app, bob, event)).body.code).toBe("not_yours");
  expect((await cancel(app, bob, event)).body.code).toBe("not_yours");
  const changed = await change(app, ada, event, {
    title: "Conference",
    website: null,
    description: null,
  });
  expect(changed.body).toMatchObject({ title: "Conference", website: null, description: null });
  expect((await cancel(app, ada, event)).body.status).toBe("cancelled");
  for (const again of [await cancel(app, ada, event), await change(app, ada, event)])
    expect(again.body.code).toBe("event_over");
  // A link to a cancelled event says so.
  expect((await get(app, bob, event)).body.status).toBe("cancelled");
});

test("an event is found by the name of its place in any language, whichever its creator used", async () => {
  const app = await createTestApp();
  await storeNamedTowns(app);
  const ada = await app.createUser();
  const frankfurt = {
    placeId: null,
    label: "Francfort-sur-le-Main, Allemagne",
    lat: 50.1155,
    lng: 8.6842,
  };
  await create(app, ada, { place: towns.koeln });
  await create(app, ada, { title: "Book fair", place: frankfurt });
  const titles = async (query: string) =>
    (await list(app, ada, { query })).items.map(({ title }) => title);
  for (const query of ["Cologne", "Colonia", "كولونيا", "cologne conference"])
    expect([query, await titles(query)]).toEqual([query, ["Conference on rides"]]);
  for (const query of [
    "Frankfurt am Main",
    "frankfurt germany fair",
    "Fráncfort",
    "Deutschland fair",
  ])
    expect([query, await titles(query)]).toEqual([query, ["Book fair"]]);
  expect(await titles("Deutschland")).toHaveLength(2);
  for (const query of ["Munich", "Cologne fair", "Spanien"])
    expect([query, await titles(query)]).toEqual([query, []]);
});

test("a repeated request creates one event, and nonsense is refused", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const headers = { "idempotency-key": "one-event" };
  const first = await create(app, ada, {}, headers);
  const second = await create(app, ada, {}, headers);
  expect(second.body.id).toBe(first.body.id);
  const refused = async (overrides: object) =>
    Object.keys((await create(app, ada, overrides)).body.fields ?? {});
  expect(await refused({ startsAt: "2025-12-31T09:00:00Z" })).toEqual(["startsAt"]);
  expect(
    await refused({ startsAt: "2027-06-01T09:00:00Z", endsAt: "2027-06-01T10:00:00Z" }),
  ).toEqual(["startsAt"]);
  expect(await refused({ endsAt: conference.startsAt })).toEqual(["endsAt"]);
  expect(await refused({ endsAt: "2026-03-01T09:00:00Z" })).toEqual(["endsAt"]);
  expect(await refused({ title: "Call +49 30 998877665" })).toEqual(["title"]);
  expect(await refused({ place: { ...towns.koeln, label: "ada@example.org" } })).toEqual(["place"]);
  for (const website of ["http://conference.example", "javascript:alert(1)", "conference.example"])
    expect(await refused({ website })).toEqual(["website"]);
});

test("[domain/event:masked] contact details in the description are hidden from everyone but its creator", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const bob = await app.createUser();
  const { body: event } = await create(app, ada, { description: "Write to ada@example.org" });
  expect(event.description).toBe("Write to ada@example.org");
  expect((await get(app, bob, event)).body.description).not.toContain("ada@example.org");
  const { text } = (
    await app.call<{ text: string }>("GET", `/events/${event.id}/calendar`, { as: bob })
  ).body;
  expect(text).not.toContain("ada@example.org");
});

test("[domain/event:creators] the community decides who creates events, and nobody creates more than 10 a day", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const mo = await createModerator(app);
  const setCreators = (eventCreators: string) =>
    app.call("PUT", "/moderation/rules", { as: mo, body: { eventCreators } });
  await setCreators("moderators");
  expect((await create(app, ada)).body.code).toBe("moderators_only");
  expect((await list(app, ada)).mayCreate).toBe(false);
  expect((await create(app, mo)).status).toBe(201);
  expect((await list(app, mo)).mayCreate).toBe(true);
  await setCreators("members");
  expect((await list(app, ada)).mayCreate).toBe(true);
  const created = await Promise.all(Array.from({ length: 14 }, () => create(app, ada)));
  expect(created.filter(({ status }) => status === 201)).toHaveLength(10);
  expect(new Set(created.map(({ body }) => body.code))).toEqual(
    new Set([undefined, "events_enough"]),
  );
  app.clock.now = new Date("2026-01-02T08:00:01Z");
  expect((await create(app, ada)).status).toBe(201);
});

test("[domain/event:list] upcoming events are listed soonest first, page by page, and found by all words in title or place", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const bob = await app.createUser();
  const later = { startsAt: "2026-02-01T18:00:00Z", endsAt: "2026-02-01T22:00:00Z" };
  await create(app, ada, { title: "Concert 100%", place: towns.bonn, ...later });
  await create(app, ada);
  await cancel(app, ada, (await create(app, ada, { title: "Cancelled" })).body);
  const titles = async (query?: Record<string, string | number>) =>
    (await list(app, bob, query)).items.map(({ title }) => title);
  expect(await titles()).toEqual(["Conference on rides", "Concert 100%"]);
  const first = await list(app, bob, { limit: 1 });
  expect(first.items.map(({ title }) => title)).toEqual(["Conference on rides"]);
  expect(await titles({ limit: 1, cursor: first.nextCursor ?? "" })).toEqual(["Concert 100%"]);
  expect(await titles({ query: "KÖLN conference" })).toEqual(["Conference on rides"]);
  expect(await titles({ query: "bonn conference" })).toEqual([]);
  expect(await titles({ query: "100%" })).toEqual(["Concert 100%"]);
  expect(await titles({ query: "_" })).toEqual([]);
  // During the event it is still listed, afterwards it is not, and later it is deleted.
  app.clock.now = new Date("2026-01-10T15:00:00Z");
  expect(await titles()).toHaveLength(2);
  app.clock.now = new Date("2026-01-10T17:00:00Z");
  expect(await titles()).toEqual(["Concert 100%"]);
  app.clock.now = new Date("2026-04-15T00:00:00Z");
  for (const sweep of eventSweeps) await runSweep(app.ctx, sweep);
  expect(await app.db.selectFrom("community_event").select("title").execute()).toEqual([
    { title: "Concert 100%" },
  ]);
});

test("[domain/event:hidden] moderators hide an event, which can be reported, and its creator can appeal; a block hides it both ways", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const bob = await app.createUser();
  const mo = await createModerator(app);
  const { body: event } = await create(app, ada, { description: "Pay me at ada@example.org" });
  const about = { kind: "event", id: event.id };
  expect(
    (await app.call("POST", "/reports", { as: bob, body: { about, reason: "scam" } })).status,
  ).toBe(201);
  const report = await app.db
    .selectFrom("report")
    .select(["subject_uid", "snapshot"])
    .executeTakeFirstOrThrow();
  expect(report).toMatchObject({
    subject_uid: ada.uid,
    snapshot: { description: "Pay me at ada@example.org" },
  });
  expect(
    (await app.call("POST", "/reports", { as: ada, body: { about, reason: "scam" } })).body["code"],
  ).toBe("own_report");
  const hidden = await app.call<{ id: string }>("POST", "/moderation/content-removals", {
    as: mo,
    body: { about, reason: "A scam" },
  });
  expect(hidden.status).toBe(201);
  for (const path of ["", "/rides", "/calendar"])
    expect((await app.call("GET", `/events/${event.id}${path}`, { as: bob })).status).toBe(404);
  expect((await list(app, bob)).items).toEqual([]);
  expect((await get(app, ada, event)).status).toBe(200);
  const note = await app.db
    .selectFrom("notification")
    .select(["kind", "path"])
    .where("uid", "=", ada.uid)
    .execute();
  expect(note).toContainEqual({ kind: "event.hidden", path: `/events/${event.id}` });
  const appeal = { as: ada, body: { reason: "It is not" } };
  expect(
    (await app.call("POST", `/content-removals/${hidden.body.id}/appeal`, appeal)).status,
  ).toBe(200);
  const show = { as: mo, body: { reason: "A mistake" } };
  expect(
    (await app.call("POST", `/moderation/content-removals/${hidden.body.id}/show`, show)).status,
  ).toBe(200);
  expect((await get(app, bob, event)).status).toBe(200);
  await app.call("PUT", `/blocks/${bob.uid}`, { as: ada });
  expect((await get(app, bob, event)).status).toBe(404);
  expect((await list(app, bob)).items).toEqual([]);
});

test("the calendar entry of an event has its times, place and website, and says that it changed or was cancelled", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const bob = await app.createUser();
  const { body: event } = await create(app, ada);
  const entry = async () => {
    const { body } = await app.call<{ text: string }>("GET", `/events/${event.id}/calendar`, {
      as: bob,
    });
    return parseCalendar(body.text).entries[0];
  };
  expect(await entry()).toMatchObject({
    uid: event.id,
    sequence: 0,
    status: "CONFIRMED",
    summary: conference.title,
    location: "Köln, Germany",
    start: conference.startsAt,
    end: conference.endsAt,
    timeZone: "Europe/Berlin",
    url: `http://127.0.0.1:3000/events/${event.id}`,
    alarms: ["-PT1H"],
  });
  expect((await entry())?.description).toContain("https://conference.example/2026");
  await change(app, ada, event, { startsAt: "2026-01-09T10:00:00.000Z" });
  expect(await entry()).toMatchObject({ sequence: 1, start: "2026-01-09T10:00:00.000Z" });
  await cancel(app, ada, event);
  expect(await entry()).toMatchObject({ sequence: 2, status: "CANCELLED", alarms: [] });
});
