import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import type { PublicProfile } from "@commonlane/contract/profiles";
import type { RatingStats } from "@commonlane/contract/ratings";
import type { Ride } from "@commonlane/contract/rides";
import { expect, test } from "vitest";
import { runSweep } from "#platform/jobs/sweeps.ts";
import {
  recomputeReliability,
  reliabilityConsumer,
  reliabilitySweeps,
} from "#modules/reliability/index.ts";
import { requestSeats, hostRide } from "../../../test/fixtures/rides.ts";
import { estimatedArrivalMs, createBookedRide } from "../../../test/fixtures/shared-rides.ts";
import { waitForConsumer } from "../../../test/app/wait-for-consumer.ts";
import type { TestUser, TestApp } from "../../../test/app/test-app.ts";

const MINUTE_MS = 60_000;
const COMPLETED = { rating: { mean: 5, count: 1 }, completed: 1 };
const NOTHING = { rating: { mean: null, count: 0 }, completed: 0 };

/** A user's rating as strangers see it. */
async function shownOf(app: TestApp, person: TestUser, viewer: TestUser) {
  await waitForConsumer(app.ctx, "reliability", reliabilityConsumer(app.ctx));
  for (const sweep of reliabilitySweeps) await runSweep(app.ctx, sweep);
  const { body } = await app.call<PublicProfile>("GET", `/profiles/${person.uid}`, { as: viewer });
  return { rating: body.rating, completed: body.reliability?.completed ?? 0 };
}

const complete = (app: TestApp, ride: Ride, host: TestUser) =>
  app.call<{ status: string }>("POST", `/rides/${ride.id}/complete`, { as: host });

/** A place some metres north of another. */
const north = (place: { lat: number; lng: number }, metres: number) => ({
  label: `${metres} m on`,
  lat: place.lat + metres / 111_195,
  lng: place.lng,
});
const START = { label: "Start", lat: 50, lng: 8 };

test("[domain/rating:plausible] counts ratings of rides of at least 2 km, 5 minutes, 15 minutes' notice and half of the duration, but shows all", async () => {
  // Driven at 30 km/h and slower, so that distance and duration limits are tested separately.
  const cases = [
    { name: "all as it should be", said: {}, counts: true },
    { name: "under 2 km", said: { metres: 1_500, pace: 3 }, counts: false },
    { name: "over 2 km, under 5 minutes", said: { metres: 2_300, pace: 1 }, counts: false },
    { name: "over 2 km and 5 minutes", said: { metres: 2_500, pace: 1.1 }, counts: true },
    { name: "booked 14 minutes ahead", said: { noticeMin: 14 }, counts: false },
    { name: "booked 15 minutes ahead", said: { noticeMin: 15 }, counts: true },
    { name: "complete before half of its time", said: { share: 0.49 }, counts: false },
    { name: "complete at half of its time", said: { share: 0.5 }, counts: true },
  ];
  for (const { name, said, counts } of cases) {
    const { metres = 50_000, pace = 1, noticeMin = 600, share = 0.8 } = said;
    const { app, host, passenger, setClock, rate, ofPerson } = await createBookedRide({
      DRIVING_TIME_FACTOR: pace,
      DRIVING_FACTOR: 1,
      MATCH_MIN_DISTANCE_M: 100,
    });
    const departsAt = new Date(app.now().getTime() + 10 * HOUR_MS).toISOString();
    const way = { origin: START, destination: north(START, metres), stops: [], contribution: null };
    const ride = await hostRide(app, host, { ...way, departsAt });
    setClock(Date.parse(departsAt) - noticeMin * MINUTE_MS);
    const ask = await requestSeats(app, ride, host, {}, passenger);
    expect([name, (await ask.accept()).status]).toEqual([name, 200]);
    setClock(Date.parse(departsAt) + share * ride.durationS * 1000);
    expect([name, (await complete(app, ride, host)).status]).toEqual([name, 200]);
    for (const [rater, rated] of [
      [host, passenger],
      [passenger, host],
    ] as const)
      expect((await rate(rater, rated, { ride_id: ride.id, comment: name })).status).toBe(201);
    for (const [person, viewer] of [
      [host, passenger],
      [passenger, host],
    ] as const)
      expect([name, await shownOf(app, person, viewer)]).toEqual([
        name,
        counts ? COMPLETED : NOTHING,
      ]);
    const { items } = (await ofPerson(passenger, host)).body;
    expect(items).toMatchObject([
      { rating: 5, comment: name, uncounted: counts ? null : "booking" },
    ]);
    expect((await recomputeReliability(app.ctx, { write: false })).join()).toMatch(
      /^All \d+ users match/,
    );
    expect(app.bugs).toEqual([]);
  }
});

test("[domain/rating:plausible] of two bookings of a passenger on one ride, the one that counts decides", async () => {
  const { app, host, passenger, ride, ask, setClock, rate, ofPerson } = await createBookedRide();
  const departsMs = Date.parse(ride.departsAt);
  setClock(departsMs - 30 * MINUTE_MS);
  expect((await ask.end()).status).toBe(200);
  setClock(departsMs - 14 * MINUTE_MS);
  const again = await requestSeats(app, ride, host, {}, passenger);
  expect((await again.accept()).status).toBe(200);
  setClock(estimatedArrivalMs(ride) + MINUTE_MS);
  await complete(app, ride, host);

  await rate(passenger, host, { comment: "Twice" });
  await rate(host, passenger);
  expect((await ofPerson(passenger, host)).body.items).toMatchObject([
    { comment: "Twice", uncounted: null },
  ]);
});

test("[domain/rating:pair] counts one rating per pair of users in 30 days", async () => {
  const { app, host, passenger, ride, setClock, rate, ofPerson } = await createBookedRide({
    RATING_BLIND_DAYS: 0,
  });
  const stats = async () =>
    (await app.call<RatingStats>("GET", `/ratings/user/${host.uid}/stats`, { as: passenger })).body;
  const rateAfter = async (ride: Ride, stars: number) => {
    setClock(estimatedArrivalMs(ride));
    expect((await rate(passenger, host, { ride_id: ride.id, rating: stars })).status).toBe(201);
  };
  await rateAfter(ride, 2);
  for (const [days, stars, counted] of [
    [10, 5, { 2: 1, 5: 0 }],
    [29, 5, { 2: 1, 5: 0 }],
    [30, 5, { 2: 1, 5: 1 }],
    [45, 5, { 2: 1, 5: 1 }],
    [60, 5, { 2: 1, 5: 2 }],
  ] as const) {
    const departsAt = new Date(Date.parse(ride.departsAt) + days * DAY_MS).toISOString();
    const next = await hostRide(app, host, { departsAt });
    await (await requestSeats(app, next, host, {}, passenger)).accept();
    await rateAfter(next, stars);
    expect([days, (await stats()).histogram]).toMatchObject([days, counted]);
    const { count, mean } = await stats();
    expect((await shownOf(app, host, passenger)).rating).toEqual({ mean, count });
  }
  const { items } = (await ofPerson(passenger, host)).body;
  const reasons = items.map(({ uncounted }) => uncounted);
  expect(reasons).toEqual([null, "repeated", null, "repeated", "repeated", null]);
  expect((await recomputeReliability(app.ctx, { write: false })).join()).toMatch(
    /^All \d+ users match/,
  );
});
