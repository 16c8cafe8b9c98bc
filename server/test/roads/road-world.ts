import type { Ride } from "@commonlane/contract/rides";
import type { Place } from "@commonlane/contract/shapes";
import type { LatLng } from "@commonlane/matching/geo";
import type { Search } from "@commonlane/matching/rule";
import {
  findBrokenLimits,
  isNearMiss,
  listAllCandidates,
  type Candidate,
} from "@commonlane/matching/testing/oracle";
import { listAllRoadCandidates, type RoadOracle } from "@commonlane/matching/testing/oracle-roads";
import { z } from "zod";
import { SeededRandom } from "#modules/demo/seeded-random.ts";
import { matchSettings } from "#modules/rides/index.ts";
import { toRoadRide } from "#modules/rides/route/route-geometry.ts";
import type { RideRow } from "#modules/rides/rides.store.ts";
import { toMatchRide } from "#modules/rides/search/to-match-ride.ts";
import type { RoadTable } from "#platform/routing/routing-engine.ts";
import { liechtenstein } from "./roads.ts";
import { hostRide, TOMORROW } from "../fixtures/rides.ts";
import type { TestApp, TestUser } from "../app/test-app.ts";

const HOUR_MS = 3_600_000;
/** Distances and times that differ by less are the same: the engine is asked for places a little apart. */
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

/** Judges every ride with every search by a full table of the routing engine, with a cache of its own. */
export async function judgeByBruteForce(
  app: TestApp,
  rows: readonly RideRow[],
  search: Search,
): Promise<ReadonlyMap<string, Verdict>> {
  const settings = matchSettings(app.settings);
  const places = new Map<string, LatLng>();
  const list = (roads: RoadOracle) =>
    rows.map((row) => {
      const ride = toRoadRide(row);
      const plain = toMatchRide(row);
      const all = ride
        ? listAllRoadCandidates(ride, search, roads, settings)
        : listAllCandidates(plain, search, settings);
      return { id: row.id, ride: ride ?? plain, all };
    });
  list((from, to) => {
    places.set(keyOf(from), from).set(keyOf(to), to);
    return { distanceM: 0, durationS: 0 };
  });
  const table = await readFullTable(app.settings.ROUTER?.url ?? "", [...places.values()]);
  const index = new Map([...places.keys()].map((key, n) => [key, n]));
  const verdicts = list((from, to) => {
    const road = table[index.get(keyOf(from)) ?? -1]?.[index.get(keyOf(to)) ?? -1];
    if (road === undefined) throw new Error("The routing engine was not asked for a road.");
    return road;
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

const ROWS_AT_ONCE = 8;
const Matrix = z.object({
  sources_to_targets: z.object({
    distances: z.array(z.array(z.nullable(z.number()))),
    durations: z.array(z.array(z.nullable(z.number()))),
  }),
});

/** Asks the routing engine itself, without our client and its time limits. */
async function readFullTable(url: string, places: readonly LatLng[]): Promise<RoadTable> {
  const table: RoadTable[0][] = [];
  const locations = places.map(({ lat, lng }) => ({ lat, lon: lng }));
  for (let first = 0; first < places.length; first += ROWS_AT_ONCE) {
    const sources = locations.slice(first, first + ROWS_AT_ONCE);
    const body = JSON.stringify({
      costing: "auto",
      units: "kilometers",
      sources,
      targets: locations,
      verbose: false,
    });
    const reply = await fetch(`${url}/sources_to_targets`, { method: "POST", body });
    const { distances, durations } = Matrix.parse(await reply.json()).sources_to_targets;
    for (const [n, row] of distances.entries())
      table.push(row.map((km, k) => toRoad(km, durations[n]?.[k] ?? null)));
  }
  return table;
}

const toRoad = (kilometres: number | null, durationS: number | null) =>
  kilometres === null || durationS === null ? null : { distanceM: 1000 * kilometres, durationS };

const keyOf = ({ lat, lng }: LatLng) => `${lat},${lng}`;
