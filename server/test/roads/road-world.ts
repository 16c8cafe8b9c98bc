import type { Ride } from "@commonlane/contract/rides";
import type { Place } from "@commonlane/contract/shapes";
import type { Search } from "@commonlane/matching/rule";
import {
  findBrokenLimits,
  isNearMiss,
  listAllCandidates,
  type Candidate,
} from "@commonlane/matching/testing/oracle";
import { listAllRoadCandidates, type RoadOracle } from "@commonlane/matching/testing/oracle-roads";
import { SeededRandom } from "#modules/demo/seeded-random.ts";
import { matchSettings } from "#modules/rides/route/index.ts";
import { toRoadRide } from "#modules/rides/route/route-geometry.ts";
import type { RideRow } from "#modules/rides/rides.store.ts";
import { toMatchRide } from "#modules/rides/route/route-geometry.ts";
import { liechtenstein } from "./roads.ts";
import { hostRide, TOMORROW } from "../fixtures/rides.ts";
import type { TestApp, TestUser } from "../app/test-app.ts";

const HOUR_MS = 3_600_000;
/** Distances and times that differ by less are the same: those of a ride are rounded. */
const EASE = 2;

/** Random places around villages, rides and searches between them. */
export class RoadWorld {
  readonly #chance: SeededRandom;

  constructor(seed: number) {
    this.#chance = new SeededRandom(seed);
  }

  pick<T>(choices: readonly T[]): T {
    const choice = choices[Math.floor(this.#chance.next() * choices.length)];
    if (choice === undefined) throw new Error("There is nothing to choose from.");
    return choice;
  }

  place(): Place {
    const { lat, lng } = this.pick(Object.values(liechtenstein));
    const near = (degrees: number) =>
      Number((degrees + 0.02 * (this.#chance.next() - 0.5)).toFixed(5));
    return { label: "Somewhere", lat: near(lat), lng: near(lng) };
  }

  /** A day of rides, some with a stop, from hosts who accept no, short or long detours. */
  ride(): object {
    const [maxDetourM, maxDetourS] = this.pick([
      [0, 0],
      [2_000, 300],
      [4_000, 420],
      [10_000, 900],
      [20_000, 1_800],
    ]);
    const exact = { shown: "exact" };
    return {
      origin: { ...this.place(), ...exact },
      destination: { ...this.place(), ...exact },
      stops: this.#chance.next() < 0.3 ? [{ ...this.place(), ...exact }] : [],
      departsAt: new Date(
        Date.parse(TOMORROW) + Math.round(10 * this.#chance.next()) * HOUR_MS,
      ).toISOString(),
      seatsTotal: this.pick([1, 2, 3]),
      contribution: null,
      maxDetourM,
      maxDetourS,
    };
  }

  search(walkM = this.pick([0, 400, 1_000, 3_000])): Search {
    const hours = this.pick([3, 12, 24]);
    const departsAfterMs = Date.parse(TOMORROW) + this.pick([0, 0, 0, 4]) * HOUR_MS;
    const departsBeforeMs = departsAfterMs + hours * HOUR_MS;
    const isWanted = this.#chance.next() < 0.5;
    return {
      from: this.place(),
      to: this.place(),
      departsAfterMs,
      departsBeforeMs,
      atMs: isWanted ? departsAfterMs + (hours / 2) * HOUR_MS : undefined,
      seats: this.pick([1, 1, 2]),
      walkM,
    };
  }
}

/** Hosts a ride; `isEstimated` as if there had been no roads then. */
export async function hostWorldRide(
  app: TestApp,
  host: TestUser,
  overrides: object,
  isEstimated: boolean,
): Promise<Ride> {
  const ride = await hostRide(app, host, overrides);
  if (isEstimated)
    await app.db.updateTable("ride").set({ leg_points: null }).where("id", "=", ride.id).execute();
  return ride;
}

/** What brute force says of one ride and one search. "maybe" is at the edge of a limit, where rounding decides. */
export interface Verdict {
  readonly match: "yes" | "no" | "maybe";
  readonly nearMiss: "yes" | "no" | "maybe";
  /** Of the best match. */
  readonly order: number | undefined;
}

/** Judges every ride with a search by every way to combine its ends. */
export function judgeByBruteForce(
  app: TestApp,
  rows: readonly RideRow[],
  search: Search,
): ReadonlyMap<string, Verdict> {
  const settings = matchSettings(app.settings);
  const roads: RoadOracle = (from, to) => app.ctx.routing.road(from, to);
  const verdicts = rows.map((row) => {
    const ride = toRoadRide(row);
    const plain = toMatchRide(row);
    const all = ride
      ? listAllRoadCandidates(ride, search, roads, settings)
      : listAllCandidates(plain, search, settings);
    return { id: row.id, ride: ride ?? plain, all };
  });
  return new Map(
    verdicts.map(({ id, ride, all }) => {
      const some = (test: (c: Candidate) => boolean) => all.some(test);
      const isMatch = some((c) => findBrokenLimits(c, ride, search, settings, -EASE).length === 0);
      const mayMatch = some((c) => findBrokenLimits(c, ride, search, settings, EASE).length === 0);
      const isNear = !mayMatch && some((c) => isNearMiss(c, ride, search, settings, -EASE));
      const mayBeNear = !isMatch && some((c) => isNearMiss(c, ride, search, settings, EASE));
      const allowed = all.filter((c) => findBrokenLimits(c, ride, search, settings).length === 0);
      const [best] = allowed.toSorted((a, b) => a.score - b.score);
      const match = isMatch ? "yes" : mayMatch ? "maybe" : "no";
      return [
        id,
        { match, nearMiss: isNear ? "yes" : mayBeNear ? "maybe" : "no", order: best?.order },
      ] as const;
    }),
  );
}
