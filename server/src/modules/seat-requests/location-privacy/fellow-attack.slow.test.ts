import type { Ride, RideSearchResult } from "@commonlane/contract/rides";
import type { LatLng } from "@commonlane/contract/shapes";
import { detourByLegM, withAgreedStops } from "@commonlane/matching/agreed-stops";
import { distanceM } from "@commonlane/matching/geo";
import { type MatchRide, matchRide } from "@commonlane/matching/rule";
import { expect, test } from "vitest";
import { matchSettings } from "#modules/rides/route/index.ts";
import { createTestApp, type TestApp } from "../../../../test/app/test-app.ts";
import { offsetPosition } from "../../../../test/fixtures/drivers.ts";
import {
  DOORS,
  MIDDLE,
  nearby,
  readAll,
  rideWithPassenger,
  searchAsOften,
} from "../../../../test/fixtures/fellow-passengers.ts";
import { requestSeats, towns } from "../../../../test/fixtures/rides.ts";
import { fakeRoads } from "../../../../test/roads/fake-roads.ts";

const SEARCHES = 40;
/** Seven doors all over the square. */
const HOMES = Array.from({ length: 7 }, (_, n) => ({
  label: "Canary Lane 7",
  ...offsetPosition(MIDDLE, 230 * Math.cos(2 * n), 230 * Math.sin(3 * n + 1)),
}));

/** The place whose predictions fit best: walks in ever smaller steps, from several places of the square. */
function fitPlace(errorOf: (place: LatLng) => number): LatLng {
  const starts = [-150, 0, 150].flatMap((north) =>
    [-150, 0, 150].map((east) => offsetPosition(MIDDLE, north, east)),
  );
  const ends = starts.map((start) => {
    let best = { place: start, error: errorOf(start) };
    for (let stepM = 200; stepM > 0.02;) {
      const tried = Array.from({ length: 8 }, (_, n) => {
        const turn = (n * Math.PI) / 4;
        const place = offsetPosition(best.place, stepM * Math.cos(turn), stepM * Math.sin(turn));
        return { place, error: errorOf(place) };
      });
      const [next] = tried.toSorted((a, b) => a.error - b.error);
      if (next && next.error < best.error) best = next;
      else stepM /= 2;
    }
    return best;
  });
  return ends.toSorted((a, b) => a.error - b.error)[0]?.place ?? MIDDLE;
}

const sumOfSquares = (numbers: readonly number[]) =>
  numbers.reduce((sum, number) => sum + number * number, 0);

/** One ordinary seat, and searches whose detour depends on the way that the ride drives. */
async function attackBySearching(app: TestApp, door: object): Promise<LatLng> {
  const { host, ride } = await rideWithPassenger(app, door);
  const fellow = await requestSeats(app, ride, host);
  const observed: { from: LatLng; detourM: number }[] = [];
  for (let n = 0; n < SEARCHES; n++) {
    const from = offsetPosition(MIDDLE, 4_000 * Math.cos(n * 2.4), 4_000 * Math.sin(n * 2.4));
    const query = {
      fromLat: from.lat,
      fromLng: from.lng,
      toLat: towns.bonn.lat,
      toLng: towns.bonn.lng,
      departsAfter: "2026-01-02T00:00:00Z",
      departsBefore: "2026-01-02T23:00:00Z",
      limit: 50,
    };
    const { body } = await app.call<{ items: RideSearchResult[] }>("GET", "/rides/search", {
      as: fellow.seeker,
      query,
    });
    const own = body.items.find((one) => one.ride.id === ride.id);
    if (own) observed.push({ from, detourM: own.match.detourM });
  }
  expect(observed.length).toBeGreaterThan(20);

  const settings = matchSettings(app.ctx.settings);
  const departsAtMs = Date.parse(ride.departsAt);
  const planned: MatchRide = {
    id: "",
    points: [ride.origin, ride.destination],
    departsAtMs,
    seatsLeft: [4],
    maxDetourM: 60_000,
    maxDetourS: 7200,
  };
  return fitPlace((place) => {
    const driven = withAgreedStops(planned, [{ id: "", end: "in", at: place, leg: 0 }], settings);
    const errors = observed.map(({ from, detourM }) => {
      const search = {
        from,
        to: towns.bonn,
        departsAfterMs: departsAtMs,
        departsBeforeMs: departsAtMs + 12 * 3_600_000,
        seats: 1,
        walkM: 1_000,
      };
      return (matchRide(driven, search, settings)?.detourM ?? 0) - detourM;
    });
    return sumOfSquares(errors);
  });
}

/** Books with three pickups one after the other, reads the ride, and cancels. */
async function attackByBooking(app: TestApp, door: object): Promise<LatLng> {
  const { host, ride } = await rideWithPassenger(app, door);
  const fellow = await app.createUser();
  const observed: { at: LatLng; distanceM: number }[] = [];
  for (const n of [0, 1, 2]) {
    const at = nearby(n);
    const { end } = await requestSeats(app, ride, host, { pickup: at }, fellow);
    const { body } = await app.call<Ride>("GET", `/rides/${ride.id}`, { as: fellow });
    observed.push({ at, distanceM: body.distanceM });
    await end();
  }
  const settings = matchSettings(app.ctx.settings);
  const planned = [ride.origin, ride.destination];
  return fitPlace((place) => {
    const errors = observed.map((seen) => {
      const detoursM = [
        [place, seen.at],
        [seen.at, place],
      ].map((stops) =>
        detourByLegM(
          planned,
          stops.map((at) => ({ at, leg: 0 })),
          settings,
        ).reduce((sum, metres) => sum + metres, 0),
      );
      return ride.distanceM + Math.min(...detoursM) - seen.distanceM;
    });
    return sumOfSquares(errors);
  });
}

test.each([
  ["by forty searches", attackBySearching],
  ["by booking and cancelling", attackByBooking],
])(
  "[domain/privacy:fellow-attack] a passenger who reckons where another one lives finds the middle of the square, %s",
  { timeout: 600_000 },
  async (_, attack) => {
    const app = await createTestApp();
    const offM: number[] = [];
    const fromMiddleM: number[] = [];
    for (const door of HOMES) {
      const found = await attack(app, door);
      offM.push(Math.round(distanceM(found, door) * 10) / 10);
      fromMiddleM.push(distanceM(found, MIDDLE));
    }
    if (process.env["SHOW_FIGURES"]) process.stdout.write(`off by ${offM.join(", ")} m\n`);
    // What is found is the middle, wherever the door is.
    expect(Math.max(...fromMiddleM) - Math.min(...fromMiddleM)).toBeLessThan(1);
    expect(Math.min(...offM)).toBeGreaterThan(50);
  },
);

test(
  "[domain/privacy:fellow-views] on roads passengers read and search the same for every address of another passenger in a square",
  { timeout: 600_000 },
  async () => {
    const seen: unknown[] = [];
    for (const door of DOORS) {
      const app = await createTestApp({ roads: fakeRoads });
      const { host, ride } = await rideWithPassenger(app, door);
      const fellow = await app.createUser();
      const views: unknown[] = [];
      for (const n of [0, 1]) {
        const { response, end } = await requestSeats(
          app,
          ride,
          host,
          { pickup: nearby(n) },
          fellow,
        );
        expect(response.status).toBe(201);
        views.push(
          await readAll(app, fellow, { ride, host }),
          await searchAsOften(app, fellow, ride),
        );
        await end();
        views.push(await readAll(app, fellow, { ride, host }));
      }
      expect(app.bugs).toEqual([]);
      seen.push(views);
    }
    expect(seen[1]).toEqual(seen[0]);
  },
);
