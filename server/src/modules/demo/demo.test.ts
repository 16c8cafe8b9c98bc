import { DAY_MS } from "@commonlane/contract/durations";
import { expect, test, vi } from "vitest";
import { createTestApp, type TestApp } from "../../../test/app/test-app.ts";
import { findWrongSeatCounts } from "../../../test/processes/consistency-check.ts";
import type { PublicProfile } from "@commonlane/contract/profiles";
import { issueIdToken } from "#modules/accounts/index.ts";
import { importPlacesIfChanged } from "#modules/places/index.ts";
import { reliabilityConsumer } from "#modules/reliability/index.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { sweeps } from "#bootstrap/sweeps.ts";
import { featuredPersonas } from "./featured-personas.ts";
import { demoPlugin } from "./index.ts";

/** Imports all places, and fills the database twice. */
const FILLING = { timeout: 120_000 };
const KEY = "the-key-of-this-test";
const HERE = { host: "localhost:3000", cookie: `commonlane_local=${KEY}` };
const signIn = (app: TestApp, who: string, headers: Record<string, string> = {}) =>
  app.http.inject({
    method: "POST",
    url: `/demo/sign-in/${who}`,
    headers: { ...HERE, "content-type": "application/x-www-form-urlencoded", ...headers },
    payload: "",
  });
const open = (app: TestApp, headers: Record<string, string> = {}) =>
  app.http.inject({ url: "/demo", headers: { ...HERE, ...headers } });

async function counted(app: TestApp) {
  const [people, rides, requests] = await Promise.all([
    app.db.selectFrom("account").select("uid").execute(),
    app.db.selectFrom("ride").select(["departs_at", "status"]).execute(),
    app.db.selectFrom("seat_request").select("status").execute(),
  ]);
  return {
    people: people.length,
    coming: rides.filter(({ departs_at }) => departs_at > app.now()).length,
    requests: requests.length,
    states: new Set(requests.map(({ status }) => status)),
  };
}

async function openDemo() {
  const app = await createTestApp({ settings: { LOCAL_PAGES_KEY: KEY } });
  await importPlacesIfChanged(app.connection);
  demoPlugin.mount(app.http, app.ctx, app.drivers);
  await demoPlugin.prepare(app.ctx);
  return app;
}

test(
  "creates sixty users, rides over two weeks, requests in all states, ride requests with offers, a saved search and a series; does nothing again until it is stale",
  FILLING,
  async () => {
    const app = await openDemo();
    expect(await findWrongSeatCounts(app.ctx)).toEqual([]);
    for (const sweep of sweeps) await runSweep(app.ctx, sweep);
    const first = await counted(app);
    expect(first).toMatchObject({ people: 60 });
    expect(first.coming).toBeGreaterThan(220);
    expect(first.requests).toBeGreaterThan(150);
    const all = ["pending", "accepted", "rejected", "withdrawn", "expired", "cancelled", "completed"];
    expect([...first.states].toSorted()).toEqual(all.toSorted());

    const { db } = app;
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

    // Amara has read Giulia's messages up to her own answer.
    const messages = db.selectFrom("message").where("kind", "=", "text");
    expect((await messages.select("text").execute()).length).toBeGreaterThan(10);
    const { uid } = await db
      .selectFrom("account")
      .where("email", "like", "amara.%")
      .select("uid")
      .executeTakeFirstOrThrow();
    const token = await issueIdToken(app.ctx, uid);
    const as = { uid, email: "", token, freshToken: async () => token };
    expect((await app.call("GET", "/chat/unread-count", { as })).body).toEqual({ count: 1 });
    const count = reliabilityConsumer(app.ctx);
    while ((await count()) > 0);
    const { body: amara } = await app.call<PublicProfile>("GET", `/profiles/${uid}`, { as });
    expect(amara.reliability).toMatchObject({
      completed: expect.toSatisfy((rides) => rides > 1),
      answerS: expect.toSatisfy((seconds) => seconds < 86_400),
    });

    const page = (await open(app)).body;
    for (const star of featuredPersonas) expect(page).toContain(star);
    expect(page).toContain("Hosts Freiburg im Breisgau → Köln tomorrow at 07:45; 2 requests need an answer.");

    await demoPlugin.prepare(app.ctx);
    expect(await counted(app)).toEqual(first);
    // A registered account is kept, and the demo still starts.
    await app.createUser();
    await demoPlugin.prepare(app.ctx);
    expect(await counted(app)).toEqual({ ...first, people: first.people + 1 });
    await app.listen();
    await vi.waitUntil(() => app.drivers.map.drivers.size > 5, { timeout: 10_000 });

    app.clock.now = new Date(app.now().getTime() + 14 * DAY_MS);
    for (const sweep of sweeps) await runSweep(app.ctx, sweep);
    await demoPlugin.prepare(app.ctx);
    const refilled = await counted(app);
    expect(refilled.people).toBe(61);
    expect(refilled.coming).toBeGreaterThan(220);

    const cookies = [(await signIn(app, "amara.okafor")).headers["set-cookie"] ?? ""].flat();
    const refresh = cookies.find((cookie) => cookie.startsWith("commonlane_refresh="));
    expect(refresh).toMatch(/HttpOnly/);
    const session = await app.call("POST", "/identity/refresh", {
      headers: { cookie: refresh?.split(";")[0] ?? "" },
    });
    expect(session.body).toMatchObject({ user: { displayName: "Amara Okafor", emailVerified: true } });
  },
);

test("the product has no demo page and no sign-in without a password", async () => {
  const app = await createTestApp();
  expect((await open(app)).statusCode).toBe(404);
  expect((await signIn(app, "amara.okafor")).statusCode).toBeGreaterThanOrEqual(400);
  expect((await app.call("POST", "/identity/refresh")).status).toBe(401);
});

test("the demo page works only on this machine and with its own forms", async () => {
  const app = await createTestApp({ settings: { LOCAL_PAGES_KEY: KEY } });
  demoPlugin.mount(app.http, app.ctx, app.drivers);
  expect((await open(app)).statusCode).toBe(200);
  expect((await open(app, { host: "evil.example" })).statusCode).toBe(421);
  expect((await open(app, { cookie: "" })).statusCode).toBe(404);
  expect((await signIn(app, "amara.okafor", { cookie: `commonlane_local=${KEY}x` })).statusCode).toBe(404);
  expect((await open(app, { "x-real-ip": "192.0.2.7" })).statusCode).toBe(404);
  expect((await open(app, { "x-forwarded-for": "192.0.2.7" })).statusCode).toBe(404);
  expect((await signIn(app, "amara.okafor", { "sec-fetch-site": "cross-site" })).statusCode).toBe(404);
  const published = await createTestApp({
    settings: { LOCAL_PAGES_KEY: KEY, PUBLIC_URL: "https://rides.example.org" },
  });
  demoPlugin.mount(published.http, published.ctx, published.drivers);
  expect((await open(published)).statusCode).toBe(404);
  expect((await signIn(app, "nobody.atall", { "sec-fetch-site": "same-origin" })).statusCode).toBe(404);
});

test("never fills a community's database", async () => {
  const app = await createTestApp();
  await app.createUser();
  await expect(demoPlugin.prepare(app.ctx)).rejects.toThrow("This database belongs to a community.");
  expect(await counted(app)).toMatchObject({ people: 1, coming: 0 });
  expect(() => demoPlugin.environment({ DATABASE_URL: "postgres://somewhere" })).toThrow("without DATABASE_URL");
  expect(demoPlugin.environment({ PORT: "4000" })).toEqual({ PORT: "4000", DATA_DIR: "demo-data" });
});
