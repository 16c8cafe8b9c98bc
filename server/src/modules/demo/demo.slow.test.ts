import { DAY_MS } from "@commonlane/contract/durations";
import type { PublicProfile } from "@commonlane/contract/profiles";
import type { NextBest } from "@commonlane/contract/ride-search";
import type { RideSearchResult } from "@commonlane/contract/rides";
import { expect, test, vi } from "vitest";
import { createTestApp, type TestApp } from "../../../test/app/test-app.ts";
import { createTestFolder } from "../../../test/app/test-folders.ts";
import { findWrongSeatCounts } from "../../../test/processes/consistency-check.ts";
import { importFirstTowns } from "#modules/places/index.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { silentSteps } from "#platform/start-progress.ts";
import { sweeps } from "#bootstrap/sweeps.ts";
import { createDemoPlugin } from "./index.ts";
import { localInstant } from "./local-time.ts";
import { TIME_ZONE } from "./demo-places.ts";
import {
  EVERYDAY_SEARCHES,
  type EverydaySearch,
} from "../../../test/fixtures/everyday-searches.ts";
import {
  EVERYDAY_SITUATIONS,
  type EverydaySituation,
} from "../../../test/fixtures/everyday-situations.ts";
import {
  expectEvents,
  expectGroups,
  expectNoContradictions,
  expectRealTimes,
  expectTasks,
  HERE,
  KEY,
  open,
  tokenOf,
} from "../../../test/fixtures/demo-expectations.ts";

/** Imports all places, builds the region, and fills the database twice. */
const FILLING = { timeout: 300_000 };

const signIn = (app: TestApp, who: string, headers: Record<string, string> = {}) =>
  app.http.inject({
    method: "POST",
    url: `/demo/sign-in/${who}`,
    headers: { ...HERE, "content-type": "application/x-www-form-urlencoded", ...headers },
    payload: "",
  });

async function counted({ db, now }: TestApp) {
  const [people, rides, requests] = await Promise.all([
    db.selectFrom("account").select("uid").execute(),
    db.selectFrom("ride").select(["departs_at", "status"]).execute(),
    db.selectFrom("seat_request").select("status").execute(),
  ]);
  return {
    people: people.length,
    coming: rides.filter(({ departs_at }) => departs_at > now()).length,
    past: rides.filter(({ status }) => status === "completed").length,
    requests: requests.length,
    states: [...new Set(requests.map(({ status }) => status))].toSorted(),
  };
}

/** A Wednesday, so that the days looked at include a weekend. */
const WEDNESDAY = new Date("2026-06-10T06:00:00Z");

async function openDemo() {
  const plugin = createDemoPlugin();
  const environment = plugin.environment({});
  const settings = {
    LOCAL_PAGES_KEY: KEY,
    DATA_DIR: createTestFolder(),
    SERIES_AHEAD_DAYS: Number(environment["SERIES_AHEAD_DAYS"]),
  };
  const community = {
    currency: environment["CURRENCY"] ?? "",
    costPerKmMinor: Number(environment["COST_PER_KM_MINOR"]),
  };
  const app = await createTestApp({ settings, community });
  app.clock.now = WEDNESDAY;
  plugin.begin(app.settings);
  plugin.mount(app.http, app.ctx, app.drivers);
  const { connection } = app;
  const prepare = () =>
    plugin.prepare(app.ctx, {
      connection,
      placesLoaded: importFirstTowns(connection),
      step: silentSteps,
    });
  await prepare();
  return { app, prepare };
}

/** The searches that find nothing `days` ahead. */
async function findUnserved(app: TestApp, days: number): Promise<string[]> {
  const as = await tokenOf(app, "yuki.tanaka");
  const unserved: string[] = [];
  const look = async ({ from, to, hours: [after, before] }: EverydaySearch) => {
    const at = (hour: number) => localInstant(TIME_ZONE, app.now(), days, hour * 60).toISOString();
    const query = {
      fromLat: from.lat,
      fromLng: from.lng,
      toLat: to.lat,
      toLng: to.lng,
      departsAfter: at(after),
      departsBefore: at(before),
    };
    const { body } = await app.call<{ items: RideSearchResult[] }>("GET", "/rides/search", {
      as,
      query,
    });
    if (body.items.length === 0) unserved.push(`${from.label} → ${to.label}`);
  };
  for (const search of EVERYDAY_SEARCHES) await look(search);
  return unserved;
}

/** Situations whose search finds no ride with seats and names nothing to do instead. */
async function findHelpless(app: TestApp): Promise<string[]> {
  const as = await tokenOf(app, "yuki.tanaka");
  const helpless: string[] = [];
  const look = async ({ name, from, to, hours: [after, before], query }: EverydaySituation) => {
    const at = (hour: number) => localInstant(TIME_ZONE, app.now(), 2, hour * 60).toISOString();
    const search = {
      fromLat: from.lat,
      fromLng: from.lng,
      toLat: to.lat,
      toLng: to.lng,
      departsAfter: at(after),
      departsBefore: at(before),
      ...query,
    };
    const found = await app.call<FoundRides>("GET", "/rides/search", { as, query: search });
    if (found.body.items.length > 0) return;
    const { body } = await app.call<NextBest>("GET", "/rides/search/next-best", {
      as,
      query: search,
    });
    if (body.searches.length === 0 && !body.walk) helpless.push(name);
  };
  for (const situation of EVERYDAY_SITUATIONS) await look(situation);
  return helpless;
}

interface FoundRides {
  readonly items: RideSearchResult[];
}

test(
  "150 people, twelve weeks of history and two weeks of rides without contradictions; 25 of 30 everyday searches find a ride, and none of 42 situations is left without an offer; all is done once until it is stale",
  FILLING,
  async () => {
    const { app, prepare } = await openDemo();
    expect(app.bugs).toEqual([]);
    expect(await findWrongSeatCounts(app.ctx)).toEqual([]);
    await expectTasks(app);
    await expectGroups(app);
    await expectEvents(app);
    for (const sweep of sweeps) await runSweep(app.ctx, sweep);
    const first = await counted(app);
    expect(first).toMatchObject({ people: 150 });
    expect(first.coming).toBeGreaterThan(900);
    expect(first.past).toBeGreaterThan(150);
    const all = [
      "pending",
      "accepted",
      "rejected",
      "withdrawn",
      "expired",
      "cancelled",
      "completed",
    ];
    expect(first.states).toEqual(all.toSorted());
    await expectNoContradictions(app);
    await expectRealTimes(app);

    // From Wednesday: two days ahead, and the days after, with a weekend.
    for (let days = 2; days <= 8; days++)
      expect({ days, unserved: await findUnserved(app, days) }).toEqual({
        days,
        unserved: expect.toSatisfy(
          ({ length }: string[]) => EVERYDAY_SEARCHES.length - length >= 25,
        ),
      });

    expect(EVERYDAY_SITUATIONS).toHaveLength(42);
    expect(await findHelpless(app)).toEqual([]);

    // Amara has read Stella's messages up to her own answer.
    const amara = await tokenOf(app, "amara.okafor");
    expect((await app.call("GET", "/chat/unread-count", { as: amara })).body).toEqual({ count: 1 });
    const { body: profile } = await app.call<PublicProfile>("GET", `/profiles/${amara.uid}`, {
      as: amara,
    });
    expect(profile.reliability).toMatchObject({
      completed: expect.toSatisfy((rides) => rides > 1),
    });
    const photo = await app.http.inject({ url: profile.photo ?? "" });
    expect(photo).toMatchObject({ statusCode: 200, headers: { "content-type": "image/webp" } });

    await prepare();
    expect(await counted(app)).toEqual(first);
    // A registered account is kept, and the demo still starts.
    await app.createUser();
    await prepare();
    expect(await counted(app)).toEqual({ ...first, people: first.people + 1 });
    await app.listen();
    await vi.waitUntil(() => app.drivers.map.drivers.size > 5, { timeout: 10_000 });

    app.clock.now = new Date(app.now().getTime() + 14 * DAY_MS);
    for (const sweep of sweeps) await runSweep(app.ctx, sweep);
    await prepare();
    const refilled = await counted(app);
    expect(refilled.people).toBe(151);
    expect(refilled.coming).toBeGreaterThan(900);

    const cookies = [(await signIn(app, "amara.okafor")).headers["set-cookie"] ?? ""].flat();
    const refresh = cookies.find((cookie) => cookie.startsWith("commonlane_refresh="));
    expect(refresh).toMatch(/HttpOnly/);
    const session = await app.call("POST", "/identity/refresh", {
      headers: { cookie: refresh?.split(";")[0] ?? "" },
    });
    expect(session.body).toMatchObject({
      user: { displayName: "Amara Okafor", emailVerified: true },
    });
    expect((await signIn(app, "helena.malin")).headers.location).toBe("/moderation");
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
  createDemoPlugin().mount(app.http, app.ctx, app.drivers);
  expect((await open(app)).statusCode).toBe(200);
  expect((await open(app, { host: "evil.example" })).statusCode).toBe(421);
  expect((await open(app, { cookie: "" })).statusCode).toBe(404);
  expect(
    (await signIn(app, "amara.okafor", { cookie: `commonlane_local=${KEY}x` })).statusCode,
  ).toBe(404);
  expect((await open(app, { "x-real-ip": "192.0.2.7" })).statusCode).toBe(404);
  expect((await open(app, { "x-forwarded-for": "192.0.2.7" })).statusCode).toBe(404);
  expect((await signIn(app, "amara.okafor", { "sec-fetch-site": "cross-site" })).statusCode).toBe(
    404,
  );
  const published = await createTestApp({
    settings: { LOCAL_PAGES_KEY: KEY, PUBLIC_URL: "https://rides.example.org" },
  });
  createDemoPlugin().mount(published.http, published.ctx, published.drivers);
  expect((await open(published)).statusCode).toBe(404);
  expect((await signIn(app, "nobody.atall", { "sec-fetch-site": "same-origin" })).statusCode).toBe(
    404,
  );
});

test("never fills a community's database", async () => {
  const app = await createTestApp();
  await app.createUser();
  const plugin = createDemoPlugin();
  const parts = { connection: app.connection, placesLoaded: Promise.resolve(), step: silentSteps };
  await expect(plugin.prepare(app.ctx, parts)).rejects.toThrow(
    "This database belongs to a community.",
  );
  expect(await counted(app)).toMatchObject({ people: 1, coming: 0 });
  expect(() => plugin.environment({ DATABASE_URL: "postgres://somewhere" })).toThrow(
    "without DATABASE_URL",
  );
  expect(plugin.environment({ PORT: "4000" })).toMatchObject({
    PORT: "4000",
    DATA_DIR: "demo-data",
  });
});
