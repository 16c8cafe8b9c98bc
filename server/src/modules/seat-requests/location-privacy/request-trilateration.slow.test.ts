import type { DomainEvent } from "@commonlane/contract/live";
import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import type { LatLng } from "@commonlane/contract/shapes";
import { estimateDriveS } from "@commonlane/matching/driving-estimate";
import { distanceM } from "@commonlane/matching/geo";
import { describe, expect, test } from "vitest";
import { approximatePosition } from "#modules/privacy/approximate/index.ts";
import { offsetPosition } from "../../../../test/fixtures/drivers.ts";
import { requestSeats, hostRide, towns } from "../../../../test/fixtures/rides.ts";
import { listNotifications } from "../../../../test/fixtures/notifications.ts";
import { fakeRoads } from "../../../../test/roads/fake-roads.ts";
import {
  type DistanceMeasurement,
  locateByDistances,
} from "../../../../test/fixtures/trilateration.ts";
import { createTestApp, type TestApp } from "../../../../test/app/test-app.ts";

/** Each change of the ride gives four answers: two lists with two requests each. */
const ANSWERS = Number(process.env["ANSWERS"] ?? 1000);
const CHANGES = ANSWERS / 4;
const RIDE = { stops: [], seatsTotal: 2, maxDetourM: 60_000, maxDetourS: 7200 };

const MIDDLE = approximatePosition({ lat: 49.01947, lng: 8.41443 }, 500);
/** Two addresses at opposite corners of one square, more than its side length apart. */
const DOORS = [offsetPosition(MIDDLE, -235, -235), offsetPosition(MIDDLE, 235, 235)].map(
  (door) => ({
    label: "Canary Lane 7",
    ...door,
  }),
);

type Options = Parameters<typeof createTestApp>[0];

/** A ride with a pending request from each of the two addresses. */
async function openRequests(options: Options = {}) {
  const app = await createTestApp(options);
  const host = await app.createUser();
  const ride = await hostRide(app, host, RIDE);
  const events = app.recordEventsOf(host.uid);
  const requestFrom = (n: number, seeker?: Awaited<ReturnType<typeof app.createUser>>) =>
    requestSeats(app, ride, host, { pickup: DOORS[n] }, seeker);
  const requests = [await requestFrom(0), await requestFrom(1)];
  const get = async <Body>(path: string) => (await app.call<Body>("GET", path, { as: host })).body;
  const change = async (rideChange: object) =>
    (await app.call<Ride>("PUT", `/rides/${ride.id}`, { as: host, body: rideChange })).status;
  /** The newest request of each seeker as the host sees it, in both lists. */
  const seen = async () => {
    const lists = [
      (await get<{ items: SeatRequest[] }>(`/rides/${ride.id}/requests`)).items,
      (await get<{ items: SeatRequest[] }>("/rides/incoming-requests")).items,
    ];
    return requests.map(({ seeker }) =>
      lists.map((items) => items.find(({ seekerId }) => seekerId === seeker.uid)),
    );
  };
  return { app, host, ride, heard: events, asks: requests, askFrom: requestFrom, seen, change };
}

/** Removes the fields in which two otherwise equal requests may differ. */
const withoutIds = (view: unknown): unknown =>
  JSON.parse(
    JSON.stringify(view)
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "ID")
      .replaceAll(/"createdAt":"[^"]*"/g, '"createdAt":""'),
  );

/** Origins all around, odd departures, and the two addresses themselves as origin and as stop. */
function changeNo(n: number): { origin: LatLng; rideChange: object } {
  const turn = (2 * Math.PI * n * 7) / CHANGES;
  const around = offsetPosition(MIDDLE, -12_000 + 9_000 * Math.cos(turn), 9_000 * Math.sin(turn));
  const guessed = n % 25 === 0 ? DOORS[(n / 25) % 2] : undefined;
  const origin = guessed && n % 50 === 0 ? { ...guessed } : { label: "Somewhere", ...around };
  const stops = guessed && n % 50 !== 0 ? [guessed] : [];
  const departsAt = new Date(
    Date.parse("2026-01-02T06:45:00Z") + ((n * 37_511) % 600_000),
  ).toISOString();
  return { origin, rideChange: { origin, stops, departsAt } };
}

async function attack({
  heard: events,
  asks: requests,
  askFrom: requestFrom,
  seen,
  change,
  app,
}: Awaited<ReturnType<typeof openRequests>>) {
  const answers: unknown[][] = [[], []];
  const measured: DistanceMeasurement[][] = [[], []];
  for (let n = 0; n < CHANGES; n++) {
    const { origin, rideChange } = changeNo(n);
    expect(await change(rideChange)).toBe(200);
    const now = await seen();
    for (const [k, lists] of now.entries()) {
      answers[k]?.push(...lists.map(withoutIds));
      const [one] = lists;
      const driveMs = one
        ? Date.parse(one.pickupAt) - Date.parse(Reflect.get(rideChange, "departsAt"))
        : NaN;
      if (one?.status === "pending" && n % 25 !== 0)
        measured[k]?.push({ from: origin, distanceM: (driveMs / 1000) * speed(app, origin) });
    }
    for (const [k, lists] of now.entries())
      if (lists[0]?.status !== "pending") await requestFrom(k, requests[k]?.seeker);
  }
  await app.waitForEvents();
  const payloads = requests.map(({ seeker }) => aboutOf(events, seeker.uid));
  return { answers, payloads, estimates: measured.map((each) => locateByDistances(each, MIDDLE)) };
}

/** Great-circle metres per second on the leg to Köln. */
const speed = ({ ctx }: TestApp, origin: LatLng): number => {
  if (ctx.routing === fakeRoads) return 20 / 1.5;
  const legM = distanceM(origin, towns.koeln);
  return legM / estimateDriveS(1.22 * legM);
};
const aboutOf = (events: readonly DomainEvent[], uid: string): unknown[] =>
  events.flatMap((payload) =>
    "seatRequest" in payload && payload.seatRequest.seekerId === uid ? [withoutIds(payload)] : [],
  );

describe.each([
  ["without roads", {}],
  ["on roads", { roads: fakeRoads }],
] as const)("%s", (_, options) => {
  test(
    `[domain/privacy:asked-trilateration] of ${ANSWERS} answers about a pending request none depends on where in the square somebody lives`,
    { timeout: 60_000 + ANSWERS * 200 },
    async () => {
      const opened = await openRequests(options);
      const [one, other] = DOORS;
      expect(distanceM(one ?? MIDDLE, other ?? MIDDLE)).toBeGreaterThan(500);
      const { answers, payloads, estimates } = await attack(opened);
      expect(answers[0]).toHaveLength(ANSWERS / 2);
      expect(answers[1]).toEqual(answers[0]);
      expect(payloads[1]).toEqual(payloads[0]);
      expect(estimates[1]).toEqual(estimates[0]);
      // The attack finds the centre of the square, so it would also find a more exact place.
      expect(distanceM(estimates[0] ?? DOORS[0] ?? MIDDLE, MIDDLE)).toBeLessThan(500);
      expect(JSON.stringify(await listNotifications(opened.app, opened.host))).not.toContain(
        "Canary",
      );
      // Both addresses are equally far from the estimate.
      for (const { end } of opened.asks) await end();
      const [ended, endedOther] = await opened.seen();
      expect(withoutIds(endedOther)).toEqual(withoutIds(ended));
    },
  );

  test("[domain/privacy:asked-decisions] the exact address does not decide whether a request fits, is refused or can be accepted", async () => {
    const {
      app,
      host,
      ride,
      asks: requests,
      askFrom: requestFrom,
      seen,
      change,
    } = await openRequests(options);
    /** The smallest detour limit that keeps both; they must drop out together. */
    let gone = 0;
    let stays = RIDE.maxDetourM;
    for (let n = 0; n < 12; n++) {
      const maxDetourM = Math.round((gone + stays) / 2);
      expect(await change({ maxDetourM, origin: shifted(towns.freiburg, n) })).toBe(200);
      const states = (await seen()).map(([one]) => one?.status);
      expect(states[1]).toBe(states[0]);
      if (states[0] === "pending") stays = maxDetourM;
      else {
        gone = maxDetourM;
        await change({ maxDetourM: RIDE.maxDetourM, origin: shifted(towns.freiburg, n + 50) });
        for (const k of [0, 1]) await requestFrom(k, requests[k]?.seeker);
      }
    }
    expect(gone).toBeGreaterThan(0);
    await change({
      maxDetourM: RIDE.maxDetourM,
      origin: shifted(towns.freiburg, 99),
      seatsTotal: 1,
    });
    const passenger = await requestSeats(app, ride, host);
    expect((await passenger.accept()).status).toBe(200);
    const answers = await Promise.all(
      (await seen()).map(([one]) =>
        app.call<object>("POST", `/rides/${ride.id}/requests/${one?.id}/accept`, { as: host }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([409, 409]);
    expect(withoutIds(answers[1]?.body)).toEqual(withoutIds(answers[0]?.body));
  });
});

/** Result of accepting one of the two requests on a separate ride with this detour limit. */
async function acceptWithLimit(n: number, maxDetourM: number = RIDE.maxDetourM) {
  const { asks: requests, change } = await openRequests();
  expect(await change({ maxDetourM })).toBe(200);
  const { status, body } = (await requests[n]?.accept()) ?? {};
  return { status, detourM: body?.detourM ?? 0 };
}

test("[domain/privacy:asked-decisions] a detour limit between those of two addresses treats both alike on acceptance", async () => {
  const exact = [await acceptWithLimit(0), await acceptWithLimit(1)].map(({ detourM }) => detourM);
  expect(Math.abs((exact[0] ?? 0) - (exact[1] ?? 0))).toBeGreaterThan(100);
  const between = Math.round(((exact[0] ?? 0) + (exact[1] ?? 0)) / 2);
  const one = await acceptWithLimit(0, between);
  const other = await acceptWithLimit(1, between);
  expect(other.status).toBe(one.status);
});

/**
 * The smallest limit at which the host can accept one of the two, raised step by step with another passenger booked.
 */
async function leastLimit(n: number): Promise<number> {
  const { app, host, ride, asks: requests, change } = await openRequests();
  const passenger = await requestSeats(app, ride, host, {
    pickup: { label: "Aboard", ...offsetPosition(MIDDLE, 4_000, -9_000) },
  });
  expect(passenger.response.body).toMatchObject({ status: "pending" });
  expect((await passenger.accept()).status).toBe(200);
  const now = (await app.call<Ride>("GET", `/rides/${ride.id}`, { as: host })).body;
  for (let limitM = now.distanceM - ride.distanceM; limitM <= RIDE.maxDetourM; limitM += 200) {
    expect(await change({ maxDetourM: limitM })).toBe(200);
    const answer = await requests[n]?.accept();
    if (answer?.status === 200) return limitM;
    expect(answer).toMatchObject({ status: 409, body: { code: "off_route" } });
  }
  return Infinity;
}

test(
  "[domain/privacy:asked-decisions] a host who raises the limit step by step learns nothing from refusals",
  { timeout: 60_000 },
  async () => {
    const one = await leastLimit(0);
    const other = await leastLimit(1);
    expect(one).toBeGreaterThan(1_000);
    expect(one).toBeLessThan(RIDE.maxDetourM);
    expect(other).toBe(one);
  },
);

/** How long after the undisturbed arrival the host's next ride must start to accept one of the two. */
async function leastBreakS(n: number): Promise<number> {
  const { app, host, ride, asks: requests } = await openRequests();
  const durationMs = Date.parse(ride.arrivesAt) - Date.parse(ride.departsAt);
  // A ride is complete after 80 % of its estimated duration.
  const leaving = (laterS: number) =>
    new Date(Date.parse(ride.departsAt) + 0.8 * durationMs + laterS * 1000).toISOString();
  const back = { ...RIDE, origin: towns.koeln, destination: towns.freiburg };
  const next = await hostRide(app, host, { ...back, departsAt: leaving(900) });
  for (let laterS = 900; laterS < 3_000; laterS += 20) {
    const body = { departsAt: leaving(laterS) };
    expect((await app.call("PUT", `/rides/${next.id}`, { as: host, body })).status).toBe(200);
    const answer = await requests[n]?.accept();
    if (answer?.status === 200) return laterS;
    expect(answer).toMatchObject({ status: 409, body: { code: "already_travelling" } });
  }
  return Infinity;
}

test(
  "[domain/privacy:asked-decisions] a host who moves their next ride learns nothing about the address",
  { timeout: 60_000 },
  async () => {
    const one = await leastBreakS(0);
    const other = await leastBreakS(1);
    expect(one).toBeGreaterThan(900);
    expect(one).toBeLessThan(3_000);
    expect(other).toBe(one);
  },
);

test("[domain/privacy:agreed-exactly] after acceptance times and detour are those of the exact places, and the price stays as requested", async () => {
  const { app, asks: requests, seen } = await openRequests();
  const [before] = (await seen())[0] ?? [];
  for (const { accept } of requests) expect((await accept()).status).toBe(200);
  const [one, other] = (await seen()).map(([first]) => first);
  expect(one).toMatchObject({ pickup: DOORS[0], contribution: before?.contribution });
  expect(other).toMatchObject({ pickup: DOORS[1], contribution: before?.contribution });
  expect(one?.detourM).not.toBe(other?.detourM);
  // Seconds apart, which both sides see as the same minute.
  const seats = await app.db
    .selectFrom("seat_request")
    .select("pickup_at")
    .where("status", "=", "accepted")
    .execute();
  expect(new Set(seats.map(({ pickup_at }) => pickup_at.getTime())).size).toBe(2);
});

const shifted = (place: LatLng, n: number) => ({
  label: "Freiburg",
  ...offsetPosition(place, n, 0),
});
