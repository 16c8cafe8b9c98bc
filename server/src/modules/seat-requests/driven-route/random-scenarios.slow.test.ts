import type { Ride, RideSearchResult } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import type { Place } from "@commonlane/contract/shapes";
import { shownTime } from "@commonlane/contract/shown-time";
import { pointAlongLeg } from "@commonlane/matching/geo";
import {
  DEFAULT_MATCH_SETTINGS as RULE,
  type MatchRide,
  type Search,
} from "@commonlane/matching/rule";
import {
  findBrokenLimits,
  type Candidate,
  listAllCandidates,
} from "@commonlane/matching/testing/oracle";
import {
  type OraclePoint,
  insertCandidate,
  calculateOracleDrive,
  toOraclePoints,
} from "@commonlane/matching/testing/oracle-agreed-stops";
import { createRandom } from "@commonlane/matching/testing/random-scenarios";
import { expect, test } from "vitest";
import { requestSeats, hostRide, TOMORROW } from "../../../../test/fixtures/rides.ts";
import { createTestApp, type TestUser, type TestApp } from "../../../../test/app/test-app.ts";

const WORLDS = Number(process.env["API_WORLDS"] ?? 12);
const STEPS = 9;
/** Tolerance at the limit, because the API returns whole metres and seconds. */
const EDGE = 1.5;
const DAY_MS = 86_400_000;
const departsAtMs = Date.parse(TOMORROW);

type Random = () => number;
const between = (random: Random, low: number, high: number) => low + (high - low) * random();
const pick = <T>(random: Random, all: readonly T[]): T => {
  const one = all[Math.floor(random() * all.length)];
  if (one === undefined) throw new Error("Nothing to pick from.");
  return one;
};

const place = (lat: number, lng: number): Place => ({
  label: "A place",
  lat: Number(lat.toFixed(5)),
  lng: Number(lng.toFixed(5)),
});

/** Two to four points, about 60 to 150 km in total. */
function randomRoute(random: Random): Place[] {
  const lat = between(random, 46, 53);
  const lng = between(random, 5, 12);
  const points = 2 + Math.floor(random() * 3);
  return Array.from({ length: points }, (_, n) =>
    place(lat + 0.4 * n + between(random, 0, 0.2), lng + random() * 0.4),
  );
}

/** A point on the route, within walking distance, or some kilometres away. */
function randomStop(random: Random, points: readonly Place[], leg: number): Place {
  const from = points[leg];
  const to = points[leg + 1];
  if (!from || !to) throw new Error("There is no such leg.");
  const on = pointAlongLeg(from, to, pick(random, [0, 1, random(), random(), random()]));
  const off = pick(random, [0, 0, 0.01, 0.04, 0.1, 0.2]);
  return place(on.lat + between(random, -off, off), on.lng + between(random, -off, off));
}

interface Seat {
  readonly id: string;
  readonly end: () => Promise<{ status: number }>;
}

/** One ride as the API returns it and as the oracle calculates it from the agreed terms alone. */
class Drive {
  readonly app: TestApp;
  readonly host: TestUser;
  readonly ride: Ride;
  readonly planned: MatchRide;
  readonly points: readonly Place[];
  calls: OraclePoint[];
  seats: Seat[] = [];
  seatsLeft: number[];

  constructor(app: TestApp, host: TestUser, ride: Ride, points: readonly Place[]) {
    this.app = app;
    this.host = host;
    this.ride = ride;
    this.points = points;
    this.seatsLeft = ride.seatsLeftByLeg;
    const { id, maxDetourM, maxDetourS } = ride;
    this.planned = { id, points, departsAtMs, seatsLeft: this.seatsLeft, maxDetourM, maxDetourS };
    this.calls = toOraclePoints(this.planned);
  }

  get driven() {
    return calculateOracleDrive({ ...this.planned, seatsLeft: this.seatsLeft }, this.calls, RULE);
  }

  /** Candidates that the rule clearly allows, and those within the tolerance. */
  allowed(search: Search): { yes: Candidate[]; perhaps: Candidate[] } {
    const { ride } = this.driven;
    const all = listAllCandidates(ride, search);
    const within = (ease: number) =>
      all.filter((one) => findBrokenLimits(one, ride, search, RULE, ease).length === 0);
    return { yes: within(-EDGE), perhaps: within(EDGE) };
  }

  async readRide(): Promise<Ride> {
    return (await this.app.call<Ride>("GET", `/rides/${this.ride.id}`, { as: this.host })).body;
  }

  async accepted(): Promise<SeatRequest[]> {
    const path = `/rides/${this.ride.id}/requests`;
    const { body } = await this.app.call<{ items: SeatRequest[] }>("GET", path, { as: this.host });
    return body.items.filter(({ status }) => status === "accepted");
  }

  /** Differences between the API's view of the ride and the oracle's. */
  async differences(): Promise<string[]> {
    const { usedM, instants } = this.driven;
    const now = await this.readRide();
    const problems: string[] = [];
    if (usedM > this.ride.maxDetourM + EDGE || usedM / RULE.detourMps > this.ride.maxDetourS + EDGE)
      problems.push("more detour than the host allows");
    if (Math.abs(now.distanceM - this.ride.distanceM - usedM) > EDGE)
      problems.push("another length");
    // Times at the ride's own points are sums of whole seconds per leg.
    if (!isShownAs(instants.at(-1), now.arrivesAt, 3_000)) problems.push("another arrival");
    if (now.seatsLeftByLeg.join() !== this.seatsLeft.join()) problems.push("other seats");
    const accepted = await this.accepted();
    if (accepted.length !== this.seats.length) problems.push("another number of passengers");
    for (const request of accepted) {
      for (const [end, at] of [
        ["in", request.pickupAt] as const,
        ["out", request.dropoffAt] as const,
      ]) {
        const call = this.calls.findIndex((each) => each.id === request.id && each.end === end);
        if (call >= 0 && !isShownAs(instants[call], at, 1_500))
          problems.push(`another hour to get ${end}: ${at}`);
      }
    }
    return problems;
  }
}

/** True if an instant of the oracle, or one this close to it, is shown as this minute. */
function isShownAs(atMs: number | undefined, shown: string, toleranceMs: number): boolean {
  if (atMs === undefined) return false;
  const earliest = shownTime(atMs - toleranceMs);
  const latest = shownTime(atMs + toleranceMs);
  return earliest <= shown && shown <= latest;
}

async function step(drive: Drive, random: Random, looking: TestUser): Promise<string[]> {
  const { app, host, ride, points } = drive;
  if (drive.seats.length > 0 && random() < 0.25) {
    const seat = pick(random, drive.seats);
    const before = (await drive.accepted()).find(({ id }) => id === seat.id);
    if ((await seat.end()).status !== 200) return ["a seat could not be given back"];
    drive.seats = drive.seats.filter(({ id }) => id !== seat.id);
    drive.calls = drive.calls.filter(({ id }) => id !== seat.id);
    drive.seatsLeft = drive.seatsLeft.map((left, leg) =>
      before && leg >= before.firstLeg && leg <= before.lastLeg ? left + before.seats : left,
    );
    return drive.differences();
  }
  const first = Math.floor(random() * (points.length - 1));
  const last = first + Math.floor(random() * (points.length - 1 - first));
  const pickup = randomStop(random, points, first);
  const dropoff = randomStop(random, points, last);
  const seats = pick(random, [1, 1, 1, 2]);
  const search: Search = {
    from: pickup,
    to: dropoff,
    departsAfterMs: departsAtMs - DAY_MS / 4,
    departsBeforeMs: departsAtMs + DAY_MS,
    seats,
    walkM: 50,
  };
  const problems = await compareSearch(drive, looking, search);
  const { yes, perhaps } = drive.allowed(search);
  const { response, accept, end } = await requestSeats(app, ride, host, { pickup, dropoff, seats });
  const answer =
    response.status === 201 && response.body.status === "pending" ? await accept() : response;
  const agreed = answer.status < 300;
  if (agreed && perhaps.length === 0) problems.push("taken against the rule");
  if (!agreed && yes.length > 0) problems.push(`refused against the rule: ${answer.body.code}`);
  if (!agreed) return problems;
  const { id, firstLeg, lastLeg, pickupAt } = answer.body;
  const { legOf } = drive.driven;
  // Of several combinations with equal cost, the one that was booked.
  const taken = perhaps
    .filter((one) => legOf[one.pickupLeg] === firstLeg && legOf[one.dropoffLeg] === lastLeg)
    .filter((one) => Math.abs(one.detourM - answer.body.detourM) < 1)
    // New stops divide the time of a leg again.
    .filter((one) => isShownAs(one.pickupAtMs, pickupAt, 60_000))
    .toSorted((a, b) => a.score - b.score)[0];
  if (!taken) return [...problems, "taken in a way that the rule does not know"];
  if (yes.some((one) => one.score < taken.score - EDGE))
    problems.push("not the best place for the stops");
  if (Math.abs(taken.detourM - answer.body.detourM) > EDGE) problems.push("another detour");
  drive.calls = insertCandidate(drive.calls, id, taken);
  drive.seatsLeft = drive.seatsLeft.map((left, leg) =>
    leg >= firstLeg && leg <= lastLeg ? left - seats : left,
  );
  drive.seats.push({ id, end });
  return [...problems, ...(await drive.differences())];
}

/** Compares the search result with the oracle. */
async function compareSearch(
  drive: Drive,
  as: TestUser,
  { from, to, seats }: Search,
): Promise<string[]> {
  const query = {
    fromLat: from.lat,
    fromLng: from.lng,
    toLat: to.lat,
    toLng: to.lng,
    departsAfter: new Date(departsAtMs - DAY_MS / 4).toISOString(),
    departsBefore: new Date(departsAtMs + DAY_MS).toISOString(),
    seats,
    walkM: 1_000,
  };
  const search = {
    from,
    to,
    departsAfterMs: departsAtMs - DAY_MS / 4,
    departsBeforeMs: departsAtMs + DAY_MS,
  };
  const { yes, perhaps } = drive.allowed({ ...search, seats, walkM: 1_000 });
  const { body } = await drive.app.call<{ items: RideSearchResult[] }>("GET", "/rides/search", {
    as,
    query,
  });
  const found = body.items.find(({ ride }) => ride.id === drive.ride.id)?.match;
  if (!found) return yes.length > 0 ? ["not found against the rule"] : [];
  const same = perhaps.filter(
    (one) =>
      Math.abs(one.detourM - found.detourM) < EDGE &&
      isShownAs(one.pickupAtMs, found.pickupAt, 1_500) &&
      isShownAs(one.dropoffAtMs, found.dropoffAt, 1_500) &&
      Math.abs(one.distanceM - found.distanceM) < EDGE,
  );
  if (same.length === 0) return ["found with other figures"];
  return yes.some((one) => one.score < found.score - EDGE)
    ? ["found with more than the least score"]
    : [];
}

test(`[domain/matching:detour-total-api] on ${WORLDS} random worlds the API books, cancels and finds like the brute-force oracle`, async () => {
  // Without rounding, so that results for strangers can be compared exactly as well.
  const app = await createTestApp({ settings: { PLACE_ROUNDING_M: 0 } });
  const host = await app.createUser();
  const looking = await app.createUser();
  const problems: string[] = [];
  let agreed = 0;
  let refused = 0;
  for (let seed = 1; seed <= WORLDS; seed++) {
    const random = createRandom(seed);
    const points = randomRoute(random);
    const [maxDetourM, maxDetourS] = pick(random, [
      [10_000, 600],
      [25_000, 1_200],
      [40_000, 3_000],
      [0, 0],
    ] as const);
    const rideInput = {
      origin: points[0],
      destination: points.at(-1),
      stops: points.slice(1, -1),
      contribution: null,
      approval: pick(random, ["instant", "manual"]),
      seatsTotal: 5,
      maxDetourM,
      maxDetourS,
    };
    const ride = await hostRide(app, host, rideInput);
    const drive = new Drive(app, host, ride, points);
    for (let n = 0; n < STEPS; n++) {
      const before = drive.seats.length;
      problems.push(
        ...(await step(drive, random, looking)).map((problem) => `${seed}.${n}: ${problem}`),
      );
      agreed += drive.seats.length > before ? 1 : 0;
      refused += drive.seats.length === before ? 1 : 0;
    }
    await app.call("DELETE", `/rides/${ride.id}`, { as: host });
  }
  expect(problems).toEqual([]);
  expect(agreed).toBeGreaterThan(2 * WORLDS);
  expect(refused).toBeGreaterThan(WORLDS);
  expect(app.bugs).toEqual([]);
}, 300_000);
