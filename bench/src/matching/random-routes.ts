import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import { estimateLegs } from "@commonlane/matching/driving-estimate";
import { METRES_PER_DEGREE, distanceM, pointAlongLeg } from "@commonlane/matching/geo";
import type { LatLng } from "@commonlane/matching/geo";
import { DEFAULT_MATCH_SETTINGS, type MatchRide, type Search } from "@commonlane/matching/rule";
import { createRandom } from "../bench.ts";
import { type Towns, europeanTowns } from "./towns.ts";

/** Monday of an ordinary week; all rides depart within two weeks from it. */
const FIRST_DAY_MS = Date.UTC(2027, 2, 1);
const DAYS = 14;
/** Departures by hour of the day: two peaks, few at night. */
const LEAVING = [1, 1, 1, 1, 3, 8, 16, 20, 14, 10, 9, 9, 10, 10, 12, 16, 20, 18, 12, 8, 6, 4, 3, 2];
/** Shorter trips are made on foot or by bus. */
const SHORTEST_M = 15_000;
/** Farther towns attract less: e ** -(distance / this), which makes routes of 300 km on average. */
const DRAW_M = 150_000;

export const WINDOWS = ["±2 h", "whole day"] as const;
export type Window = (typeof WINDOWS)[number];

type Random = () => number;

export type RandomRide = MatchRide & { readonly legs: NonNullable<MatchRide["legs"]> };

/** Rides and searches over Europe between towns weighted by population; the same number gives the same one. */
export class RandomRoutes {
  readonly #towns: Towns = europeanTowns();

  /** The ride of a number. */
  ride(number: number): RandomRide {
    const random = createRandom(number * 2_654_435_761 + 1);
    const [origin, destination] = this.#ends(random);
    const points = winding(random, origin, destination, 12 + Math.floor(random() * 5));
    const seats = 1 + Math.floor(random() * 4);
    const seatsLeft = points.slice(1).map(() => seats);
    if (random() < 0.3) book(random, seatsLeft);
    const kind = random();
    const [maxDetourM, maxDetourS] =
      kind < 0.1 ? [0, 0] : kind < 0.2 ? [5_000, 300] : [10_000, 600];
    return {
      id: idOf(number),
      points,
      departsAtMs: leaving(random),
      seatsLeft,
      maxDetourM,
      maxDetourS,
      legs: legsOf(points),
    };
  }

  /**
   * The search of a number among so many rides: for a segment of one of them, from and to places within 4 km of it,
   * within two hours of its time or on its whole day. Searches where nobody drives are answered faster.
   */
  search(number: number, rides: number, window: Window): Search {
    const random = createRandom(number * 2_246_822_519 + 7);
    const { points, legs, departsAtMs } = this.ride(Math.floor(random() * rides));
    const first = Math.floor(random() * (points.length - 4));
    const last = first + 3 + Math.floor(random() * (points.length - first - 3));
    const drivenMs = legs.slice(0, first).reduce((sum, { durationS }) => sum + 1000 * durationS, 0);
    const atMs = Math.round(departsAtMs + drivenMs + (random() - 0.5) * 2 * HOUR_MS);
    const from = near(random, points[first] ?? points[0]!, 4_000);
    const to = near(random, points[last] ?? points[0]!, 4_000);
    const common = { from, to, seats: random() < 0.8 ? 1 : 2, walkM: 1_000 };
    if (window === "±2 h") {
      return {
        ...common,
        atMs,
        departsAfterMs: atMs - 2 * HOUR_MS,
        departsBeforeMs: atMs + 2 * HOUR_MS,
      };
    }
    const dayMs = Math.floor(atMs / DAY_MS) * DAY_MS;
    return { ...common, departsAfterMs: dayMs, departsBeforeMs: dayMs + DAY_MS };
  }

  #ends(random: Random): [LatLng, LatLng] {
    const origin = this.#towns.draw(random());
    for (;;) {
      const destination = this.#towns.draw(random());
      const metres = roughlyM(origin, destination);
      if (metres >= SHORTEST_M && random() < Math.exp(-metres / DRAW_M)) {
        return [near(random, origin, 3_000), near(random, destination, 3_000)];
      }
    }
  }
}

/** Estimated and rounded, as rides are stored. */
const legsOf = (points: readonly LatLng[]): RandomRide["legs"] =>
  estimateLegs(points, DEFAULT_MATCH_SETTINGS).map(({ distanceM, durationS }) => ({
    distanceM: Math.round(distanceM),
    durationS: Math.max(1, Math.round(durationS)),
  }));

/** Fast, and accurate enough for random data. */
const roughlyM = (a: LatLng, b: LatLng) =>
  METRES_PER_DEGREE *
  Math.hypot(a.lat - b.lat, (a.lng - b.lng) * (1.28 - 0.0126 * Math.abs(a.lat)));

/** A route like a road: points about evenly spaced, off the straight line by some hundredths of its length. */
function winding(random: Random, origin: LatLng, destination: LatLng, count: number): LatLng[] {
  const metres = distanceM(origin, destination);
  const bends = [1, 2, 3].map((times) => ({
    times,
    metres: ((random() - 0.5) * 0.1 * metres) / times,
  }));
  const points = [origin];
  for (let k = 1; k < count - 1; k++) {
    const share = (k + (random() - 0.5) * 0.6) / (count - 1);
    const on = pointAlongLeg(origin, destination, share);
    const offM = bends.reduce(
      (sum, bend) => sum + bend.metres * Math.sin(share * bend.times * Math.PI),
      0,
    );
    points.push(beside(on, bearing(origin, destination) + Math.PI / 2, offM));
  }
  return [...points, destination];
}

const bearing = (a: LatLng, b: LatLng) =>
  Math.atan2((b.lng - a.lng) * Math.cos((((a.lat + b.lat) / 2) * Math.PI) / 180), b.lat - a.lat);

const beside = ({ lat, lng }: LatLng, turn: number, metres: number): LatLng => ({
  lat: lat + (metres / METRES_PER_DEGREE) * Math.cos(turn),
  lng: lng + ((metres / METRES_PER_DEGREE) * Math.sin(turn)) / Math.cos((lat * Math.PI) / 180),
});

const near = (random: Random, place: LatLng, metres: number): LatLng =>
  beside(place, random() * 2 * Math.PI, metres * Math.sqrt(random()));

/** Books seats on part of the route. */
function book(random: Random, seatsLeft: number[]): void {
  const first = Math.floor(random() * seatsLeft.length);
  const last = first + Math.floor(random() * (seatsLeft.length - first));
  for (let leg = first; leg <= last; leg++) seatsLeft[leg] = Math.max(0, (seatsLeft[leg] ?? 0) - 1);
}

const LEAVING_SUM = LEAVING.reduce((sum, share) => sum + share, 0);

function leaving(random: Random): number {
  let left = random() * LEAVING_SUM;
  const hour = LEAVING.findIndex((share) => (left -= share) < 0);
  const day = Math.floor(random() * DAYS);
  return FIRST_DAY_MS + day * DAY_MS + Math.max(0, hour) * HOUR_MS + Math.floor(random() * HOUR_MS);
}

/** A UUID of version 7 for a number. */
function idOf(number: number): string {
  const mixed = Math.imul(number, 0x9e3779b1);
  return `0199${hex(number >>> 16, 4)}-${hex(number, 4)}-7${hex(mixed, 3)}-8${hex(mixed >>> 12, 3)}-${hex(mixed, 8)}${hex(number, 4)}`;
}

const hex = (value: number, digits: number) =>
  (value >>> 0).toString(16).padStart(8, "0").slice(-digits);
