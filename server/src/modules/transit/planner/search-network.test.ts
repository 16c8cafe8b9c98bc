import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SeededRandom } from "#modules/demo/seeded-random.ts";
import { createTestFolder } from "../../../../test/app/test-folders.ts";
import {
  createRandomTimetable,
  FIRST_DAY,
  MONTH,
  type RandomTimetable,
} from "../../../../test/transit/random-timetable.ts";
import {
  earliestArrival,
  latestDeparture,
  WALKING,
} from "../../../../test/transit/try-all-trips.ts";
import { writeFeed } from "../../../../test/transit/write-feed.ts";
import { compileFeed } from "../feed/compile-feed.ts";
import { Network } from "../network/network.ts";
import { findJourney, type FoundJourney, type NetworkSearch } from "./search-network.ts";

const JOURNEYS = Number(process.env["JOURNEYS"] ?? 300);
const JOURNEYS_PER_TIMETABLE = 20;
const START_S =
  Date.parse(`${MONTH.slice(0, 4)}-${MONTH.slice(4)}-${FIRST_DAY}T00:00:00+01:00`) / 1000;

test("[domain/transit:exact] journeys arrive and depart as if every trip had been tried", async () => {
  const folder = createTestFolder();
  let found = 0;
  let withChange = 0;
  for (let seed = 1; seed <= JOURNEYS / JOURNEYS_PER_TIMETABLE; seed++) {
    const random = new SeededRandom(seed);
    const timetable = createRandomTimetable(random);
    const path = writeFeed(join(folder, `${seed}.zip`), timetable.tables);
    const { feed } = await compileFeed(path);
    rmSync(path);
    const network = new Network([{ id: "random", feed }], WALKING);
    for (let n = 0; n < JOURNEYS_PER_TIMETABLE; n++) {
      const direction = n % 2 === 0 ? "forwards" : "backwards";
      const search = randomSearch(random, timetable, direction);
      const journey = findJourney(network, search);
      const expected =
        direction === "forwards"
          ? earliestArrival(timetable, search)
          : latestDeparture(timetable, search);
      expect(journey?.atS, `seed ${seed}, journey ${n}, ${direction}`).toBe(expected);
      if (!journey) continue;
      assertPossible(network, journey);
      found++;
      if (journey.legs.length > 1) withChange++;
    }
  }
  expect(found).toBeGreaterThan(JOURNEYS / 4);
  expect(withChange).toBeGreaterThan(JOURNEYS / 20);
});

function randomSearch(
  random: SeededRandom,
  { stops }: RandomTimetable,
  direction: NetworkSearch["direction"],
): NetworkSearch {
  const atS = START_S + 60 * random.integer(0, 4 * 24 * 60 - 1);
  const some = (count: number) =>
    Array.from({ length: count }, () => random.integer(0, stops.length - 1));
  return {
    direction,
    starts: some(1 + random.integer(0, 1)).map((stop) => ({
      stop,
      atS: atS + 60 * random.integer(0, 19),
    })),
    goals: [...new Set(some(1 + random.integer(0, 1)))].map((stop) => ({
      stop,
      walkS: 60 * random.integer(0, 11),
    })),
    horizonS: 3600 * (2 + random.integer(0, 29)),
    maxTrips: 1 + random.integer(0, 3),
  };
}

/** Its trips run on their day, follow each other, and leave time to change. */
function assertPossible(network: Network, { legs }: FoundJourney): void {
  for (const leg of legs) {
    expect(leg.pattern.runsOn(leg.trip, leg.day)).toBe(true);
    expect(leg.arrivesS).toBeGreaterThanOrEqual(leg.departsS);
  }
  legs.slice(1).forEach((next, n) => {
    const before = legs[n] ?? next;
    const waitS = next.departsS - before.arrivesS;
    expect(waitS).toBeGreaterThanOrEqual(changeS(network, before.to, next.from));
  });
}

function changeS({ footpaths: { starts, to, seconds } }: Network, from: number, stop: number) {
  const paths = Array.from(
    { length: starts[from + 1]! - starts[from]! },
    (_, n) => starts[from]! + n,
  );
  const path = paths.find((n) => to[n] === stop);
  return path === undefined ? Infinity : seconds[path]!;
}
