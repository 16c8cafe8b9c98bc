import { DAY_MS } from "@commonlane/contract/durations";
import { decodePolyline, encodePolyline } from "@commonlane/contract/polyline";
import { WALK_DEFAULT_M } from "@commonlane/contract/limits";
import type { LatLng } from "@commonlane/contract/shapes";
import { estimateLegs } from "@commonlane/matching/driving-estimate";
import { distanceM, pointAlongLeg } from "@commonlane/matching/geo";
import { expect, test } from "vitest";
import { SeededRandom } from "#modules/demo/seeded-random.ts";
import { findOpenRequestsAlong } from "#modules/ride-requests/index.ts";
import {
  type AlongRide,
  calculateCorridor,
  matchAlongRoutes,
  type RouteCriteria,
} from "#modules/rides/search/index.ts";
import { matchSettings } from "#modules/rides/route/index.ts";
import { type RideRow } from "#modules/rides/index.ts";
import type { Settings } from "#platform/settings.ts";
import { hostRide, postRequest } from "../../../test/fixtures/rides.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../test/app/test-app.ts";
import { findSearchesAlong } from "./ride-alerts.store.ts";
import type { SavedSearchRow } from "./saved-searches.store.ts";

const RIDES = 36;
const WINDING_RIDES = 8;
const SEARCHES_PER_RIDE = 8;

test("the coarse filter of saved searches excludes no match of the rule in domain.md, anywhere on Earth", async () => {
  const { app, rides, ways, owner } = await createRidesAndWays();
  const searches = await saveAll(app, owner.uid, ways);
  const expected = await findMatchingPairs(app, rides, searches, (search) => ({
    origin: search.origin,
    destination: search.destination,
    seats: search.seats,
    walkM: search.walk_m,
    window: undefined,
  }));

  const corridors = rides.map((ride) => calculateCorridor(ride, app.ctx.settings));
  const found = (await findSearchesAlong(app.ctx, corridors)).map(keyOf);

  expect(expected.length).toBeGreaterThan(100);
  expect(found).toEqual(expect.arrayContaining(expected.map(keyOf)));
  // Coarse, but still selective.
  expect(found.length).toBeLessThan((rides.length * searches.length) / 8);
});

test("the coarse filter of ride requests excludes no match of the rule in domain.md, anywhere on Earth", async () => {
  const { app, rides, ways, owner } = await createRidesAndWays();
  const requests = await postAll(app, owner, ways);
  const expected = await findMatchingPairs(app, rides, requests, (request) => ({
    origin: request.origin,
    destination: request.destination,
    seats: request.seats,
    walkM: WALK_DEFAULT_M,
    window: { after: request.departs_after, before: request.departs_before },
  }));

  const { settings } = app.ctx;
  const corridors = rides.map((ride) =>
    calculateCorridor(ride, settings, settings.PLACE_ROUNDING_M),
  );
  const found = (await findOpenRequestsAlong(app.ctx, corridors)).map(keyOf);

  expect(expected.length).toBeGreaterThan(100);
  expect(found).toEqual(expect.arrayContaining(expected.map(keyOf)));
  // Coarse, but still selective.
  expect(found.length).toBeLessThan((rides.length * requests.length) / 8);
});

const repeat = (makeWay: () => Way) => Array.from({ length: SEARCHES_PER_RIDE }, makeWay);

async function createRidesAndWays() {
  const app = await createTestApp();
  const host = await app.createUser();
  const owner = await app.createUser();
  const { id } = await hostRide(app, host);
  const base = await app.db
    .selectFrom("ride")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const chance = new SeededRandom(20260101);
  const { settings } = app.ctx;
  const straight = Array.from({ length: RIDES }, (_, n) =>
    randomRide(base, n, chance, settings, { reach: [0.3, 3, 12][n % 3] ?? 1, bend: 0.3 }),
  );
  // Their roads, on even numbers, lead far beside legs of a few kilometres.
  const winding = Array.from({ length: WINDING_RIDES }, (_, n) =>
    randomRide(base, RIDES + 2 * n, chance, settings, { reach: 0.03, bend: 4 }),
  );
  const ways = [
    ...straight.flatMap((ride) => repeat(() => randomWay(ride, chance))),
    ...winding.flatMap((ride) => repeat(() => wayFromBend(ride, chance))),
  ];
  return { app, owner, rides: [...straight, ...winding], ways };
}

interface Way {
  readonly origin: LatLng;
  readonly destination: LatLng;
  readonly walkM: number;
}

/** All rides with all searches or requests that match. */
async function findMatchingPairs<Row extends { readonly id: string }>(
  { ctx }: TestApp,
  rides: readonly RideRow[],
  rows: readonly Row[],
  toCriteria: (row: Row) => RouteCriteria,
): Promise<AlongRide[]> {
  const known = rows.map((row) => ({ id: row.id, criteria: toCriteria(row) }));
  const pairs = rides.flatMap((row) => known.map((of) => ({ ...of, row })));
  const matches = await matchAlongRoutes(ctx, pairs);
  return pairs.flatMap(({ id, row }, n) => (matches[n] ? [{ id, passing_ride_id: row.id }] : []));
}

const keyOf = ({ id, passing_ride_id }: AlongRide) => `${passing_ride_id} ${id}`;

const STARTS: readonly LatLng[] = [
  { lat: 49, lng: 8.4 },
  { lat: -17, lng: 179.5 },
  { lat: 88.5, lng: -120 },
  { lat: 64, lng: -18 },
];

interface Shape {
  /** Degrees in which the points of the ride lie. */
  readonly reach: number;
  /** How far the road of a leg turns aside, as a share of the leg. */
  readonly bend: number;
}

/**
 * A ride of one to four legs, short or thousands of kilometres long, also across the 180th meridian and near the poles.
 */
function randomRide(
  base: RideRow,
  n: number,
  chance: SeededRandom,
  settings: Settings,
  { reach, bend }: Shape,
): RideRow {
  const start = STARTS[n % STARTS.length] ?? { lat: 0, lng: 0 };
  const points = Array.from({ length: 2 + Math.floor(chance.next() * 4) }, () => ({
    label: "Somewhere",
    ...around(start, reach, chance),
  }));
  const isOnRoads = n % 2 === 0;
  const legs = isOnRoads
    ? points.slice(1).map(windingLeg(points, bend))
    : estimateLegs(points, matchSettings(settings));
  const bends = points
    .slice(1)
    .flatMap((to, leg) => [bendBetween(points[leg] ?? to, to, bend), to]);
  const allowed = [0, 2000, 10_000, 60_000][Math.floor(chance.next() * 4)] ?? 0;
  return {
    ...base,
    id: `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`,
    points,
    seats_left: points.slice(1).map(() => 3),
    leg_distance_m: legs.map(({ distanceM }) => distanceM),
    leg_duration_s: legs.map(({ durationS }) => durationS),
    leg_points: isOnRoads ? legs.map(() => 3) : null,
    polyline: encodePolyline(isOnRoads ? [...points.slice(0, 1), ...bends] : points),
    max_detour_m: allowed,
    max_detour_s: Math.round(allowed / 12),
    arrives_at: new Date(base.departs_at.getTime() + 10 * DAY_MS),
  };
}

/** The road of a leg turns there. */
function bendBetween(from: LatLng, to: LatLng, bend: number): LatLng {
  const { lat, lng } = pointAlongLeg(from, to, 0.5);
  return { lat: Math.min(89, lat + (bend * distanceM(from, to)) / 111_195), lng };
}

const windingLeg = (points: readonly LatLng[], bend: number) => (to: LatLng, leg: number) => {
  const from = points[leg] ?? to;
  const turn = bendBetween(from, to, bend);
  const metres = Math.round(distanceM(from, turn) + distanceM(turn, to));
  return { distanceM: metres, durationS: Math.round(metres / 15) };
};

/** From a place beside the route to one farther along it. */
function randomWay({ polyline, max_detour_m }: RideRow, chance: SeededRandom): Way {
  const points = decodePolyline(polyline);
  const at = () => {
    const leg = Math.floor(chance.next() * (points.length - 1));
    const from = points[leg];
    const to = points[leg + 1];
    if (!from || !to) throw new Error("The ride has no such leg.");
    return { fraction: leg + chance.next(), from, to };
  };
  const [first, last] = [at(), at()].toSorted((a, b) => a.fraction - b.fraction);
  if (!first || !last) throw new Error("There must be two places.");
  const placeBeside = ({ fraction, from, to }: typeof first) =>
    around(
      pointAlongLeg(from, to, fraction % 1),
      (chance.next() ** 3 * (5000 + 2 * max_detour_m)) / 111_195,
      chance,
    );
  return {
    origin: placeBeside(first),
    destination: placeBeside(last),
    walkM: chance.next() < 0.5 ? 1000 : 5000,
  };
}

/** From a place that is a walk away from the first bend to the end of the ride. */
function wayFromBend({ polyline }: RideRow, chance: SeededRandom): Way {
  const [start, bend, ...rest] = decodePolyline(polyline);
  const end = rest.at(-1);
  if (!start || !bend || !end) throw new Error("The ride has no bend.");
  return { origin: around(bend, 0.03, chance), destination: end, walkM: 5000 };
}

function around({ lat, lng }: LatLng, degrees: number, chance: SeededRandom): LatLng {
  const wide = degrees / Math.max(0.05, Math.cos((lat * Math.PI) / 180));
  const turned = lng + (2 * chance.next() - 1) * wide;
  return {
    lat: Math.max(-90, Math.min(90, lat + (2 * chance.next() - 1) * degrees)),
    lng: ((((turned + 180) % 360) + 360) % 360) - 180,
  };
}

function saveAll(
  { db, ctx }: TestApp,
  owner_id: string,
  ways: readonly Way[],
): Promise<SavedSearchRow[]> {
  return db
    .insertInto("saved_search")
    .values(
      ways.map(({ origin, destination, walkM }, n) => ({
        owner_id,
        criteria_key: String(n),
        name: null,
        origin: placeAt(origin),
        destination: placeAt(destination),
        origin_lat: origin.lat,
        origin_lng: origin.lng,
        destination_lat: destination.lat,
        destination_lng: destination.lng,
        departs_after: null,
        departs_before: null,
        preferred_at: null,
        time_zone: "UTC",
        seats: 1,
        walk_m: walkM,
        filters: "{}",
        paused_at: null,
        removed_at: null,
        created_at: ctx.now(),
      })),
    )
    .returningAll()
    .execute();
}

/** The approximate places are up to 300 m beside the exact ones. */
async function postAll(app: TestApp, seeker: TestUser, ways: readonly Way[]) {
  const { id } = await postRequest(app, seeker);
  const { id: _, ...base } = await app.db
    .selectFrom("ride_request")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await app.db.deleteFrom("ride_request").execute();

  const chance = new SeededRandom(20260102);
  const rows = ways.map(({ origin, destination }) => {
    const approximateOrigin = around(origin, 0.002, chance);
    const approximateDestination = around(destination, 0.002, chance);
    return {
      ...base,
      origin: placeAt(origin),
      destination: placeAt(destination),
      approximate_origin: placeAt(approximateOrigin),
      approximate_destination: placeAt(approximateDestination),
      approximate_lat: approximateOrigin.lat,
      approximate_lng: approximateOrigin.lng,
      preferences: JSON.stringify(base.preferences),
      departs_after: new Date(base.departs_after.getTime() - DAY_MS),
      departs_before: new Date(base.departs_before.getTime() + 10 * DAY_MS),
    };
  });
  return app.db.insertInto("ride_request").values(rows).returningAll().execute();
}

const placeAt = (place: LatLng) => JSON.stringify({ label: "Somewhere", ...place });
