import { DAY_MS } from "@commonlane/contract/durations";
import { expect, test, vi } from "vitest";
import { openWorld, type World } from "../../../test/world.ts";
import { wrongLedgers } from "../../../test/processes/books.ts";
import type { PublicProfile } from "@commonlane/contract/profiles";
import { issueIdToken } from "#modules/accounts/index.ts";
import { ensurePlaces } from "#modules/places/index.ts";
import { reliabilityOfFacts } from "#modules/reliability/index.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { sweeps } from "#sweeps.ts";
import { stars } from "./stars.ts";
import { demo } from "./index.ts";

/** All places are read in first, and the world is filled twice. */
const FILLING = { timeout: 120_000 };
const KEY = "the-key-of-this-test";
const HERE = { host: "localhost:3000", cookie: `commonlane_local=${KEY}` };
const signIn = (world: World, who: string, headers: Record<string, string> = {}) =>
  world.app.inject({
    method: "POST",
    url: `/demo/sign-in/${who}`,
    headers: { ...HERE, "content-type": "application/x-www-form-urlencoded", ...headers },
    payload: "",
  });
const open = (world: World, headers: Record<string, string> = {}) =>
  world.app.inject({ url: "/demo", headers: { ...HERE, ...headers } });

async function counted(world: World) {
  const [people, rides, requests] = await Promise.all([
    world.db.selectFrom("account").select("uid").execute(),
    world.db.selectFrom("ride").select(["departs_at", "status"]).execute(),
    world.db.selectFrom("seat_request").select("status").execute(),
  ]);
  return {
    people: people.length,
    coming: rides.filter(({ departs_at }) => departs_at > world.now()).length,
    requests: requests.length,
    states: new Set(requests.map(({ status }) => status)),
  };
}

async function openDemo() {
  const world = await openWorld({ settings: { LOCAL_PAGES_KEY: KEY } });
  await ensurePlaces(world.connection);
  demo.mount(world.app, world.ctx, world.drivers);
  await demo.prepare(world.ctx);
  return world;
}

test(
  "[issue2/demo:fill] sixty people, rides over two weeks, requests in all states, wishes with offers, a saved search and a ride that repeats; again it does nothing, and old it is refilled",
  FILLING,
  async () => {
    const world = await openDemo();
    expect(await wrongLedgers(world.ctx)).toEqual([]);
    for (const sweep of sweeps) await runSweep(world.ctx, sweep);
    const first = await counted(world);
    expect(first).toMatchObject({ people: 60 });
    expect(first.coming).toBeGreaterThan(220);
    expect(first.requests).toBeGreaterThan(150);
    const all = ["pending", "accepted", "rejected", "withdrawn", "expired", "cancelled", "completed"];
    expect([...first.states].toSorted()).toEqual(all.toSorted());

    const { db } = world;
    expect(await db.selectFrom("ride_request").select("status").execute()).toMatchObject([
      { status: "open" },
      { status: "open" },
    ]);
    expect(await db.selectFrom("offer").select("status").execute()).toMatchObject([
      { status: "pending" },
      { status: "pending" },
    ]);
    expect(await db.selectFrom("saved_search").select("owner_id").execute()).toHaveLength(1);
    const days = await db.selectFrom("ride").select("id").where("series_id", "is not", null).execute();
    expect(days.length).toBeGreaterThan(15);

    // Amara has read what Giulia wrote before she answered, and not what came after.
    const said = db.selectFrom("message").where("kind", "=", "text");
    expect((await said.select("text").execute()).length).toBeGreaterThan(10);
    const { uid } = await db
      .selectFrom("account")
      .where("email", "like", "amara.%")
      .select("uid")
      .executeTakeFirstOrThrow();
    const token = await issueIdToken(world.ctx, uid);
    const as = { uid, email: "", token, freshToken: async () => token };
    expect((await world.call("GET", "/chat/unread-count", { as })).body).toEqual({ count: 1 });
    const count = reliabilityOfFacts(world.ctx);
    while ((await count()) > 0);
    const { body: amara } = await world.call<PublicProfile>("GET", `/profiles/${uid}`, { as });
    expect(amara.reliability).toMatchObject({
      completed: expect.toSatisfy((rides) => rides > 1),
      answerS: expect.toSatisfy((seconds) => seconds < 86_400),
    });

    const page = (await open(world)).body;
    for (const star of stars) expect(page).toContain(star);
    expect(page).toContain("Hosts Freiburg im Breisgau → Köln tomorrow at 07:45; 2 requests are waiting.");

    await demo.prepare(world.ctx);
    expect(await counted(world)).toEqual(first);
    // Somebody tried the registration: the demo still starts, and keeps their account.
    await world.person();
    await demo.prepare(world.ctx);
    expect(await counted(world)).toEqual({ ...first, people: first.people + 1 });
    await world.listen();
    await vi.waitUntil(() => world.drivers.map.drivers.size > 5, { timeout: 10_000 });

    world.world.now = new Date(world.now().getTime() + 14 * DAY_MS);
    for (const sweep of sweeps) await runSweep(world.ctx, sweep);
    await demo.prepare(world.ctx);
    const refilled = await counted(world);
    expect(refilled.people).toBe(61);
    expect(refilled.coming).toBeGreaterThan(220);

    const cookies = [(await signIn(world, "amara.okafor")).headers["set-cookie"] ?? ""].flat();
    const refresh = cookies.find((cookie) => cookie.startsWith("commonlane_refresh="));
    expect(refresh).toMatch(/HttpOnly/);
    const session = await world.call("POST", "/identity/refresh", {
      headers: { cookie: refresh?.split(";")[0] ?? "" },
    });
    expect(session.body).toMatchObject({ user: { displayName: "Amara Okafor", emailVerified: true } });
  },
);

test("[issue2/demo:only-there] the product has no such page, and no sign-in without a password", async () => {
  const world = await openWorld();
  expect((await open(world)).statusCode).toBe(404);
  expect((await signIn(world, "amara.okafor")).statusCode).toBeGreaterThanOrEqual(400);
  expect((await world.call("POST", "/identity/refresh")).status).toBe(401);
});

test("[issue2/demo:only-there] the demo's page is for this machine and its own forms", async () => {
  const world = await openWorld({ settings: { LOCAL_PAGES_KEY: KEY } });
  demo.mount(world.app, world.ctx, world.drivers);
  expect((await open(world)).statusCode).toBe(200);
  expect((await open(world, { host: "evil.example" })).statusCode).toBe(421);
  expect((await open(world, { cookie: "" })).statusCode).toBe(404);
  expect((await signIn(world, "amara.okafor", { cookie: `commonlane_local=${KEY}x` })).statusCode).toBe(404);
  expect((await open(world, { "x-real-ip": "192.0.2.7" })).statusCode).toBe(404);
  expect((await open(world, { "x-forwarded-for": "192.0.2.7" })).statusCode).toBe(404);
  expect((await signIn(world, "amara.okafor", { "sec-fetch-site": "cross-site" })).statusCode).toBe(404);
  const published = await openWorld({ settings: { LOCAL_PAGES_KEY: KEY, PUBLIC_URL: "https://rides.example.org" } });
  demo.mount(published.app, published.ctx, published.drivers);
  expect((await open(published)).statusCode).toBe(404);
  expect((await signIn(world, "nobody.atall", { "sec-fetch-site": "same-origin" })).statusCode).toBe(404);
});

test("[issue2/demo:only-there] a community's own database is never filled", async () => {
  const world = await openWorld();
  await world.person();
  await expect(demo.prepare(world.ctx)).rejects.toThrow("This database belongs to a community.");
  expect(await counted(world)).toMatchObject({ people: 1, coming: 0 });
  expect(() => demo.environment({ DATABASE_URL: "postgres://somewhere" })).toThrow("without DATABASE_URL");
  expect(demo.environment({ PORT: "4000" })).toEqual({ PORT: "4000", DATA_DIR: "demo-data" });
});
