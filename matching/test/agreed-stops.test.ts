import { expect, test } from "vitest";
import {
  type AgreedStop,
  insertStops,
  withAgreedStops,
  calculateInstants,
  toSegmentEnds,
  insertPassengerStops,
} from "../src/agreed-stops.ts";
import { hasSameFigures, findMatchProblem } from "../src/testing/compare-implementations.ts";
import type { LatLng } from "../src/geo.ts";
import { distanceM, pointAlongLeg } from "../src/geo.ts";
import { DEFAULT_MATCH_SETTINGS } from "../src/model.ts";
import type { Match, MatchRide, Search } from "../src/model.ts";
import {
  type OraclePoint,
  insertCandidate,
  calculateOracleDrive,
  toOraclePoints,
} from "../src/testing/oracle-agreed-stops.ts";
import { listAllCandidates } from "../src/testing/oracle.ts";
import { matchRide } from "../src/rule.ts";
import { createRandom, randomSearch, createScenario } from "../src/testing/random-scenarios.ts";

const WORLDS = Number(process.env["WORLDS"] ?? 600) / 5;
const SEEKERS = 8;
const settings = DEFAULT_MATCH_SETTINGS;

/** A ride that passengers join and leave one after the other, in the form of the rule and of the oracle. */
class Drive {
  readonly planned: MatchRide;
  stops: AgreedStop[] = [];
  calls: OraclePoint[];
  #ids = 0;

  constructor(planned: MatchRide) {
    this.planned = planned;
    this.calls = toOraclePoints(planned);
  }

  get ride(): MatchRide {
    return withAgreedStops(this.planned, this.stops, settings);
  }

  /** Describes the first difference between the two. */
  differ(): string | undefined {
    const ride = this.ride;
    const oracle = calculateOracleDrive(this.planned, this.calls, settings);
    if (oracle.usedM > this.planned.maxDetourM + 0.01) return "more metres than the host allows";
    if (oracle.usedM / settings.detourMps > this.planned.maxDetourS + 0.01)
      return "more seconds than the host allows";
    if (ride.points.length !== oracle.ride.points.length) return "other points";
    const distances = ride.points.map((point, n) => distanceM(point, oracle.ride.points[n]!));
    if (Math.max(...distances) > 1) return "points elsewhere";
    if (ride.seatsLeft.join() !== oracle.ride.seatsLeft.join()) return "other seats";
    if (Math.abs(ride.maxDetourM - oracle.ride.maxDetourM) > 1) return "other metres left";
    if (Math.abs(ride.maxDetourS - oracle.ride.maxDetourS) > 1) return "other seconds left";
    const delays = calculateInstants(ride, settings).map((at, n) =>
      Math.abs(at - oracle.instants[n]!),
    );
    return Math.max(...delays) > 1000 ? "other instants" : undefined;
  }

  /** Adds a passenger if the rule allows it. Describes the first difference between rule and oracle. */
  take(search: Search): { problem: string | undefined; match: Match | undefined } {
    const { ride, usedM } = calculateOracleDrive(this.planned, this.calls, settings);
    const candidates = listAllCandidates(ride, search);
    const match = matchRide(this.ride, search);
    const problem = findMatchProblem(match, candidates, ride, search, settings);
    const same =
      match && candidates.find((candidate) => hasSameFigures(candidate, match, settings));
    if (!match || !same) return { problem, match };
    const id = `p${this.#ids++}`;
    this.stops = insertPassengerStops(this.planned.points, this.stops, id, toSegmentEnds(match));
    this.calls = insertCandidate(this.calls, id, same);
    const addedM = calculateOracleDrive(this.planned, this.calls, settings).usedM - usedM;
    const sum =
      Math.abs(addedM - match.detourM) < 1 ? undefined : "another detour than the match says";
    return { problem: problem ?? sum ?? this.differ(), match };
  }

  leave(id: string): void {
    this.stops = this.stops.filter((stop) => stop.id !== id);
    this.calls = this.calls.filter((call) => call.id !== id);
  }
}

test(
  `[domain/matching:detour-total-oracle] rule and brute force agree on ${WORLDS} random scenarios in which seats are confirmed one after the other and given back`,
  () => {
    const problems: string[] = [];
    let agreed = 0;
    let refused = 0;
    for (let seed = 1; seed <= WORLDS; seed++) {
      const random = createRandom(seed);
      const { rides, kind } = createScenario(seed);
      const drive = new Drive(rides[0]!);
      const planned = [drive.planned];
      for (let n = 0; n < SEEKERS; n++) {
        const search = randomSearch(random, planned, drive.planned.points[0]!, 50_000);
        const { problem, match } = drive.take(search);
        if (problem !== undefined) problems.push(`${seed} ${kind}: ${problem}`);
        if (match) agreed++;
        else if (matchRide(drive.planned, search)) refused++;
        const someone = drive.stops[Math.floor(random() * drive.stops.length)];
        if (someone && random() < 0.2) drive.leave(someone.id);
        const differ = drive.differ();
        if (differ !== undefined) problems.push(`${seed} ${kind}: ${differ} after somebody left`);
      }
    }
    expect(problems.slice(0, 10), `${problems.length} differences`).toEqual([]);
    expect(agreed).toBeGreaterThan(WORLDS);
    expect(refused).toBeGreaterThan(WORLDS / 20);
  },
  60_000 + WORLDS * 200,
);

const HOUR_MS = 3_600_000;
const origin = { lat: 48, lng: 8 };
const destination = { lat: 49.35, lng: 8 };
const ride: MatchRide = {
  id: "ride",
  points: [origin, destination],
  departsAtMs: 0,
  seatsLeft: [4],
  maxDetourM: 10_000,
  maxDetourS: 600,
};
/** A place `metres` east of the route, at this share of its length. */
const placeBeside = (share: number, metres: number): LatLng => {
  const on = pointAlongLeg(origin, destination, share);
  return { lat: on.lat, lng: on.lng + metres / (111_195 * Math.cos((on.lat * Math.PI) / 180)) };
};
const from = (share: number, metres: number): Search => ({
  from: placeBeside(share, metres),
  to: destination,
  departsAfterMs: 0,
  departsBeforeMs: 5 * HOUR_MS,
  seats: 1,
  walkM: 0,
});

test("[domain/matching:detour-total] counts the detour limit as a total: confirmed passengers leave less for the next one", () => {
  const drive = new Drive(ride);
  const sides = [18_000, -18_000, 18_000, -18_000];
  const match = sides.map(
    (metres, n) => drive.take(from(0.2 * (n + 1), metres)).match?.detourM ?? 0,
  );
  expect(match[0]).toBeGreaterThan(7_500);
  // On the other side of the route nothing is left; beside the first stop another one costs little more.
  expect([match[1], match[3]]).toEqual([0, 0]);
  const usedM = match.reduce((sum, metres) => sum + metres, 0);
  expect(drive.ride.maxDetourM).toBeCloseTo(10_000 - usedM, 3);
  expect(drive.ride.maxDetourS).toBeCloseTo(600 - usedM / settings.detourMps, 3);
  for (const { id } of drive.stops) drive.leave(id);
  expect(drive.take(from(0.4, -18_000)).match).toBeDefined();
});

test("[domain/matching:detour-total-insertion] measures the detour from an agreed stop nearby, and delays all later pickups", () => {
  const drive = new Drive(ride);
  const first = drive.take(from(0.5, 18_000)).match!;
  const neighbour = drive.take(from(0.51, 18_000)).match!;
  expect(neighbour.detourM).toBeLessThan(first.detourM / 4);
  expect(neighbour.pickupAtMs).toBeGreaterThan(first.pickupAtMs);
  expect(drive.stops.map(({ id, end }) => `${id} ${end}`)).toEqual(["p0 in", "p1 in"]);
  const planned = calculateInstants(ride, settings);
  const driven = calculateInstants(drive.ride, settings);
  const addedS = (first.detourM + neighbour.detourM) / settings.detourMps;
  expect((driven.at(-1)! - planned.at(-1)!) / 1000).toBeCloseTo(addedS, 3);
});

test("[domain/matching:detour-total-walkers] keeps the pickup point of a walking passenger when others are fetched later", () => {
  const drive = new Drive(ride);
  const walker = drive.take({ ...from(0.5, 0), walkM: 50 }).match!;
  expect([walker.pickupBy, walker.detourM]).toEqual(["walk", 0]);
  drive.take(from(0.52, 15_000));
  const met = insertStops(ride.points, drive.stops).points.map((point) =>
    distanceM(point, walker.pickup),
  );
  expect(Math.min(...met)).toBeLessThan(0.01);
});
