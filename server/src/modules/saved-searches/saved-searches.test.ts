import type { SavedSearch } from "@commonlane/contract/saved-searches";
import { expect, test } from "vitest";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { saveSearch } from "../../../test/fixtures/alerts.ts";
import { karlsruheToBonn, sortedStatuses, towns } from "../../../test/fixtures/rides.ts";
import { createTestApp, type TestUser, type TestApp } from "../../../test/app/test-app.ts";
import { savedSearchSweeps } from "./index.ts";

type Answer = SavedSearch & { code?: string; fields?: Record<string, string> };
const save = (app: TestApp, as: TestUser | undefined, overrides: object = {}, headers = {}) =>
  app.call<Answer>("POST", "/saved-searches", {
    as,
    body: { ...karlsruheToBonn, ...overrides },
    headers,
  });
const list = async (app: TestApp, as: TestUser) =>
  (await app.call<{ items: SavedSearch[]; nextCursor: null }>("GET", "/saved-searches", { as }))
    .body.items;
const change = (app: TestApp, as: TestUser, { id }: SavedSearch, body: object) =>
  app.call<Answer>("PUT", `/saved-searches/${id}`, { as, body });
const remove = (app: TestApp, as: TestUser, { id }: SavedSearch) =>
  app.call("DELETE", `/saved-searches/${id}`, { as });
const restore = (app: TestApp, as: TestUser, { id }: SavedSearch) =>
  app.call<Answer>("POST", `/saved-searches/${id}/restore`, { as });

test("lists a user's own searches newest first, and can rename, pause and resume them", async () => {
  const app = await createTestApp();
  const owner = await app.createUser();
  const other = await app.createUser();
  await app.waitForEvents();
  const events = app.recordEventsOf(owner.uid);
  const at = "2026-01-02T08:00:00.000Z";
  const first = await saveSearch(app, owner, { at, seats: 2, walkM: 2000 });
  expect(first).toMatchObject({
    ...karlsruheToBonn,
    at,
    name: null,
    seats: 2,
    walkM: 2000,
    timeZone: "Europe/Berlin",
    status: "active",
    ridesAlerted: 0,
  });
  const anyDay = await saveSearch(app, owner, {
    departsAfter: null,
    departsBefore: null,
    name: "  To Mum ",
  });
  expect(anyDay).toMatchObject({ departsAfter: null, departsBefore: null, name: "To Mum" });
  expect(await list(app, owner)).toEqual([anyDay, first]);

  expect((await change(app, owner, first, { name: "Fridays" })).body).toEqual({
    ...first,
    name: "Fridays",
  });
  expect((await change(app, owner, first, { paused: true })).body).toMatchObject({
    name: "Fridays",
    status: "paused",
  });
  expect((await change(app, owner, first, { paused: false, name: "" })).body).toEqual(first);
  await app.waitForEvents();
  expect(events.map(({ type }) => type)).toEqual([
    "saved-search.saved",
    "saved-search.saved",
    "saved-search.changed",
    "saved-search.changed",
    "saved-search.changed",
  ]);

  expect(await list(app, other)).toEqual([]);
  const tries = [
    change(app, other, first, { paused: true }),
    remove(app, other, first),
    restore(app, other, first),
  ];
  expect(sortedStatuses(await Promise.all(tries))).toEqual([404, 404, 404]);
  expect((await save(app, undefined)).status).toBe(401);
  app.clock.now = new Date("2026-01-02T13:00:00Z");
  expect((await list(app, owner)).map(({ status }) => status)).toEqual(["active", "over"]);
});

test("rejects invalid searches, saves duplicates once, and allows at most twenty", async () => {
  const app = await createTestApp();
  const owner = await app.createUser();
  const fieldsOf = async (overrides: object) =>
    Object.keys((await save(app, owner, overrides)).body.fields ?? {});
  expect(await fieldsOf({ destination: towns.karlsruhe })).toEqual(["destination"]);
  expect(await fieldsOf({ departsAfter: null })).toEqual(["departsBefore"]);
  expect(await fieldsOf({ departsBefore: "2026-01-02T05:00:00Z" })).toEqual(["departsBefore"]);
  expect(
    await fieldsOf({ departsAfter: "2025-12-30T05:00:00Z", departsBefore: "2025-12-31T05:00:00Z" }),
  ).toEqual(["departsBefore"]);
  const first = await saveSearch(app, owner);
  await change(app, owner, first, { paused: true });
  expect(await saveSearch(app, owner, { name: "Again" })).toEqual(first);
  const more = await Promise.all(
    Array.from({ length: 24 }, (_, n) => save(app, owner, { walkM: n })),
  );
  expect(sortedStatuses(more).filter((status) => status === 201)).toHaveLength(19);
  expect(more.find(({ status }) => status !== 201)?.body.code).toBe("saved_searches_enough");
  expect(await list(app, owner)).toHaveLength(20);
});

test("a removal can be undone for an hour, also if the same search was saved since; then it is deleted", async () => {
  const app = await createTestApp();
  const owner = await app.createUser();
  const first = await saveSearch(app, owner);
  const second = await saveSearch(app, owner, { seats: 2 });
  expect((await remove(app, owner, first)).status).toBe(200);
  expect((await remove(app, owner, first)).status).toBe(404);
  expect((await change(app, owner, first, { paused: true })).status).toBe(404);
  expect(await list(app, owner)).toEqual([second]);
  expect((await restore(app, owner, first)).body).toEqual(first);
  expect((await restore(app, owner, first)).body).toEqual(first);

  await remove(app, owner, first);
  const again = await saveSearch(app, owner);
  expect((await restore(app, owner, first)).body).toEqual(again);
  expect(await list(app, owner)).toEqual([again, second]);

  await remove(app, owner, second);
  app.clock.now = new Date("2026-01-01T09:30:00Z");
  for (const sweep of savedSearchSweeps) await runSweep(app.ctx, sweep);
  expect((await restore(app, owner, second)).status).toBe(404);
  expect(await list(app, owner)).toEqual([again]);
});
