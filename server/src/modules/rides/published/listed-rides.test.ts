import type { Ride } from "@commonlane/contract/rides";
import type { RideListing } from "@commonlane/contract/community-settings";
import type { RideSeries } from "@commonlane/contract/ride-series";
import type { RideTemplate } from "@commonlane/contract/ride-templates";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { freiburgToKoeln, hostRide, requestSeats } from "../../../../test/fixtures/rides.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../../test/app/test-app.ts";

const rideListing: RideListing = { agencyId: "example", routeType: "1551", licence: "CC-BY-4.0" };
const openApp = () => createTestApp({ community: { rideListing } });

type RideReply = Ride & { code?: string; fields?: Record<string, string> };

const setPublic = (app: TestApp, as: TestUser, id: string, body: object) =>
  app.call<RideReply>("PUT", `/rides/${id}/public`, { as, body });

const { departsAt: _, ...terms } = freiburgToKoeln;
const daily = {
  ride: { ...terms, isListed: true },
  time: "07:45",
  weekdays: [1, 2, 3, 4, 5, 6, 7],
};

const ridesOf = async (app: TestApp, as: TestUser, id: string) =>
  (await app.call<{ items: Ride[] }>("GET", `/rides/series/${id}/rides`, { as })).body.items;

test("[domain/listing:second-consent] a ride is listed only if its host agrees to that too, and closing it withdraws both", async () => {
  const app = await openApp();
  const host = await app.createUser();
  const ride = await hostRide(app, host);
  expect(ride.isListed).toBeUndefined();

  const opened = await setPublic(app, host, ride.id, { isPublic: true });
  expect([opened.body.isPublic, opened.body.isListed]).toEqual([true, undefined]);
  const listed = await setPublic(app, host, ride.id, { isPublic: true, isListed: true });
  expect(listed.body.isListed).toBe(true);
  const kept = await setPublic(app, host, ride.id, { isPublic: true });
  expect(kept.body.isListed).toBe(true);

  await setPublic(app, host, ride.id, { isPublic: false, isListed: true });
  const reopened = await setPublic(app, host, ride.id, { isPublic: true });
  expect(reopened.body.isListed).toBeUndefined();
});

test("a ride hosted or changed as listed is public, and for some members only it is neither listed nor opened", async () => {
  const app = await openApp();
  const host = await app.createUser({ gender: "female" });
  const listed = await hostRide(app, host, { isListed: true });
  expect(listed).toMatchObject({ isPublic: true, isListed: true });

  const narrowed = await app.call<Ride>("PUT", `/rides/${listed.id}`, {
    as: host,
    body: { audience: "sameGender" },
  });
  expect([narrowed.body.isPublic, narrowed.body.isListed]).toEqual([false, undefined]);
  const widened = await app.call<Ride>("PUT", `/rides/${listed.id}`, {
    as: host,
    body: { audience: "everyone" },
  });
  expect([widened.body.isPublic, widened.body.isListed]).toEqual([false, undefined]);
});

test("without the operator's setting, or without public rides, no ride can be listed", async () => {
  for (const community of [{}, { rideListing, publicRides: "off" }] as const) {
    const app = await createTestApp({ community });
    const host = await app.createUser();
    const ride = await hostRide(app, host);
    const replies = [
      await setPublic(app, host, ride.id, { isPublic: true, isListed: true }),
      await app.call<RideReply>("PUT", `/rides/${ride.id}`, { as: host, body: { isListed: true } }),
      await app.call<RideReply>("POST", "/rides", {
        as: host,
        body: { ...freiburgToKoeln, isListed: true },
      }),
      await app.call<RideReply>("POST", "/rides/series", { as: host, body: daily }),
    ];
    for (const { status, body } of replies)
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ["isListed"]]);
  }
});

test("the days of a series are listed as it is, and withdrawing the consent also reaches days with passengers", async () => {
  const app = await openApp();
  const host = await app.createUser();
  const series = await app.call<RideSeries>("POST", "/rides/series", { as: host, body: daily });
  expect(series.body.ride.isListed).toBe(true);
  const [first, second] = await ridesOf(app, host, series.body.id);
  expect([first?.isListed, second?.isListed]).toEqual([true, true]);
  if (!first) throw new Error("The series has no ride.");
  await (await requestSeats(app, first, host)).accept();

  await app.call("PUT", `/rides/series/${series.body.id}`, {
    as: host,
    body: { ride: { isListed: false } },
  });
  const rides = await ridesOf(app, host, series.body.id);
  expect(rides.filter(({ isListed }) => isListed)).toEqual([]);
});

test("a template keeps the choice, and one of the previous release has none", async () => {
  const app = await openApp();
  const host = await app.createUser();
  const body = { name: "Home", ride: { ...terms, isListed: true } };
  const saved = await app.call<RideTemplate>("POST", "/rides/templates", { as: host, body });
  expect(saved.body.ride.isListed).toBe(true);

  await sql`update ride_template set terms = terms - 'isListed'`.execute(app.db);
  const own = await app.call<{ items: RideTemplate[] }>("GET", "/rides/templates", { as: host });
  expect(own.body.items[0]?.ride.isListed).toBe(false);
});
