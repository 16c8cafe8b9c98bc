import type { Ride, RideSearchResult } from "@commonlane/contract/rides";
import type { Place } from "@commonlane/contract/shapes";
import { pointAlongLeg } from "@commonlane/matching/geo";
import { expect, test } from "vitest";
import { requestSeats, hostRide } from "../../../../test/fixtures/rides.ts";
import { fakeRoadM, fakeRoads, fakeRoadS } from "../../../../test/roads/fake-roads.ts";
import { createTestApp } from "../../../../test/app/test-app.ts";

const origin = { label: "South", lat: 48, lng: 8 };
const destination = { label: "North", lat: 49.35, lng: 8 };

function beside(share: number, metres: number): Place {
  const { lat } = pointAlongLeg(origin, destination, share);
  const lng = 8 + metres / (111_195 * Math.cos((lat * Math.PI) / 180));
  return { label: `At ${share}`, lat: Number(lat.toFixed(5)), lng: Number(lng.toFixed(5)) };
}

/** The route through these places as the routing engine returns it. */
const through = (places: readonly Place[], of: typeof fakeRoadM) =>
  places.slice(1).reduce((sum, to, n) => sum + of(places[n] ?? to, to), 0);

test("[domain/matching:detour-total-roads] with a routing engine the driven route and the remaining detour limit are measured on roads", async () => {
  const app = await createTestApp({ settings: { PLACE_ROUNDING_M: 0 }, roads: fakeRoads });
  const host = await app.createUser();
  const looking = await app.createUser();
  const rideInput = {
    origin,
    destination,
    stops: [],
    approval: "instant",
    seatsTotal: 6,
    contribution: null,
  };
  const ride = await hostRide(app, host, { ...rideInput, maxDetourM: 15_000, maxDetourS: 800 });
  expect(ride.routed).toBe(true);
  const now = async () => (await app.call<Ride>("GET", `/rides/${ride.id}`, { as: host })).body;
  const findRide = async ({ lat: fromLat, lng: fromLng }: Place) => {
    const day = { departsAfter: "2026-01-01T23:00:00Z", departsBefore: "2026-01-02T23:00:00Z" };
    const query = { fromLat, fromLng, toLat: destination.lat, toLng: destination.lng, ...day };
    return (
      await app.call<{ items: RideSearchResult[] }>("GET", "/rides/search", { as: looking, query })
    ).body.items;
  };
  const onRoute = beside(0.7, 0);
  const first = beside(0.3, 18_000);
  const next = beside(0.5, 12_000);
  const walker = await requestSeats(app, ride, host, { pickup: onRoute });
  expect(walker.response.body).toMatchObject({ status: "accepted", detourM: 0, detourS: 0 });
  const far = await requestSeats(app, ride, host, { pickup: first });
  expect(far.response.status).toBe(201);
  const driven = await now();
  expect(
    Math.abs(driven.distanceM - through([origin, first, onRoute, destination], fakeRoadM)),
  ).toBeLessThan(5);
  expect(
    Math.abs(driven.durationS - through([origin, first, onRoute, destination], fakeRoadS)),
  ).toBeLessThan(5);
  expect(driven.distanceM - ride.distanceM).toBe(far.response.body.detourM);

  // The route already passes there between the two stops.
  const [match] = await findRide(next);
  const added = through([first, next, onRoute], fakeRoadM) - through([first, onRoute], fakeRoadM);
  expect(match?.match.routed).toBe(true);
  expect(Math.abs((match?.match.detourM ?? 0) - added)).toBeLessThan(5);
  const second = await requestSeats(app, ride, host, { pickup: next });
  expect(second.response.status).toBe(201);
  const all = await now();
  expect(
    Math.abs(all.distanceM - through([origin, first, next, onRoute, destination], fakeRoadM)),
  ).toBeLessThan(5);
  const pickups = await app.db
    .selectFrom("seat_request")
    .select(["id", "pickup_at"])
    .orderBy("pickup_at")
    .execute();
  expect(pickups.map(({ id }) => id)).toEqual(
    [far, second, walker].map(({ response }) => response.body.id),
  );
  expect(await findRide(beside(0.4, -18_000))).toEqual([]);
  const refused = await requestSeats(app, ride, host, { pickup: beside(0.4, -18_000) });
  expect(refused.response).toMatchObject({ status: 409, body: { code: "off_route" } });

  for (const { end } of [far, second, walker]) expect((await end()).status).toBe(200);
  expect(await now()).toMatchObject({
    distanceM: ride.distanceM,
    arrivesAt: ride.arrivesAt,
    eta: ride.eta,
  });
  expect(app.bugs).toEqual([]);
});
