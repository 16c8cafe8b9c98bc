import { DAY_MS } from "@commonlane/contract/durations";
import { expect, test } from "vitest";
import { suspendAccount } from "#modules/accounts/index.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../../test/app/test-app.ts";
import { openMark } from "../../../../test/fixtures/audiences.ts";
import {
  freiburgToKoeln,
  hostRide,
  karlsruheToBonn,
  postRequest,
  TOMORROW,
  towns,
} from "../../../../test/fixtures/rides.ts";

const PAIRS = 150;
const WARM_UP = 40;
/** The probability of more by chance is 5 %. */
const MAX_Z = 2;
/** Of twenty series one is beyond the limit by chance. A real difference repeats; before, z was 5 to 11 every time. */
const SERIES = 3;

/** How the things of a host are hidden from somebody. */
interface Hiding {
  readonly createHost: (
    app: TestApp,
  ) => Promise<{ readonly host: TestUser; readonly terms?: object }>;
  /** Called when they exist. */
  readonly hide?: (
    app: TestApp,
    options: { host: TestUser; viewer: TestUser; ids: readonly string[] },
  ) => Promise<unknown>;
}

const HIDINGS: Readonly<Record<string, Hiding>> = {
  "a group": {
    createHost: async (app) => {
      const { mark, createMember } = await openMark(app);
      return { host: await createMember(), terms: { membersOf: mark.id } };
    },
  },
  "another gender": {
    createHost: async (app) => ({
      host: await app.createUser({ gender: "female" }),
      terms: { audience: "sameGender" },
    }),
  },
  "a block": {
    createHost: async (app) => ({ host: await app.createUser() }),
    hide: (app, { host, viewer }) => app.call("PUT", `/blocks/${viewer.uid}`, { as: host }),
  },
  "a suspension": {
    createHost: async (app) => ({ host: await app.createUser() }),
    hide: (app, { host }) => suspendAccount(app.ctx, host.uid, "a test"),
  },
  "a removal": {
    createHost: async (app) => ({ host: await app.createUser() }),
    hide: async ({ db, clock }, { host, ids }) => {
      const removal = {
        owner_uid: host.uid,
        reason: "A test",
        original: null,
        hidden_at: clock.now,
        hidden_until: null,
      };
      for (const kind of ["ride", "ride-request"] as const)
        for (const subject_id of ids)
          await db
            .insertInto("content_removal")
            .values({ ...removal, kind, subject_id })
            .execute();
    },
  },
};

/** Asks for the place and time of the hidden thing, or for the same where nothing is. */
type Call = (isHidden: boolean) => Promise<unknown>;

/** How much more often the call of a pair with the hidden thing was the slower one, in standard deviations. */
async function signTest(call: Call): Promise<number> {
  const timeOf = async (isHidden: boolean) => {
    const startedAt = performance.now();
    await call(isHidden);
    return performance.now() - startedAt;
  };
  for (let n = 0; n < WARM_UP; n++) await timeOf(n % 2 === 0);
  let slower = 0;
  for (let n = 0; n < PAIRS; n++) {
    const isFirst = Math.random() < 0.5;
    const one = await timeOf(isFirst);
    const other = await timeOf(!isFirst);
    if (isFirst ? one > other : other > one) slower++;
  }
  return (slower - PAIRS / 2) / Math.sqrt(PAIRS / 4);
}

async function expectNoDifference(call: Call): Promise<void> {
  const found: number[] = [];
  for (let n = 0; n < SERIES; n++) {
    const z = await signTest(call);
    if (Math.abs(z) < MAX_Z) return;
    found.push(z);
  }
  expect(found, "z of each series").toEqual([]);
}

const departure = (days: number) => new Date(Date.parse(TOMORROW) + days * DAY_MS).toISOString();
const hours = (n: number) => n / 24;

/** The day with the hidden ride, or one without. */
const dayOf = (isHidden: boolean) => (isHidden ? 0 : 3);

const ROUTE = {
  fromLat: towns.freiburg.lat,
  fromLng: towns.freiburg.lng,
  toLat: towns.koeln.lat,
  toLng: towns.koeln.lng,
};

test.for(Object.entries(HIDINGS))(
  "[domain/privacy:times] searches, days, near misses and full rides take as long with a ride hidden by %s as without",
  { timeout: 120_000, retry: 0 },
  async ([, { createHost, hide }]) => {
    const app = await createTestApp();
    const viewer = await app.createUser({ gender: "male" });
    const { host, terms } = await createHost(app);
    const ride = await hostRide(app, host, { ...terms, departsAt: departure(0) });
    const full = await hostRide(app, host, { ...terms, departsAt: departure(hours(12)) });
    await app.db
      .updateTable("ride")
      .set({ seats_left: [0, 0] })
      .where("id", "=", full.id)
      .execute();
    await hide?.(app, { host, viewer, ids: [ride.id, full.id] });

    const get = async (path: string, query: Record<string, string | number>) => {
      const { status, body } = await app.call<{ items: { count?: number }[] }>("GET", path, {
        as: viewer,
        query,
      });
      expect([status, body.items.filter(({ count }) => count !== 0)]).toEqual([200, []]);
    };
    const search = (path: string, fromH: number, untilH: number) => (isHidden: boolean) =>
      get(path, {
        ...ROUTE,
        departsAfter: departure(dayOf(isHidden) + hours(fromH)),
        departsBefore: departure(dayOf(isHidden) + hours(untilH)),
      });
    await expectNoDifference(search("/rides/search", -3, 3));
    await expectNoDifference(search("/rides/search", 9, 15));
    await expectNoDifference(search("/rides/search/near-misses", 2, 5));
    await expectNoDifference((isHidden) =>
      get("/rides/search/days", {
        ...ROUTE,
        date: departure(dayOf(isHidden)).slice(0, 10),
        timeZone: "UTC",
        around: 0,
      }),
    );
  },
);

test.for(Object.entries(HIDINGS))(
  "[domain/privacy:times] requests along a ride take as long with a request hidden by %s as without",
  { timeout: 120_000, retry: 0 },
  async ([, { createHost, hide }]) => {
    const app = await createTestApp();
    const driver = await app.createUser({ gender: "male" });
    const { host, terms } = await createHost(app);
    const request = await postRequest(app, host, terms);
    await hide?.(app, { host, viewer: driver, ids: [request.id] });
    const along = await hostRide(app, driver, { departsAt: freiburgToKoeln.departsAt });
    const later = await hostRide(app, driver, { departsAt: departure(3) });
    expect(Date.parse(karlsruheToBonn.departsBefore)).toBeLessThan(Date.parse(later.departsAt));
    await expectNoDifference(async (isHidden) => {
      const query = { rideId: isHidden ? along.id : later.id };
      const { body } = await app.call<{ items: unknown[] }>("GET", "/requests/nearby", {
        as: driver,
        query,
      });
      expect(body.items).toEqual([]);
    });
  },
);
