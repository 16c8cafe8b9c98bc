import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { expect, test } from "vitest";
import { offsetPosition } from "../../../../test/fixtures/drivers.ts";
import {
  DOORS,
  MIDDLE,
  nearby,
  readAll,
  RIDE,
  rideWithPassenger,
  searchAsOften,
  withoutIds,
} from "../../../../test/fixtures/fellow-passengers.ts";
import { requestSeats, hostRide, towns } from "../../../../test/fixtures/rides.ts";
import { createTestApp } from "../../../../test/app/test-app.ts";

test("[domain/privacy:fellow-search] searches tell a passenger of the ride no more of another passenger's address than its square", async () => {
  const seen: unknown[] = [];
  for (const door of DOORS) {
    const app = await createTestApp();
    const { host, ride } = await rideWithPassenger(app, door);
    const fellow = await requestSeats(app, ride, host, { pickup: towns.mainz });
    expect(fellow.response.status).toBe(201);
    seen.push(await searchAsOften(app, fellow.seeker, ride));
  }
  expect(JSON.stringify(seen[0])).toContain("detourM");
  expect(seen[1]).toEqual(seen[0]);
});

/** What a passenger reads of their own booking. */
const figuresOf = ({
  pickupAt,
  dropoffAt,
  detourM,
  detourS,
  contribution,
  firstLeg,
  lastLeg,
}: SeatRequest) => ({
  pickupAt,
  dropoffAt,
  detourM,
  detourS,
  contribution,
  firstLeg,
  lastLeg,
});

test("[domain/privacy:fellow-views] whatever passengers read, book, cancel and change, the reply is the same for every address of another passenger in a square", async () => {
  const seen: unknown[] = [];
  for (const door of DOORS) {
    const app = await createTestApp();
    const { host, ride } = await rideWithPassenger(app, door);
    const fellow = await app.createUser();
    const views: unknown[] = [];
    // Books with one place after the other, reads everything, and cancels.
    for (const n of [0, 1, 2]) {
      const { response, end } = await requestSeats(app, ride, host, { pickup: nearby(n) }, fellow);
      expect(response.status).toBe(201);
      views.push(figuresOf(response.body));
      views.push(await readAll(app, fellow, { ride, host }));
      expect((await end()).status).toBe(200);
      views.push(await readAll(app, fellow, { ride, host }));
    }
    expect(app.bugs).toEqual([]);
    seen.push(views);
  }
  expect(JSON.stringify(seen)).not.toContain("Canary");
  expect(seen[1]).toEqual(seen[0]);
});

test("[domain/privacy:fellow-order] booking next to another passenger, or on the way there, tells by the order of the stops and by what is on the route no more than the square", async () => {
  const seen: unknown[] = [];
  for (const door of DOORS) {
    const app = await createTestApp();
    const { host, ride } = await rideWithPassenger(app, door);
    const fellow = await app.createUser();
    const views: unknown[] = [];
    for (const [n, place] of NEXT_TO.entries()) {
      const pickup = { label: `Place ${n}`, ...place };
      const { response, end } = await requestSeats(app, ride, host, { pickup }, fellow);
      const { body } = await app.call<Ride>("GET", `/rides/${ride.id}`, { as: fellow });
      const { eta, distanceM, durationS, arrivesAt } = body;
      views.push({ n, status: response.status, ...figuresOf(response.body) });
      views.push({ n, eta, distanceM, durationS, arrivesAt });
      if (response.status === 201) await end();
    }
    expect(app.bugs).toEqual([]);
    seen.push(views);
  }
  expect(seen[1]).toEqual(seen[0]);
});

/** All around another passenger's square, in it, and on the road there, so close to the start that every way passes. */
const NEXT_TO = [
  ...Array.from({ length: 16 }, (_, n) =>
    offsetPosition(MIDDLE, 700 * Math.cos(n * 0.39), 700 * Math.sin(n * 0.39)),
  ),
  ...Array.from({ length: 8 }, (_, n) =>
    offsetPosition(MIDDLE, 200 * Math.cos(n * 0.78), 200 * Math.sin(n * 0.78)),
  ),
  ...[0.02, 0.05, 0.08, 0.95, 0.98].map((share) => ({
    lat: towns.freiburg.lat + share * (MIDDLE.lat - towns.freiburg.lat),
    lng: towns.freiburg.lng + share * (MIDDLE.lng - towns.freiburg.lng),
  })),
];

test("[domain/privacy:fellow-joins] passengers who were there first learn no more than the square when another one joins, is asked to wait, or leaves", async () => {
  const seen: unknown[] = [];
  for (const door of DOORS) {
    const app = await createTestApp();
    const host = await app.createUser();
    const ride = await hostRide(app, host, RIDE);
    const fellow = await requestSeats(app, ride, host, { pickup: nearby(0), dropoff: towns.bonn });
    const heard = app.recordEventsOf(fellow.seeker.uid);
    const views = [await readAll(app, fellow.seeker, { ride, host })];
    const joined = await requestSeats(app, ride, host, { pickup: door });
    views.push(await readAll(app, fellow.seeker, { ride, host }));
    const later = { departsAt: "2026-01-02T06:52:00.000Z" };
    expect((await app.call("PUT", `/rides/${ride.id}`, { as: host, body: later })).status).toBe(
      200,
    );
    views.push(await readAll(app, fellow.seeker, { ride, host }));
    // Close to the departure the trip can be followed by a link.
    app.clock.now = new Date("2026-01-02T06:40:00.000Z");
    views.push(await readAll(app, fellow.seeker, { ride, host }));
    expect((await joined.end()).status).toBe(200);
    views.push(await readAll(app, fellow.seeker, { ride, host }), withoutIds(heard));
    expect(app.bugs).toEqual([]);
    seen.push(views);
  }
  expect(seen[1]).toEqual(seen[0]);
});

test("[domain/privacy:fellow-refusals] refusals near the detour limit and overlaps with rides of one's own are the same for every address of another passenger in a square", async () => {
  const seen: unknown[] = [];
  for (const door of DOORS) {
    const app = await createTestApp();
    const { host, ride } = await rideWithPassenger(app, door, { maxDetourM: 34_000 });
    const fellow = await app.createUser();
    const answers: unknown[] = [];
    for (let n = 0; n < 24; n++) {
      const pickup = { label: "Try", ...offsetPosition(MIDDLE, 8_000, 2_000 + 120 * n) };
      const { response, end } = await requestSeats(app, ride, host, { pickup }, fellow);
      answers.push(response.body.code ?? response.status);
      if (response.status === 201) await end();
    }
    const { response } = await requestSeats(
      app,
      ride,
      host,
      { pickup: nearby(1), dropoff: towns.bonn },
      fellow,
    );
    expect(response.status).toBe(201);
    // A ride of one's own from the moment of the dropoff on, to the millisecond.
    const seat = await app.db
      .selectFrom("seat_request")
      .select("dropoff_at")
      .where("id", "=", response.body.id)
      .executeTakeFirstOrThrow();
    const arrivesMs = seat.dropoff_at.getTime();
    for (const offMs of [-90_000, -9_000, -900, 900, 9_000, 90_000]) {
      const own = {
        ...RIDE,
        origin: towns.bonn,
        destination: towns.koeln,
        departsAt: new Date(arrivesMs + offMs),
      };
      const hosted = await app.call<Ride>("POST", "/rides", {
        as: fellow,
        body: { ...own, contribution: null },
      });
      answers.push([offMs, hosted.status]);
      if (hosted.status === 201)
        await app.call("DELETE", `/rides/${hosted.body.id}`, { as: fellow });
    }
    seen.push([answers, response.body.dropoffAt]);
  }
  expect(JSON.stringify(seen[0])).toContain("off_route");
  expect(seen[1]).toEqual(seen[0]);
});
