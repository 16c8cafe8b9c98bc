import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import type { PublicProfile } from "@commonlane/contract/profiles";
import type { Ride } from "@commonlane/contract/rides";
import type { TripOutcome } from "@commonlane/contract/trip-outcomes";
import { expect, test } from "vitest";
import type { TestApp, TestUser } from "../../../test/app/test-app.ts";
import { waitForConsumer } from "../../../test/app/wait-for-consumer.ts";
import { hostRide, requestSeats, towns } from "../../../test/fixtures/rides.ts";
import {
  createBookedRide,
  estimatedArrivalMs,
  sweepRides,
} from "../../../test/fixtures/shared-rides.ts";
import { seatRequestSweeps } from "#modules/seat-requests/index.ts";
import { tripOutcomeSweeps } from "#modules/trip-outcomes/index.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { recomputeReliability, reliabilityConsumer, reliabilitySweeps } from "./index.ts";

const MINUTE_MS = 60_000;
/** What counts of a user: arrived rides, and cancellations by lateness. */
const NOTHING = { completed: 0, early: 0, late: 0, lastMinute: 0, absent: 0 };

/** A host and a passenger with a seat on a ride in three days. */
async function createWorld() {
  const departsMs = Date.parse("2026-01-04T06:45:00.000Z");
  const world = await createBookedRide({}, { departsAt: new Date(departsMs).toISOString() });
  const { app, host, passenger, ride, requestId, setClock } = world;
  const change = async (body: object) =>
    expect((await app.call("PUT", `/rides/${ride.id}`, { as: host, body })).status).toBe(200);
  const move = (ms: number) => change({ departsAt: new Date(departsMs + ms).toISOString() });
  const at = (msBefore: number) => setClock(departsMs - msBefore);
  const confirm = () => app.call("POST", `/rides/requests/${requestId}/confirm`, { as: passenger });
  const giveUp = () => app.call("DELETE", `/rides/requests/${requestId}`, { as: passenger });
  const report = (as: TestUser, fault: string, path = "no-show") =>
    app.call("POST", `/trip-outcomes/${requestId}/${path}`, { as, body: { fault } });
  return { ...world, departsMs, change, move, at, confirm, giveUp, report };
}
type World = Awaited<ReturnType<typeof createWorld>>;

async function countOf(app: TestApp, person: TestUser) {
  await waitForConsumer(app.ctx, "reliability", reliabilityConsumer(app.ctx));
  for (const sweep of reliabilitySweeps) await runSweep(app.ctx, sweep);
  expect((await recomputeReliability(app.ctx, { write: false })).join()).toMatch(
    /^All \d+ users match/,
  );
  const { body } = await app.call<PublicProfile>("GET", `/profiles/${person.uid}`, { as: person });
  const { completed = 0, early = 0, late = 0, lastMinute = 0, absent = 0 } = body.reliability ?? {};
  return { completed, early, late, lastMinute, absent };
}

/** Lets what is due happen: unanswered questions, departures, arrivals and reports. */
async function sweepAll(app: TestApp): Promise<void> {
  for (const sweep of [...seatRequestSweeps, ...tripOutcomeSweeps]) await runSweep(app.ctx, sweep);
  await sweepRides(app);
}

const HISTORIES: readonly (readonly [
  string,
  (world: World) => Promise<unknown>,
  object,
  object,
])[] = [
  [
    "moved far away at the last minute, given up",
    async ({ at, move, giveUp }) => {
      at(2.5 * HOUR_MS);
      await move(6 * HOUR_MS);
      await giveUp();
    },
    { lastMinute: 1 },
    {},
  ],
  [
    "moved by days, so that giving up is early by the new time",
    async ({ at, move, giveUp }) => {
      at(2.5 * HOUR_MS);
      await move(20 * DAY_MS);
      await giveUp();
    },
    { lastMinute: 1 },
    {},
  ],
  [
    "moved five hours before, given up",
    async ({ at, move, giveUp }) => {
      at(5 * HOUR_MS);
      await move(6 * HOUR_MS);
      at(4 * HOUR_MS);
      await giveUp();
    },
    { late: 1 },
    {},
  ],
  [
    "moved in good time, given up much later",
    async ({ at, move, giveUp }) => {
      at(30 * HOUR_MS);
      await move(6 * HOUR_MS);
      at(10 * HOUR_MS);
      await giveUp();
    },
    { early: 1 },
    {},
  ],
  [
    "moved a little in good time and far away at the last minute",
    async ({ at, move, giveUp }) => {
      at(26 * HOUR_MS);
      await move(20 * MINUTE_MS);
      at(2.5 * HOUR_MS);
      await move(6 * HOUR_MS);
      await giveUp();
    },
    { lastMinute: 1 },
    {},
  ],
  [
    "moved at the last minute, not answered",
    async ({ app, at, move }) => {
      at(2.5 * HOUR_MS);
      await move(6 * HOUR_MS);
      at(-5.9 * HOUR_MS);
      await sweepAll(app);
    },
    { lastMinute: 1 },
    {},
  ],
  [
    "sent elsewhere, given up",
    async ({ at, change, giveUp }) => {
      at(2.5 * HOUR_MS);
      await change({ destination: towns.bonn, contribution: null });
      await giveUp();
    },
    { lastMinute: 1 },
    {},
  ],
  [
    "moved by ten minutes, given up: the passenger's decision",
    async ({ at, move, giveUp }) => {
      at(2.5 * HOUR_MS);
      await move(10 * MINUTE_MS);
      await giveUp();
    },
    {},
    { lastMinute: 1 },
  ],
  [
    "moved by fourteen minutes three times, each of which asks nobody, given up",
    async ({ at, move, giveUp }) => {
      at(2.5 * HOUR_MS);
      for (const times of [1, 2, 3]) await move(times * 14 * MINUTE_MS);
      await giveUp();
    },
    { lastMinute: 1 },
    {},
  ],
  [
    "moved and moved back, given up",
    async ({ at, move, giveUp }) => {
      at(2.5 * HOUR_MS);
      await move(6 * HOUR_MS);
      await move(0);
      await giveUp();
    },
    {},
    { lastMinute: 1 },
  ],
  [
    "moved, confirmed, and given up",
    async ({ at, move, confirm, giveUp }) => {
      at(2.5 * HOUR_MS);
      await move(6 * HOUR_MS);
      expect((await confirm()).status).toBe(200);
      await giveUp();
    },
    {},
    { late: 1 },
  ],
  [
    "moved so near that nobody can answer, and driven alone",
    async ({ app, at, move }) => {
      at(10 * HOUR_MS);
      await move(-9.7 * HOUR_MS);
      at(-12 * HOUR_MS);
      await sweepAll(app);
    },
    {},
    {},
  ],
  [
    "the same, and the host reports the passenger, who says nothing",
    async ({ app, host, at, move, report }) => {
      at(10 * HOUR_MS);
      await move(-9.7 * HOUR_MS);
      at(0);
      await sweepAll(app);
      expect((await report(host, "passenger-absent")).status).toBe(200);
      at(-30 * HOUR_MS);
      await sweepAll(app);
    },
    {},
    {},
  ],
  [
    "the same, and the passenger reports the host, who contradicts",
    async ({ app, host, passenger, at, move, report }) => {
      at(2.5 * HOUR_MS);
      await move(-2.2 * HOUR_MS);
      at(-4 * HOUR_MS);
      await sweepAll(app);
      expect((await report(passenger, "host-absent")).status).toBe(200);
      expect((await report(host, "passenger-absent", "no-show/answer")).status).toBe(200);
    },
    { lastMinute: 1 },
    {},
  ],
  [
    "the same, but the PIN proves that they travelled together",
    async ({ app, host, passenger, ride, requestId, at, move }) => {
      at(2.5 * HOUR_MS);
      await move(-2.2 * HOUR_MS);
      const path = `/rides/${ride.id}/trip-outcomes`;
      const { items } = (await app.call<{ items: TripOutcome[] }>("GET", path, { as: passenger }))
        .body;
      const body = { pin: items[0]?.pin };
      expect(
        (await app.call("POST", `/trip-outcomes/${requestId}/pickup`, { as: host, body })).status,
      ).toBe(200);
      at(-4 * HOUR_MS);
      await sweepAll(app);
    },
    { completed: 1 },
    { completed: 1 },
  ],
];

test.each(HISTORIES)(
  "[domain/reliability:moved-away] a ride that is %s",
  async (_, happen, ofHost, ofPassenger) => {
    const world = await createWorld();
    await happen(world);
    expect(await countOf(world.app, world.host)).toEqual({ ...NOTHING, ...ofHost });
    expect(await countOf(world.app, world.passenger)).toEqual({ ...NOTHING, ...ofPassenger });
  },
);

test("[domain/rating:agreed] a passenger of a ride that was moved away rates by the agreed time, and it counts", async () => {
  const { app, host, passenger, ride, at, move, giveUp, rate, setClock } = await createWorld();
  at(2.5 * HOUR_MS);
  await move(30 * DAY_MS);
  await giveUp();
  expect((await rate(passenger, host, { ride_id: ride.id, rating: 1 })).body.code).toBe(
    "rating_early",
  );
  setClock(estimatedArrivalMs(ride));
  expect((await rate(passenger, host, { ride_id: ride.id, rating: 1 })).status).toBe(201);
  expect(await app.db.selectFrom("rating").select(["rating.stars", "counts"]).execute()).toEqual([
    { stars: 1, counts: true },
  ]);
});

test("[domain/rating:agreed] moving a ride close to its booking takes no rating away", async () => {
  const { app, host, passenger, ride, at, move, rate } = await createWorld();
  const { decided_at } = await app.db
    .selectFrom("seat_request")
    .select("decided_at")
    .executeTakeFirstOrThrow();
  await move((decided_at?.getTime() ?? 0) + 10 * MINUTE_MS - Date.parse(ride.departsAt));
  at(0);
  await sweepAll(app);
  expect((await rate(passenger, host, { ride_id: ride.id, rating: 1 })).status).toBe(201);
  expect(await app.db.selectFrom("rating").select("counts").execute()).toEqual([{ counts: true }]);
});

test.each([
  ["to its end", towns.karlsruhe, []],
  ["to a stop", towns.mainz, [towns.karlsruhe]],
])(
  "[domain/rating:agreed] lengthening a ride takes no rating of a passenger %s away",
  async (_, destination, stops) => {
    const { app, host, rate, setClock } = await createBookedRide();
    const passenger = await app.createUser();
    const terms = { origin: towns.freiburg, destination, stops, contribution: null };
    const ride = await hostRide(app, host, { ...terms, departsAt: "2026-01-05T06:45:00.000Z" });
    const ask = await requestSeats(app, ride, host, { dropoff: towns.karlsruhe }, passenger);
    expect((await ask.accept()).status).toBe(200);
    const { dropoffAt } = ask.response.body;
    const body = { stops: [towns.karlsruhe, towns.mainz], destination: towns.koeln };
    const longer = await app.call<Ride>("PUT", `/rides/${ride.id}`, { as: host, body });
    expect(longer.status).toBe(200);
    // The host ends the ride where the passenger gets out.
    setClock(Date.parse(dropoffAt) + MINUTE_MS);
    expect((await app.call("POST", `/rides/${ride.id}/complete`, { as: host })).status).toBe(200);
    expect((await rate(passenger, host, { ride_id: ride.id, rating: 1 })).status).toBe(201);
    expect(await app.db.selectFrom("rating").select("counts").execute()).toEqual([
      { counts: true },
    ]);
  },
);
