import type { OwnAudience } from "@commonlane/contract/audiences";
import type { SearchDay } from "@commonlane/contract/ride-search";
import type { Ride, RideSearchResult } from "@commonlane/contract/rides";
import { expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../test/app/test-app.ts";
import { advanceClock } from "../../../test/fixtures/accounts.ts";
import { saveSearch, waitForAlerts } from "../../../test/fixtures/alerts.ts";
import { openMark } from "../../../test/fixtures/audiences.ts";
import { kindsOf, listNotifications } from "../../../test/fixtures/notifications.ts";
import { hostRide, requestSeats, TOMORROW, towns } from "../../../test/fixtures/rides.ts";
import { setHidden } from "../../../test/fixtures/trust-marks.ts";

const DAY_S = 86_400;
const ROUTE = {
  fromLat: towns.freiburg.lat,
  fromLng: towns.freiburg.lng,
  toLat: towns.koeln.lat,
  toLng: towns.koeln.lng,
};
const WINDOW = { departsAfter: "2026-01-01T23:00:00Z", departsBefore: "2026-01-02T23:00:00Z" };

/** A ride for the members of a university: `member` belongs to it, `outsider` does not. */
async function openRide(overrides: object = {}) {
  const app = await createTestApp();
  const members = await openMark(app);
  const host = await members.createMember();
  const member = await members.createMember();
  const outsider = await app.createUser();
  const ride = await hostRide(app, host, { membersOf: members.mark.id, ...overrides });
  return { app, ...members, host, member, outsider, ride };
}

type Items<T> = { items: T[] };

/** Ids of the rides that a user gets from each list, search and page. */
async function findEverywhere(
  app: TestApp,
  as: TestUser,
  { id, hostId }: Ride,
): Promise<Record<string, number>> {
  const get = async <T>(path: string, query = {}) =>
    (await app.call<T>("GET", path, { as, query })).body;
  const search = { ...ROUTE, ...WINDOW };
  const days = { ...ROUTE, date: "2026-01-02", timeZone: "Europe/Berlin", around: 0 };
  const tooEarly = { departsAfter: "2026-01-02T03:00:00Z", departsBefore: "2026-01-02T06:00:00Z" };
  const near = { lat: towns.freiburg.lat, lng: towns.freiburg.lng };
  return {
    search: (await get<Items<RideSearchResult>>("/rides/search", search)).items.length,
    days: (await get<Items<SearchDay>>("/rides/search/days", days)).items[0]?.count ?? -1,
    nearMisses: (await get<Items<unknown>>("/rides/search/near-misses", { ...ROUTE, ...tooEarly }))
      .items.length,
    nearby: (await get<Items<Ride>>("/rides/nearby", near)).items.length,
    all: (await get<Items<Ride>>("/rides/all")).items.length,
    ofHost: (await get<Items<Ride>>(`/rides/my/${hostId}`)).items.length,
    page: (await app.call("GET", `/rides/${id}`, { as })).status,
  };
}

const FOUND = { search: 1, days: 1, nearMisses: 1, nearby: 1, all: 1, ofHost: 1, page: 200 };
const NOT_FOUND = { search: 0, days: 0, nearMisses: 0, nearby: 0, all: 0, ofHost: 0, page: 404 };

test("[domain/audience:found] only members find, count and open a ride for them, also while they hide the mark, and see for whom it is", async () => {
  const { app, mark, host, member, outsider, ride } = await openRide();
  expect(ride.membersOf).toEqual({ id: mark.id, kind: "mark", name: mark.name });
  expect(await findEverywhere(app, member, ride)).toEqual(FOUND);
  expect(await findEverywhere(app, outsider, ride)).toEqual(NOT_FOUND);
  await setHidden(app, member, mark.id, true);
  expect(await findEverywhere(app, member, ride)).toEqual(FOUND);
  const read = await app.call<Ride>("GET", `/rides/${ride.id}`, { as: member });
  expect(read.body.membersOf).toEqual(ride.membersOf);
  const { body } = await app.call<Items<RideSearchResult>>("GET", "/rides/search", {
    as: member,
    query: { ...ROUTE, ...WINDOW },
  });
  expect(body.items[0]?.ride.membersOf).toEqual(ride.membersOf);
  expect((await app.call("GET", `/rides/${ride.id}`, { as: host })).status).toBe(200);
});

test("[domain/audience:found] from the moment a mark is withdrawn or expires, its former member finds nothing", async () => {
  const { app, member, ride } = await openRide({ departsAt: "2026-09-01T06:45:00.000Z" });
  const open = async () => (await app.call("GET", `/rides/${ride.id}`, { as: member })).status;
  advanceClock(app, 179 * DAY_S);
  expect(await open()).toBe(200);
  advanceClock(app, 2 * DAY_S);
  expect(await open()).toBe(404);
  const second = await openRide();
  await second.withdraw(second.member.uid);
  expect(await findEverywhere(second.app, second.member, second.ride)).toEqual(NOT_FOUND);
});

test("[domain/audience:join] outsiders cannot request seats, wait for one, or write to the host about the ride; with instant booking neither", async () => {
  for (const approval of ["manual", "instant"]) {
    const { app, host, member, outsider, ride } = await openRide({ approval, seatsTotal: 1 });
    const refused = await requestSeats(app, ride, host, {}, outsider);
    expect([refused.response.status, refused.response.body.code]).toEqual([404, "not_found"]);
    const writing = {
      as: outsider,
      body: { with: host.uid, rideId: ride.id, clientId: "1", text: "Hello" },
    };
    expect((await app.call("POST", "/chat/conversations", writing)).status).not.toBe(201);
    const booked = await requestSeats(app, ride, host, {}, member);
    expect([booked.response.status, booked.response.body.status]).toEqual([
      201,
      approval === "instant" ? "accepted" : "pending",
    ]);
    if (approval === "manual") await booked.accept();
    const standby = await app.call("POST", `/rides/${ride.id}/standby`, {
      as: outsider,
      body: { seats: 1 },
    });
    expect([standby.status, standby.body["code"]]).toEqual([404, "not_found"]);
  }
});

test("[domain/audience:own] only members offer rides to members, also when they change or repeat a ride", async () => {
  const { app, mark, host, outsider } = await openRide();
  const refusal = {
    status: 400,
    body: { code: "invalid_input", fields: { membersOf: expect.any(String) } },
  };
  const body = {
    origin: towns.freiburg,
    destination: towns.koeln,
    departsAt: TOMORROW,
    seatsTotal: 3,
    membersOf: mark.id,
  };
  expect(await app.call("POST", "/rides", { as: outsider, body })).toMatchObject(refusal);
  const own = await hostRide(app, outsider);
  const change = { as: outsider, body: { membersOf: mark.id } };
  expect(await app.call("PUT", `/rides/${own.id}`, change)).toMatchObject(refusal);
  const ownAudiences = async (as: TestUser) =>
    (await app.call<Items<OwnAudience>>("GET", "/audiences", { as })).body.items;
  expect(await ownAudiences(host)).toEqual([{ id: mark.id, kind: "mark", name: mark.name }]);
  expect(await ownAudiences(outsider)).toEqual([]);
});

test("[domain/audience:change] a ride can be opened to everyone and closed again; a mark that is removed opens nothing", async () => {
  const { app, host, member, outsider, ride, mark } = await openRide();
  const change = (membersOf: string | null) =>
    app.call<Ride>("PUT", `/rides/${ride.id}`, { as: host, body: { membersOf } });
  expect((await change(null)).body.membersOf).toBeUndefined();
  expect(await findEverywhere(app, outsider, ride)).toEqual(FOUND);
  await change(mark.id);
  expect(await findEverywhere(app, outsider, ride)).toEqual(NOT_FOUND);
  await app.db.deleteFrom("trust_mark").where("id", "=", mark.id).execute();
  expect(await findEverywhere(app, outsider, ride)).toEqual(NOT_FOUND);
  expect(await findEverywhere(app, member, ride)).toEqual(NOT_FOUND);
  const own = await app.call<Ride>("GET", `/rides/${ride.id}`, { as: host });
  expect(own.body.membersOf).toEqual({ id: mark.id, kind: null, name: null });
});

test("[domain/audience:change] a ride is not closed to people who have asked for seats on it, and stays open to those who belong", async () => {
  const { app, host, member, outsider, mark } = await openRide();
  const ride = await hostRide(app, host, { departsAt: "2026-01-07T06:45:00.000Z" });
  const response = await requestSeats(app, ride, host, {}, outsider);
  await requestSeats(app, ride, host, {}, member);
  const close = () =>
    app.call<Ride & { code?: string }>("PUT", `/rides/${ride.id}`, {
      as: host,
      body: { membersOf: mark.id },
    });
  expect(await close()).toMatchObject({ status: 409, body: { code: "ride_has_passengers" } });
  await response.reject();
  expect((await close()).body.membersOf?.id).toBe(mark.id);
});

test("[domain/audience:public] a ride for members is never public, and stops being so when it becomes one", async () => {
  const { app, host, ride, mark } = await openRide();
  const open = (id: string) =>
    app.call<Ride & { code?: string }>("PUT", `/rides/${id}/public`, {
      as: host,
      body: { isPublic: true },
    });
  expect((await open(ride.id)).status).not.toBe(200);
  const other = await hostRide(app, host, { departsAt: "2026-01-05T06:45:00.000Z" });
  expect((await open(other.id)).body.isPublic).toBe(true);
  const closed = await app.call<Ride>("PUT", `/rides/${other.id}`, {
    as: host,
    body: { membersOf: mark.id },
  });
  expect(closed.body.isPublic).toBe(false);
});

test("[domain/audience:alerts] alerts about a ride for members reach members only; a search can ask for such rides", async () => {
  const { app, host, member, outsider, mark } = await openRide();
  const route = { origin: towns.freiburg, destination: towns.koeln };
  for (const as of [member, outsider])
    await saveSearch(app, as, { ...route, departsAfter: null, departsBefore: null, seats: 1 });
  await waitForAlerts(app.ctx);
  advanceClock(app, 60);
  await hostRide(app, host, { departsAt: "2026-01-06T06:45:00.000Z", membersOf: mark.id });
  await waitForAlerts(app.ctx);
  expect(kindsOf(await listNotifications(app, member))).toContain("ride.alerted");
  expect(kindsOf(await listNotifications(app, outsider))).toEqual([]);
  await hostRide(app, await app.createUser());
  const search = async (query = {}) =>
    (
      await app.call<Items<RideSearchResult>>("GET", "/rides/search", {
        as: member,
        query: { ...ROUTE, ...WINDOW, ...query },
      })
    ).body.items.length;
  expect(await search()).toBe(2);
  expect(await search({ membersOf: mark.id })).toBe(1);
});
