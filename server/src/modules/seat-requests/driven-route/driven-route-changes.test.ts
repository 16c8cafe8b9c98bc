import { HOUR_MS } from "@commonlane/contract/durations";
import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import type { Place } from "@commonlane/contract/shapes";
import { pointAlongLeg } from "@commonlane/matching/geo";
import { expect, test } from "vitest";
import {
  requestSeats,
  hostRide,
  createOffer,
  postRequest,
} from "../../../../test/fixtures/rides.ts";
import { createTestApp, type TestUser, type TestApp } from "../../../../test/app/test-app.ts";

const origin = { label: "South", lat: 48, lng: 8 };
const destination = { label: "North", lat: 49.35, lng: 8 };
const departsAt = "2026-01-03T06:45:00.000Z";
const terms = {
  origin,
  destination,
  stops: [],
  departsAt,
  approval: "instant",
  seatsTotal: 4,
  contribution: null,
};

/** A place at a share of the route, some metres to the east. */
function beside(share: number, metres: number): Place {
  const { lat } = pointAlongLeg(origin, destination, share);
  const lng = 8 + metres / (111_195 * Math.cos((lat * Math.PI) / 180));
  return { label: `At ${share}`, lat: Number(lat.toFixed(5)), lng: Number(lng.toFixed(5)) };
}

const rideOf = async (app: TestApp, { id }: Ride, as: TestUser) =>
  (await app.call<Ride>("GET", `/rides/${id}`, { as })).body;
const requestOf = async (app: TestApp, ride: Ride, as: TestUser, requestId: string) =>
  (
    await app.call<{ items: SeatRequest[] }>("GET", `/rides/${ride.id}/requests`, { as })
  ).body.items.find(({ id }) => id === requestId);
const secondsBetween = (one = "", other = "") => (Date.parse(other) - Date.parse(one)) / 1000;

test("[domain/changed-ride:detour-way] a ride with a changed route or departure still stops for every passenger", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const ride = await hostRide(app, host, terms);
  const { response } = await requestSeats(app, ride, host, { pickup: beside(0.3, 12_000) });
  const driven = await rideOf(app, ride, host);
  const change = (body: object) => app.call<Ride>("PUT", `/rides/${ride.id}`, { as: host, body });
  const hourLater = new Date(Date.parse(departsAt) + HOUR_MS).toISOString();
  const later = (await change({ departsAt: hourLater })).body;
  expect(secondsBetween(driven.arrivesAt, later.arrivesAt)).toBe(3_600);
  expect(later.eta.at(-1)).toBe(later.arrivesAt);
  const further = { label: "Further north", lat: 49.5, lng: 8 };
  const longer = await change({ destination: further });
  expect(longer.status).toBe(200);
  const moved = await requestOf(app, ride, host, response.body.id);
  expect(moved?.detourM).toBeGreaterThan(1_000);
  expect(longer.body.distanceM - (moved?.detourM ?? 0)).toBeCloseTo(183_130 + 20_360, -3);
  expect(
    Math.abs(secondsBetween(response.body.pickupAt, moved?.pickupAt) - 3_600),
  ).toBeLessThanOrEqual(60);
  // A passenger on the other side still exceeds the limit.
  const other = await requestSeats(app, ride, host, { pickup: beside(0.5, -18_000) });
  expect(other.response).toMatchObject({ status: 409, body: { code: "off_route" } });
  // Rejects a route that is too far from the passenger.
  const far = { label: "Far west", lat: 48.6, lng: 6.6 };
  expect((await change({ stops: [far] })).body).toMatchObject({ code: "ride_has_passengers" });
  expect((await requestOf(app, ride, host, response.body.id))?.pickupAt).toBe(moved?.pickupAt);
  expect(app.bugs).toEqual([]);
});

test("[domain/matching:detour-total-offers] a host cannot offer a ride whose detour limit is used up, and can after it is freed", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const ride = await hostRide(app, host, terms);
  const { end } = await requestSeats(app, ride, host, { pickup: beside(0.3, 18_000) });
  const request = (seeker: TestUser) =>
    postRequest(app, seeker, {
      origin: beside(0.5, -17_000),
      destination,
      departsAfter: "2026-01-03T06:00:00.000Z",
      departsBefore: "2026-01-03T12:00:00.000Z",
    });
  const one = await app.createUser();
  const two = await app.createUser();
  const refused = await createOffer(app, await request(one), one, { rideId: ride.id }, host);
  expect(refused.made).toMatchObject({ status: 409, body: { code: "off_route" } });
  await end();
  const offer = await createOffer(app, await request(two), two, { rideId: ride.id }, host);
  expect(offer.made.status).toBe(201);
  expect((await offer.accept()).status).toBe(200);
  const driven = await rideOf(app, ride, host);
  expect(driven.distanceM - ride.distanceM).toBeGreaterThan(4_500);
});

test("[domain/matching:detour-total-standby] a freed seat goes to the first standby entry whose detour fits", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const ride = await hostRide(app, host, { ...terms, seatsTotal: 2 });
  const far = await requestSeats(app, ride, host, { pickup: beside(0.3, 17_000) });
  const near = await requestSeats(app, ride, host, { pickup: beside(0.7, 0) });
  const across = await app.createUser();
  const along = await app.createUser();
  const join = (as: TestUser, pickup: Place) =>
    app.call<{ code?: string }>("POST", `/rides/${ride.id}/standby`, { as, body: { pickup } });
  // The opposite side exceeds the remaining limit, no matter who cancels.
  expect((await join(across, beside(0.5, -18_000))).body.code).toBe("off_route");
  expect((await join(along, beside(0.5, 11_000))).status).toBe(201);
  await near.end();
  const reserved = (
    await app.call<{ items: SeatRequest[] }>("GET", "/rides/my-requests", { as: along })
  ).body.items[0];
  expect(reserved).toMatchObject({ status: "accepted", reserved: true });
  const driven = await rideOf(app, ride, host);
  expect(driven.distanceM - ride.distanceM).toBeLessThanOrEqual(10_000);
  const row = await app.db
    .selectFrom("ride")
    .select("driven_route")
    .where("id", "=", ride.id)
    .executeTakeFirst();
  expect(row?.driven_route?.stops.map(({ id }) => id)).toEqual([
    far.response.body.id,
    reserved?.id,
  ]);
  expect(app.bugs).toEqual([]);
});
