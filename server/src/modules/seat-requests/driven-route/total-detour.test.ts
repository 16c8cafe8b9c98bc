import { HOUR_MS, MINUTE_MS } from "@commonlane/contract/durations";
import type { NearMissResult } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { expect, test } from "vitest";
import { hostRide, requestSeats, seatsLeft, TOMORROW } from "../../../../test/fixtures/rides.ts";
import { kindsOf, listNotifications } from "../../../../test/fixtures/notifications.ts";
import { seatRequestSweeps } from "../index.ts";
import { maxApproximationM } from "#modules/privacy/approximate/index.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { createTestApp } from "../../../../test/app/test-app.ts";
import {
  accepted,
  beside,
  destination,
  origin,
  requestsOf,
  rideOf,
  searchRides,
  terms,
} from "../../../../test/fixtures/total-detour.ts";

/** 18.58 km off the route on alternating sides, so that no two are close to each other. */
const far = [0.2, 0.4, 0.6, 0.8].map((share, n) => beside(share, n % 2 === 0 ? 18_580 : -18_580));

/** Two times that are shown in whole minutes are this much nearer or farther apart at most. */
const SHOWN_TO_S = 60;

const sumOf = (requests: readonly SeatRequest[], of: (request: SeatRequest) => number) =>
  requests.reduce((sum, request) => sum + of(request), 0);

test.each([
  [
    "with ends that everybody sees",
    { shown: "exact" },
    600,
    [201, "off_route", "off_route", "off_route"],
    18_380,
  ],
  // The detour of the first and the third is 9,920 m and 650 s in total; strangers see slightly less.
  ["with approximate ends", {}, 700, [201, "off_route", 201, "off_route"], 18_570],
] as const)(
  "[domain/matching:detour-total-booking] bookings off the route never exceed the host's detour limit, as strangers see the ride; further seekers are refused and do not find the ride, %s",
  async (_, choice, maxDetourS, expected, nextM) => {
    const app = await createTestApp();
    const host = await app.createUser();
    const looking = await app.createUser();
    const ends = { origin: { ...origin, ...choice }, destination: { ...destination, ...choice } };
    const ride = await hostRide(app, host, { ...terms, ...ends, maxDetourS });
    const answers: unknown[] = [];
    for (const pickup of far) {
      const shown = await searchRides(app, looking, pickup);
      const { response } = await requestSeats(app, ride, host, { pickup });
      answers.push(response.body.code ?? response.status);
      expect(shown).toHaveLength(response.status === 201 ? 1 : 0);
    }
    expect(answers).toEqual(expected);
    const bookedPassenger = await accepted(app, ride, host);
    expect(sumOf(bookedPassenger, ({ detourM }) => detourM)).toBeLessThanOrEqual(10_000);
    expect(sumOf(bookedPassenger, ({ detourS }) => detourS)).toBeLessThanOrEqual(maxDetourS);
    // The ride has the driven distance and arrives later accordingly.
    const driven = await rideOf(app, ride, host);
    const laterS = (Date.parse(driven.arrivesAt) - Date.parse(ride.arrivesAt)) / 1000;
    // Each detour is the one that its passenger may know, with squares in place of the others' stops.
    const betweenSquaresM =
      2 * bookedPassenger.length * maxApproximationM(app.ctx.settings.PLACE_ROUNDING_M);
    expect(Math.abs(laterS - sumOf(bookedPassenger, ({ detourS }) => detourS))).toBeLessThan(
      betweenSquaresM / 10 + SHOWN_TO_S,
    );
    expect(driven.eta.at(-1)).toBe(driven.arrivesAt);
    const drivenM = driven.distanceM - ride.distanceM;
    expect(Math.abs(drivenM - sumOf(bookedPassenger, ({ detourM }) => detourM))).toBeLessThan(
      betweenSquaresM,
    );
    // A passenger close to the first one costs little, so they find the ride and can book.
    const next = beside(0.2, nextM);
    expect(await searchRides(app, looking, next)).toHaveLength(1);
    expect((await requestSeats(app, ride, host, { pickup: next })).response.status).toBe(201);
    expect(app.bugs).toEqual([]);
  },
);

test("[domain/matching:detour-total-given-back] cancelling a seat frees its detour and restores the other passengers' times", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const ride = await hostRide(app, host, terms);
  const onRoute = await requestSeats(app, ride, host, { pickup: beside(0.7, 0) });
  const far18 = await requestSeats(app, ride, host, { pickup: beside(0.2, 18_000) });
  const before = (await accepted(app, ride, host)).find(
    ({ id }) => id === onRoute.response.body.id,
  );
  expect((await far18.end()).status).toBe(200);
  const [after] = await accepted(app, ride, host);
  const earlierS = (Date.parse(before?.pickupAt ?? "") - Date.parse(after?.pickupAt ?? "")) / 1000;
  // Nearly the entire detour: the stops of a leg share its time in proportion to their pieces.
  expect(earlierS).toBeLessThan(far18.response.body.detourS + SHOWN_TO_S);
  expect(earlierS).toBeGreaterThan(0.7 * far18.response.body.detourS - SHOWN_TO_S);
  expect((await rideOf(app, ride, host)).arrivesAt).toBe(ride.arrivesAt);
  expect(
    (await requestSeats(app, ride, host, { pickup: beside(0.4, -18_000) })).response.status,
  ).toBe(201);
  expect((await onRoute.end()).status).toBe(200);
  const row = await app.db
    .selectFrom("ride")
    .select("driven_route")
    .where("id", "=", ride.id)
    .executeTakeFirst();
  expect(row?.driven_route?.stops).toHaveLength(1);
});

test("[domain/matching:detour-total-accepting] a host can accept up to the detour limit, and the next passenger after raising it", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const ride = await hostRide(app, host, { ...terms, approval: "manual" });
  const first = await requestSeats(app, ride, host, { pickup: far[0] });
  const second = await requestSeats(app, ride, host, { pickup: far[1] });
  expect((await first.accept()).status).toBe(200);
  const refused = await second.accept();
  expect(refused).toMatchObject({ status: 409, body: { code: "off_route" } });
  expect(await seatsLeft(app, ride, host)).toEqual([7]);
  const change = { maxDetourM: 60_000, maxDetourS: 3_600 };
  expect((await app.call("PUT", `/rides/${ride.id}`, { as: host, body: change })).status).toBe(200);
  const taken = await second.accept();
  expect(taken.status).toBe(200);
  // Picked up after the first passenger, so later than requested.
  expect(Date.parse(taken.body.pickupAt)).toBeGreaterThan(
    Date.parse(second.response.body.pickupAt) + 5 * MINUTE_MS,
  );
});

test("[domain/changed-ride:detour] passengers met more than 15 minutes later because of others must confirm; smaller changes are only shown", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const departsAt = new Date(Date.parse(TOMORROW) + 48 * HOUR_MS).toISOString();
  const ride = await hostRide(app, host, {
    ...terms,
    departsAt,
    maxDetourM: 60_000,
    maxDetourS: 3_600,
  });
  const passenger = await requestSeats(app, ride, host, { pickup: beside(0.9, 0) });
  const own = async () =>
    (await requestsOf(app, ride, host)).find(({ id }) => id === passenger.response.body.id);
  const agreedAt = Date.parse(passenger.response.body.pickupAt);
  const first = await requestSeats(app, ride, host, { pickup: beside(0.2, 18_000) });
  const shown = await own();
  expect(shown?.confirmBy).toBeNull();
  const laterS = (Date.parse(shown?.pickupAt ?? "") - agreedAt) / 1000;
  expect(laterS).toBeLessThan(first.response.body.detourS + SHOWN_TO_S);
  expect(laterS).toBeGreaterThan(0.7 * first.response.body.detourS - SHOWN_TO_S);
  expect(kindsOf(await listNotifications(app, passenger.seeker))[0]).toBe("ride.changed");
  const others = [
    await requestSeats(app, ride, host, { pickup: beside(0.4, -18_000) }),
    await requestSeats(app, ride, host, { pickup: beside(0.6, 18_000) }),
  ];
  const response = await own();
  expect(response?.confirmBy).not.toBeNull();
  expect(Date.parse(response?.agreed?.pickupAt ?? "")).toBe(agreedAt);
  const [notice] = await listNotifications(app, passenger.seeker);
  expect(notice?.kind).toBe("ride.moved");
  // After the change is undone, no confirmation is due.
  for (const { end } of [first, ...others]) expect((await end()).status).toBe(200);
  const back = await own();
  expect(back?.confirmBy).toBeNull();
  expect(Date.parse(back?.pickupAt ?? "")).toBe(agreedAt);
  expect(app.bugs).toEqual([]);
});

test("[domain/matching:detour-total-near-miss] near misses state the missing detour relative to what is left of the limit", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const seeker = await app.createUser();
  const ride = await hostRide(app, host, { ...terms, maxDetourM: 15_000, maxDetourS: 900 });
  await requestSeats(app, ride, host, { pickup: far[0] });
  const from = beside(0.6, -10_000);
  const query = {
    fromLat: from.lat,
    fromLng: from.lng,
    toLat: destination.lat,
    toLng: destination.lng,
    departsAfter: "2026-01-01T23:00:00Z",
    departsBefore: "2026-01-02T23:00:00Z",
  };
  const { body } = await app.call<{ items: NearMissResult[] }>("GET", "/rides/search/near-misses", {
    as: seeker,
    query,
  });
  expect(body.items.map(({ miss }) => miss.reasons)).toEqual([["detour"]]);
});

test("[domain/matching:detour-total-before] counts bookings from before detours were summed up, even above the limit", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const looking = await app.createUser();
  const ride = await hostRide(app, host, { ...terms, maxDetourM: 60_000, maxDetourS: 3_600 });
  for (const pickup of far.slice(0, 2)) await requestSeats(app, ride, host, { pickup });
  const driven = await rideOf(app, ride, host);
  const before = {
    driven_route: null,
    driven_route_version: 0,
    max_detour_m: 12_000,
    max_detour_s: 720,
  };
  await app.db
    .updateTable("ride")
    .set({ ...before, arrives_at: new Date(ride.arrivesAt) })
    .where("id", "=", ride.id)
    .execute();
  for (const sweep of seatRequestSweeps)
    if (sweep.name === "ride.detours") await runSweep(app.ctx, sweep);
  expect((await rideOf(app, ride, host)).distanceM).toBe(driven.distanceM);
  expect((await rideOf(app, ride, host)).arrivesAt).toBe(driven.arrivesAt);
  expect(await searchRides(app, looking, beside(0.7, 9_000))).toEqual([]);
  expect(await searchRides(app, looking, origin)).toHaveLength(1);
  expect(app.bugs).toEqual([]);
});

test("[domain/matching:detour-total-next-ride] refuses a detour that would make the host late for their next ride", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const ride = await hostRide(app, host, { ...terms, approval: "manual" });
  // A ride is complete after 80 % of its estimated duration.
  const doneMs =
    Date.parse(ride.departsAt) + 0.8 * (Date.parse(ride.arrivesAt) - Date.parse(ride.departsAt));
  const back = {
    origin: destination,
    destination: origin,
    departsAt: new Date(doneMs + MINUTE_MS),
  };
  await hostRide(app, host, { ...terms, ...back });
  const { accept } = await requestSeats(app, ride, host, { pickup: far[0] });
  expect(await accept()).toMatchObject({ status: 409, body: { code: "already_travelling" } });
  const instant = { approval: "instant" };
  expect((await app.call("PUT", `/rides/${ride.id}`, { as: host, body: instant })).status).toBe(
    200,
  );
  const { response } = await requestSeats(app, ride, host, { pickup: far[0] });
  expect(response).toMatchObject({ status: 409, body: { code: "off_route" } });
  expect(await seatsLeft(app, ride, host)).toEqual([8]);
});
