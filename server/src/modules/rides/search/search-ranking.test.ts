import { HOUR_MS } from "@commonlane/contract/durations";
import type { Reliability } from "@commonlane/contract/reliability";
import type { RideSearchResult } from "@commonlane/contract/rides";
import { estimateDriveS } from "@commonlane/matching/driving-estimate";
import { distanceM } from "@commonlane/matching/geo";
import { createRandom } from "@commonlane/matching/testing/random-scenarios";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { hostRide, TOMORROW, towns } from "../../../../test/fixtures/rides.ts";
import { createTestApp, type TestUser, type TestApp } from "../../../../test/app/test-app.ts";

const at = (hours: number) => new Date(Date.parse(TOMORROW) + hours * HOUR_MS).toISOString();
const wholeDay = { departsAfter: "2026-01-01T23:00:00Z", departsBefore: "2026-01-02T23:00:00Z" };
const freiburgToKoeln = {
  fromLat: towns.freiburg.lat,
  fromLng: towns.freiburg.lng,
  toLat: towns.koeln.lat,
  toLng: towns.koeln.lng,
};
const WANTED = at(4);

/** All results, page by page. */
async function found(
  app: TestApp,
  as: TestUser,
  query: Record<string, string | number>,
): Promise<RideSearchResult[]> {
  const all: RideSearchResult[] = [];
  let cursor: string | null = null;
  do {
    const page: { body: { items: RideSearchResult[]; nextCursor: string | null } } = await app.call(
      "GET",
      "/rides/search",
      {
        as,
        query: { ...freiburgToKoeln, ...wholeDay, ...query, ...(cursor && { cursor }) },
      },
    );
    all.push(...page.body.items);
    cursor = page.body.nextCursor;
  } while (cursor);
  return all;
}

const notesOf = (items: readonly RideSearchResult[]) => items.map(({ ride }) => ride.note);
const NO_RECORD = {
  completed: 0,
  commitments: 0,
  early: 0,
  late: 0,
  lastMinute: 0,
  absent: 0,
  weight: 0,
  requests: 0,
  answered: 0,
  answerS: null,
} satisfies Reliability;
const euros = (amount: number) => ({ amountMinor: amount * 100, currency: "EUR" });
const rideBy = async (app: TestApp, overrides: object) =>
  hostRide(app, await app.createUser(), overrides);

test("[domain/matching:best-terms] ranks the cheaper ride above one a minute nearer to the preferred time, but not above one much nearer", async () => {
  const app = await createTestApp();
  const seeker = await app.createUser();
  await rideBy(app, { note: "dear", departsAt: at(4), contribution: euros(35) });
  await rideBy(app, { note: "cheap", departsAt: at(4 + 1 / 60), contribution: euros(6) });
  await rideBy(app, { note: "free but late", departsAt: at(8), contribution: null });
  const inOrder = ["cheap", "dear", "free but late"];
  expect(notesOf(await found(app, seeker, { at: WANTED }))).toEqual(inOrder);
  for (const limit of [1, 2])
    expect(notesOf(await found(app, seeker, { at: WANTED, limit }))).toEqual(inOrder);
});

test("[domain/matching:best-reliable] ranks the more reliable host first among equal rides, worth at most two minutes", async () => {
  const app = await createTestApp();
  const seeker = await app.createUser();
  for (const [note, departsAt, weight, commitments] of [
    ["absent", at(4), 60, 20],
    ["new", at(4), null, null],
    ["reliable", at(4), 0, 20],
    ["reliable, later", at(4 + 3 / 60), 0, 20],
  ] as const) {
    const host = await app.createUser();
    await hostRide(app, host, { note, departsAt });
    if (weight === null) continue;
    const reliability = JSON.stringify({ ...NO_RECORD, weight, commitments });
    await sql`update profile set shown_reliability = ${reliability}::jsonb where uid = ${host.uid}`.execute(
      app.db,
    );
  }
  const notes = notesOf(await found(app, seeker, { at: WANTED }));
  expect(notes).toEqual(["reliable", "new", "absent", "reliable, later"]);
});

test("[domain/matching:best-pages] pages of any length show each ride once, in the overall order, and none before one that is better in every respect", async () => {
  const app = await createTestApp();
  const seeker = await app.createUser();
  const random = createRandom(35);
  for (let n = 0; n < 30; n++) {
    const nearFreiburg = {
      ...towns.freiburg,
      lat: towns.freiburg.lat + 0.006 * Math.floor(random() * 2),
    };
    await rideBy(app, {
      note: String(n),
      departsAt: at(4 + (random() - 0.5) * 2),
      contribution: random() < 0.2 ? null : euros(1 + Math.floor(random() * 30)),
      origin: nearFreiburg,
      stops: random() < 0.5 ? [] : [towns.mainz],
      maxDetourM: 0,
      maxDetourS: 0,
      approval: n % 2 === 0 ? "instant" : "manual",
    });
  }
  for (const query of [{ at: WANTED }, {}, { at: WANTED, instant: "true" }]) {
    const allResults = await found(app, seeker, { ...query, limit: 50 });
    expect(allResults).toHaveLength("instant" in query ? 15 : 30);
    for (const limit of [1, 4, 13])
      expect(notesOf(await found(app, seeker, { ...query, limit }))).toEqual(notesOf(allResults));
    const journeys = allResults.map((one) => journeyOf(one, "at" in query));
    for (const [n, journey] of journeys.entries()) {
      const later = journeys.slice(n + 1);
      // Responses contain whole metres, and times in whole minutes.
      expect(rankOf(journey)).toBeLessThan(Math.min(...later.map(rankOf)) + 2 * MINUTE_S + 3);
      const better = later.filter((other) =>
        other.every((value, respect) => value + (SHOWN_TO[respect] ?? 0) < (journey[respect] ?? 0)),
      );
      expect(better).toEqual([]);
    }
  }
});

const MINUTE_S = 60;
/** How exactly a response shows each of the four. */
const SHOWN_TO = [MINUTE_S, 0, MINUTE_S, 0];

/** Seconds in the car, on foot and from the preferred time, and the price, from the public fields of a result. */
function journeyOf(
  { match }: RideSearchResult,
  hasTime: boolean,
): readonly [number, number, number, number] {
  const pickupMs = Date.parse(match.pickupAt);
  const dropoffMs = Date.parse(match.dropoffAt);
  const waitS = hasTime ? Math.abs(pickupMs - Date.parse(WANTED)) / 1000 : 0;
  const walkS = (match.walkFromM + match.walkToM) / 1.3;
  return [(dropoffMs - pickupMs) / 1000, walkS, waitS, match.contribution?.amountMinor ?? 0];
}

/** The order of domain.md, by day and for hosts without a record. */
function rankOf([rideS, walkS, waitS, priceMinor]: readonly [
  number,
  number,
  number,
  number,
]): number {
  const directM = 1.22 * distanceM(towns.freiburg, towns.koeln);
  const priceS =
    0.5 * estimateDriveS(directM) * (1 - Math.exp(-priceMinor / ((directM / 1000) * 30)));
  return rideS + 2 * walkS + waitS + priceS;
}
