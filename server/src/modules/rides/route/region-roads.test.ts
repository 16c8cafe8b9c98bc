import type { Ride, RideSearchResult } from "@commonlane/contract/rides";
import type { RouteMeasure, WalkPath } from "@commonlane/contract/route-measure";
import type { LatLng } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import { describe, expect, test } from "vitest";
import type { TestApp, TestUser } from "../../../../test/app/test-app.ts";
import { hostRide } from "../../../../test/fixtures/rides.ts";
import { createAppOnRoads, liechtenstein } from "../../../../test/roads/roads.ts";
import { decodePolyline } from "@commonlane/contract/polyline";

const { balzers, vaduz } = liechtenstein;
const zuerich = { label: "Zürich", lat: 47.3769, lng: 8.5417 };
const bern = { label: "Bern", lat: 46.948, lng: 7.4474 };

/** From the valley to a bus stop beside the river: the way leads around gardens. */
async function expectWalks(app: TestApp, as: TestUser): Promise<void> {
  const walk = async (from: LatLng, to: LatLng) => {
    const { body } = await app.call<WalkPath>("POST", "/rides/walk", { as, body: { from, to } });
    return body.polyline === null ? undefined : decodePolyline(body.polyline);
  };
  const from = { lat: 47.1441, lng: 9.5243 };
  const to = { lat: 47.1397, lng: 9.5209 };
  const path = (await walk(from, to)) ?? [];
  expect([path.at(0), path.at(-1)]).toEqual([from, to]);
  const pathM = path
    .slice(1)
    .reduce((sum, point, n) => sum + distanceM(path[n] ?? point, point), 0);
  expect(path.length).toBeGreaterThan(4);
  expect(pathM / distanceM(from, to)).toBeGreaterThan(1.05);
  expect(await walk(vaduz, balzers), "too far to walk").toBeUndefined();
  expect(await walk(zuerich, { lat: 47.378, lng: 8.543 }), "outside of the region").toBeUndefined();
}

describe("rides in a region", () => {
  test(
    "a ride says whether it follows roads all the way, in part or not at all",
    { timeout: 120_000 },
    async () => {
      const app = await createAppOnRoads();
      const host = async (origin: object, destination: object, terms = {}) =>
        hostRide(app, await app.createUser(), {
          origin,
          destination,
          stops: [],
          contribution: null,
          ...terms,
        });
      const inside = await host(vaduz, balzers);
      expect(inside.routed).toBe(true);
      const { distanceM: lengthM, durationS } = inside;
      const as = await app.createUser();
      const body = { origin: vaduz, destination: balzers };
      const measured = await app.call<RouteMeasure>("POST", "/rides/route", { as, body });
      const { routed, polyline } = inside;
      expect(measured.body, "the preview").toEqual({
        routed,
        polyline,
        legs: [{ distanceM: lengthM, durationS }],
        badRoadAt: [],
      });
      await expectWalks(app, as);
      // Without a detour, a search needs no further roads.
      const crossing = await host(vaduz, zuerich, { maxDetourM: 0, maxDetourS: 0 });
      expect(crossing.routed).toBe(false);
      const line = decodePolyline(crossing.polyline);
      expect(line.length).toBeGreaterThan(10);
      expect(crossing.durationS / 60).toBeGreaterThan(60);
      const outside = await host(zuerich, bern);
      expect(outside.routed).toBe(false);
      expect(decodePolyline(outside.polyline).length).toBeLessThan(5);
      expect(outside.distanceM).toBeCloseTo(1.22 * distanceM(zuerich, bern), -1);
      // Another departure keeps the route and what is said about it.
      const path = `/rides/${crossing.id}`;
      const { hostId } = crossing;
      const row = await app.db
        .selectFrom("ride")
        .select("partly_estimated")
        .where("host_id", "=", hostId)
        .executeTakeFirst();
      expect(row?.partly_estimated).toBe(true);
      const reader = await app.createUser();
      expect((await app.call<Ride>("GET", path, { as: reader })).body.routed).toBe(false);
      // A search shows the same times as the ride: as an estimate.
      const { body: found } = await app.call<{ items: RideSearchResult[] }>(
        "GET",
        "/rides/search",
        {
          as: reader,
          query: {
            fromLat: vaduz.lat,
            fromLng: vaduz.lng,
            toLat: zuerich.lat,
            toLng: zuerich.lng,
            departsAfter: crossing.departsAt,
            departsBefore: crossing.arrivesAt,
          },
        },
      );
      expect(found.items.map(({ ride, match }) => [ride.id, match.routed])).toEqual([
        [crossing.id, false],
      ]);
      expect(app.bugs).toEqual([]);
    },
  );

  test(
    "[domain/hosting:bad-road] the preview of a ride says which of its places only a bad road reaches",
    { timeout: 120_000 },
    async () => {
      const app = await createAppOnRoads();
      const as = await app.createUser();
      const damAtRhine = { label: "Rheindamm", lat: 47.2391, lng: 9.5169 };
      const body = { origin: vaduz, stops: [damAtRhine], destination: balzers };
      const measured = await app.call<RouteMeasure>("POST", "/rides/route", { as, body });
      expect(measured.body.badRoadAt).toEqual([1]);
    },
  );
});
