import { METRES_PER_DEGREE, distanceM, pointAlongLeg } from "../geo.ts";
import type { LatLng } from "../geo.ts";
import type { MatchRide, Search } from "../model.ts";

/** A few rides and one search, the same for the same seed. */
export interface RandomScenario {
  readonly seed: number;
  readonly kind: string;
  readonly rides: readonly MatchRide[];
  readonly search: Search;
}

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
export const createRandom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const pick = <T>(random: () => number, choices: readonly T[]): T =>
  choices[Math.floor(random() * choices.length)]!;
const between = (random: () => number, low: number, high: number): number =>
  low + (high - low) * random();

const sumOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0);

/** A random place up to `metres` away in any direction, also across the pole and the antimeridian. */
const near = (random: () => number, place: LatLng, metres: number): LatLng => {
  const turn = random() * 2 * Math.PI;
  const off = (metres / METRES_PER_DEGREE) * Math.sqrt(random());
  let lat = place.lat + off * Math.cos(turn);
  let lng =
    place.lng + (off * Math.sin(turn)) / Math.max(0.01, Math.cos((place.lat * Math.PI) / 180));
  if (lat > 90) [lat, lng] = [180 - lat, lng + 180];
  if (lat < -90) [lat, lng] = [-180 - lat, lng + 180];
  return { lat, lng: ((((lng + 180) % 360) + 360) % 360) - 180 };
};

interface Region {
  readonly centre: (random: () => number) => LatLng;
  readonly radiusM: number;
}

const REGIONS: Record<string, Region> = {
  town: {
    centre: (r) => ({ lat: between(r, -60, 60), lng: between(r, -180, 180) }),
    radiusM: 15_000,
  },
  region: {
    centre: (r) => ({ lat: between(r, 44, 55), lng: between(r, -2, 18) }),
    radiusM: 120_000,
  },
  continent: { centre: () => ({ lat: 49, lng: 9 }), radiusM: 900_000 },
  antimeridian: {
    centre: (r) => ({ lat: between(r, -50, 68), lng: pick(r, [180, -180, 179.99, -179.9]) }),
    radiusM: 200_000,
  },
  northPole: {
    centre: (r) => ({ lat: pick(r, [90, 89.9, 89]), lng: between(r, -180, 180) }),
    radiusM: 150_000,
  },
  southPole: { centre: (r) => ({ lat: -89.7, lng: between(r, -180, 180) }), radiusM: 150_000 },
  world: {
    centre: (r) => ({ lat: between(r, -80, 80), lng: between(r, -180, 180) }),
    radiusM: 6_000_000,
  },
};

const DEPARTS_AT_MS = Date.UTC(2026, 2, 29, 0, 45);

/** Random routes. Besides ordinary ones: routes that return, wind, do not move, or pass a place twice. */
const randomPoints = (random: () => number, centre: LatLng, radiusM: number): LatLng[] => {
  const place = (): LatLng => near(random, centre, radiusM);
  const points = Array.from({ length: 2 + Math.floor(random() ** 2 * 6) }, place);
  switch (
    pick(random, [
      "plain",
      "plain",
      "plain",
      "round",
      "there-and-back",
      "repeat",
      "still",
      "winding",
      "nowhere",
    ])
  ) {
    case "round":
      return [...points, points[0]!];
    case "there-and-back":
      return [...points, ...points.slice(0, -1).toReversed()];
    case "repeat":
      return [...points, pick(random, points), place()];
    case "still":
      return points.flatMap((point) => (random() < 0.4 ? [point, point] : [point]));
    case "winding":
      return Array.from({ length: 9 }, (_, k) =>
        near(random, pointAlongLeg(points[0]!, points[1]!, k / 8), radiusM / 6),
      );
    case "nowhere":
      return [points[0]!, points[0]!];
    default:
      return points;
  }
};

const randomRide = (
  random: () => number,
  id: string,
  centre: LatLng,
  radiusM: number,
): MatchRide => {
  const points = randomPoints(random, centre, radiusM);
  const seats = (): number => (random() < 0.06 ? 0 : 1 + Math.floor(random() * 4));
  const [maxDetourM, maxDetourS] = pick(random, [
    [10_000, 600],
    [10_000, 600],
    [0, 0],
    [0, 600],
    [5_000, 0],
    [3_000, 100],
    [40_000, 2_000],
    [300_000, 20_000],
  ] as const);
  const ride = {
    id,
    points,
    departsAtMs: DEPARTS_AT_MS + Math.round(random() * 3_600_000),
    seatsLeft: points.slice(1).map(seats),
    maxDetourM,
    maxDetourS,
  };
  if (random() < 0.75) return ride;
  const driveMps = between(random, 8, 35);
  const winding = between(random, 1, 1.8);
  const legs = points.slice(1).map((to, leg) => {
    const straightM = distanceM(points[leg]!, to);
    return { distanceM: winding * straightM + 50, durationS: (winding * straightM) / driveMps + 9 };
  });
  return { ...ride, legs };
};

/** A place near a ride's route: on the route, at a stop, a walk away, or far away. */
const placeBesideRoute = (random: () => number, { points }: MatchRide, leg: number): LatLng => {
  const fraction = pick(random, [0, 1, random(), random(), random()]);
  const onRoute = pointAlongLeg(points[leg]!, points[leg + 1]!, fraction);
  return near(
    random,
    onRoute,
    pick(random, [0, 0, 200, 400, 700, 900, 2_500, 8_000, 25_000, 90_000]),
  );
};

/** A search that may match one of these rides. */
export const randomSearch = (
  random: () => number,
  rides: readonly MatchRide[],
  centre: LatLng,
  radiusM: number,
): Search => {
  const ride = pick(random, rides);
  const legs = ride.points.length - 1;
  const firstLeg = Math.floor(random() * legs);
  const lastLeg = firstLeg + Math.floor(random() * (legs - firstLeg));
  let from = placeBesideRoute(random, ride, firstLeg);
  let to = placeBesideRoute(random, ride, lastLeg);
  const variation = random();
  if (variation < 0.08) [from, to] = [to, from];
  else if (variation < 0.12) to = from;
  else if (variation < 0.16) from = near(random, centre, radiusM);
  const legsS = ride.points
    .slice(1)
    .map((to, leg) => ride.legs?.[leg]?.durationS ?? (1.3 * distanceM(ride.points[leg]!, to)) / 20);
  const totalS = sumOf(legsS);
  const guessMs =
    ride.departsAtMs + (sumOf(legsS.slice(0, firstLeg)) + random() * legsS[firstLeg]!) * 1000;
  const beforeMs = pick(random, [60_000, 1_800_000, 7_200_000, 43_200_000, 86_400_000]);
  const offMs = random() < 0.25 ? between(random, -3, 3) * 3_600_000 : 0;
  const wideMs = random() < 0.4 ? totalS * 1000 : 0;
  const departsAfterMs = Math.round(guessMs + offMs - (beforeMs + wideMs) * random());
  return {
    from,
    to,
    departsAfterMs,
    departsBeforeMs: departsAfterMs + beforeMs + Math.round(wideMs),
    ...(random() < 0.5 ? { atMs: Math.round(guessMs) } : {}),
    seats: pick(random, [1, 1, 1, 1, 2, 3]),
    walkM: pick(random, [0, 300, 1_000, 1_000, 2_000, 5_000]),
  };
};

/**
 * A random scenario, including edge cases: poles, antimeridian, zero-length legs, round trips, repeated stops, A = B.
 */
export const createScenario = (seed: number): RandomScenario => {
  const random = createRandom(seed);
  const kind = pick(random, Object.keys(REGIONS));
  const region = REGIONS[kind]!;
  const centre = region.centre(random);
  const rides = Array.from({ length: 1 + Math.floor(random() * 4) }, (_, k) =>
    randomRide(random, `ride-${seed}-${k}`, centre, region.radiusM),
  );
  return { seed, kind, rides, search: randomSearch(random, rides, centre, region.radiusM) };
};
