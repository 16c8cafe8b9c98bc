import type { SavedSearch } from "@commonlane/contract/saved-searches";
import { expect, test } from "vitest";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { saveSearch } from "../../../test/alerts.ts";
import { karlsruheToBonn, statuses, towns } from "../../../test/journeys.ts";
import { openWorld, type Person, type World } from "../../../test/world.ts";
import { savedSearchSweeps } from "./sweeps.ts";

type Answer = SavedSearch & { code?: string; fields?: Record<string, string> };
const save = (world: World, as: Person | undefined, said: object = {}, headers = {}) =>
  world.call<Answer>("POST", "/saved-searches", { as, body: { ...karlsruheToBonn, ...said }, headers });
const list = async (world: World, as: Person) =>
  (await world.call<{ items: SavedSearch[]; nextCursor: null }>("GET", "/saved-searches", { as })).body.items;
const change = (world: World, as: Person, { id }: SavedSearch, body: object) =>
  world.call<Answer>("PUT", `/saved-searches/${id}`, { as, body });
const remove = (world: World, as: Person, { id }: SavedSearch) => world.call("DELETE", `/saved-searches/${id}`, { as });
const restore = (world: World, as: Person, { id }: SavedSearch) =>
  world.call<Answer>("POST", `/saved-searches/${id}/restore`, { as });

test("[ours/saved-search:keep] a search is kept as it was asked, newest first, is named, paused and resumed, and is nobody else's", async () => {
  const world = await openWorld();
  const [owner, other] = [await world.person(), await world.person()];
  await world.allTold();
  const heard = world.hear(owner.uid);
  const at = "2026-01-02T08:00:00.000Z";
  const first = await saveSearch(world, owner, { at, seats: 2, walkM: 2000 });
  expect(first).toMatchObject({
    ...karlsruheToBonn,
    at,
    name: null,
    seats: 2,
    walkM: 2000,
    timeZone: "Europe/Berlin",
    status: "active",
    ridesTold: 0,
  });
  const anyDay = await saveSearch(world, owner, { departsAfter: null, departsBefore: null, name: "  To Mum " });
  expect(anyDay).toMatchObject({ departsAfter: null, departsBefore: null, name: "To Mum" });
  expect(await list(world, owner)).toEqual([anyDay, first]);

  expect((await change(world, owner, first, { name: "Fridays" })).body).toEqual({ ...first, name: "Fridays" });
  expect((await change(world, owner, first, { paused: true })).body).toMatchObject({
    name: "Fridays",
    status: "paused",
  });
  expect((await change(world, owner, first, { paused: false, name: "" })).body).toEqual(first);
  await world.allTold();
  expect(heard.map(({ type }) => type)).toEqual([
    "saved-search.saved",
    "saved-search.saved",
    "saved-search.changed",
    "saved-search.changed",
    "saved-search.changed",
  ]);

  expect(await list(world, other)).toEqual([]);
  const tries = [
    change(world, other, first, { paused: true }),
    remove(world, other, first),
    restore(world, other, first),
  ];
  expect(statuses(await Promise.all(tries))).toEqual([404, 404, 404]);
  expect((await save(world, undefined)).status).toBe(401);
  world.world.now = new Date("2026-01-02T13:00:00Z");
  expect((await list(world, owner)).map(({ status }) => status)).toEqual(["active", "over"]);
});

test("[ours/saved-search:bounded] what makes no sense is refused, what is saved twice is kept once, and twenty are enough", async () => {
  const world = await openWorld();
  const owner = await world.person();
  const fieldsOf = async (said: object) => Object.keys((await save(world, owner, said)).body.fields ?? {});
  expect(await fieldsOf({ destination: towns.karlsruhe })).toEqual(["destination"]);
  expect(await fieldsOf({ departsAfter: null })).toEqual(["departsBefore"]);
  expect(await fieldsOf({ departsBefore: "2026-01-02T05:00:00Z" })).toEqual(["departsBefore"]);
  expect(await fieldsOf({ departsAfter: "2025-12-30T05:00:00Z", departsBefore: "2025-12-31T05:00:00Z" })).toEqual([
    "departsBefore",
  ]);
  const first = await saveSearch(world, owner);
  await change(world, owner, first, { paused: true });
  expect(await saveSearch(world, owner, { name: "Again" })).toEqual(first);
  const more = await Promise.all(Array.from({ length: 24 }, (_, n) => save(world, owner, { walkM: n })));
  expect(statuses(more).filter((status) => status === 201)).toHaveLength(19);
  expect(more.find(({ status }) => status !== 201)?.body.code).toBe("saved_searches_enough");
  expect(await list(world, owner)).toHaveLength(20);
});

test("[ours/saved-search:undo] a removal can be taken back for an hour, also when the same was saved since; then it is forgotten", async () => {
  const world = await openWorld();
  const owner = await world.person();
  const [first, second] = [await saveSearch(world, owner), await saveSearch(world, owner, { seats: 2 })];
  expect((await remove(world, owner, first)).status).toBe(200);
  expect((await remove(world, owner, first)).status).toBe(404);
  expect((await change(world, owner, first, { paused: true })).status).toBe(404);
  expect(await list(world, owner)).toEqual([second]);
  expect((await restore(world, owner, first)).body).toEqual(first);
  expect((await restore(world, owner, first)).body).toEqual(first);

  await remove(world, owner, first);
  const again = await saveSearch(world, owner);
  expect((await restore(world, owner, first)).body).toEqual(again);
  expect(await list(world, owner)).toEqual([again, second]);

  await remove(world, owner, second);
  world.world.now = new Date("2026-01-01T09:30:00Z");
  for (const sweep of savedSearchSweeps) await runSweep(world.ctx, sweep);
  expect((await restore(world, owner, second)).status).toBe(404);
  expect(await list(world, owner)).toEqual([again]);
});
