import { DAY_MS } from "@commonlane/contract/durations";
import { expect, test } from "vitest";
import { createTestApp } from "../../../../test/app/test-app.ts";
import { expectNoDifference, HIDINGS } from "../../../../test/fixtures/response-times.ts";
import {
  freiburgToKoeln,
  hostRide,
  karlsruheToBonn,
  postRequest,
  TOMORROW,
  towns,
} from "../../../../test/fixtures/rides.ts";

const departure = (days: number) => new Date(Date.parse(TOMORROW) + days * DAY_MS).toISOString();
const hours = (n: number) => n / 24;

/** The day with the hidden ride, or one without. */
const dayOf = (isHidden: boolean) => (isHidden ? 0 : 3);

/** What to do instead of a search looks a month around. */
const FAR_DAY = 80;

const ROUTE = {
  fromLat: towns.freiburg.lat,
  fromLng: towns.freiburg.lng,
  toLat: towns.koeln.lat,
  toLng: towns.koeln.lng,
};

test.for(Object.entries(HIDINGS))(
  "[domain/privacy:times] searches, days, near misses, the next best and full rides take as long with a ride hidden by %s as without",
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
      const { status, body } = await app.call<Partial<Record<string, { count?: number }[]>>>(
        "GET",
        path,
        { as: viewer, query },
      );
      const found = body["items"] ?? body["searches"];
      expect([status, found?.filter(({ count }) => count !== 0)]).toEqual([200, []]);
    };
    const search =
      (path: string, fromH: number, untilH: number, otherDay = dayOf(false)) =>
      (isHidden: boolean) => {
        const day = isHidden ? dayOf(true) : otherDay;
        return get(path, {
          ...ROUTE,
          departsAfter: departure(day + hours(fromH)),
          departsBefore: departure(day + hours(untilH)),
        });
      };
    await expectNoDifference(search("/rides/search", -3, 3));
    await expectNoDifference(search("/rides/search", 9, 15));
    await expectNoDifference(search("/rides/search/near-misses", 2, 5));
    await expectNoDifference(search("/rides/search/next-best", -3, 3, FAR_DAY));
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
