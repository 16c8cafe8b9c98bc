import { DAY_MS } from "@commonlane/contract/durations";
import type { Profile, PublicProfile } from "@commonlane/contract/profiles";
import type { RatingStats } from "@commonlane/contract/ratings";
import type { Ride } from "@commonlane/contract/rides";
import { expect, test } from "vitest";
import { requestSeats, hostRide } from "../../../test/fixtures/rides.ts";
import { estimatedArrivalMs, createBookedRide } from "../../../test/fixtures/shared-rides.ts";
import { computeStats } from "./ratings.view.ts";

test("[spec/7-ratings:stats] [domain/rating:new] counts only published ratings and marks users with fewer than three as new", async () => {
  const { app, host, passenger, ride, setClock, rate } = await createBookedRide({
    RATING_BLIND_DAYS: 0,
  });
  const others = [await app.createUser(), await app.createUser()];
  for (const seeker of others) await (await requestSeats(app, ride, host, {}, seeker)).accept();
  setClock(estimatedArrivalMs(ride));
  const stats = async () =>
    (await app.call<RatingStats>("GET", `/ratings/user/${host.uid}/stats`, { as: passenger })).body;
  expect(await stats()).toEqual({
    count: 0,
    mean: null,
    score: 4,
    histogram: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 },
    isNew: true,
  });
  for (const [n, seeker] of [passenger, ...others].entries()) {
    await rate(seeker, host, { rating: [5, 4, 4][n] });
    expect((await stats()).isNew).toBe(n < 2);
  }
  // (5 × 4 + 13) ÷ (5 + 3)
  expect(await stats()).toEqual({
    count: 3,
    mean: 4.33,
    score: 4.13,
    histogram: { 1: 0, 2: 0, 3: 0, 4: 2, 5: 1 },
    isNew: false,
  });
});

test("[domain/rating:score] weighs few ratings towards the community average", () => {
  const usual = { mean: 4, weight: 5 };
  const score = (stars: number, count: number) => computeStats([{ stars, count }], usual).score;
  expect(score(5, 1)).toBe(4.17);
  expect(score(5, 40)).toBe(4.89);
  expect(score(1, 1)).toBe(3.5);
  expect(computeStats([], { mean: 4, weight: 0 })).toMatchObject({
    mean: null,
    score: 4,
    count: 0,
  });
});

test("[domain/rating:shown] the host on a ride, the public profile and the own profile show published ratings", async () => {
  const { app, host, passenger, ride, setClock, rate } = await createBookedRide();
  const coming = await hostRide(app, host, {
    departsAt: new Date(estimatedArrivalMs(ride) + 2 * DAY_MS).toISOString(),
  });
  setClock(estimatedArrivalMs(ride));
  const shown = async () => [
    (await app.call<Ride>("GET", `/rides/${coming.id}`, { as: passenger })).body.host.rating,
    (await app.call<{ items: Ride[] }>("GET", "/rides/all", { as: passenger })).body.items[0]?.host
      .rating,
    (await app.call<PublicProfile>("GET", `/profiles/${host.uid}`, { as: passenger })).body.rating,
    (await app.call<Profile>("GET", "/firebase-auth/profile", { as: host })).body.rating,
  ];
  await rate(passenger, host, { rating: 3 });
  expect(await shown()).toEqual(same({ mean: null, count: 0 }));
  await rate(host, passenger);
  expect(await shown()).toEqual(same({ mean: 3, count: 1 }));
});

test("[spec/7-ratings:of-user] lists ratings newest first in pages of ten, and 404 for unknown users", async () => {
  const { app, host, ride, ofPerson } = await createBookedRide({ RATING_BLIND_DAYS: 0 });
  const rater = await app.createUser();
  for (let n = 0; n < 12; n++) {
    const { uid } = await app.createUser();
    await app.db
      .insertInto("rating")
      .values({
        ride_id: ride.id,
        rater_uid: uid,
        rated_uid: host.uid,
        stars: 1 + (n % 5),
        comment: `No ${n}`,
        created_at: app.now(),
        publishes_at: app.now(),
        // Some have the same timestamp.
        published_at: new Date(app.now().getTime() + Math.floor(n / 3)),
      })
      .execute();
  }
  const first = (await ofPerson(rater, host)).body;
  expect(first.items).toHaveLength(10);
  const rest = (await ofPerson(rater, host, { cursor: first.nextCursor ?? "" })).body;
  expect(rest.nextCursor).toBeNull();
  const comments = [...first.items, ...rest.items].map(({ comment }) => comment);
  expect(comments).toEqual(Array.from({ length: 12 }, (_, n) => `No ${11 - n}`));
  const shown = await app.call<PublicProfile>("GET", `/profiles/${host.uid}`, { as: rater });
  expect(shown.body.rating.count).toBe(12);
  expect((await ofPerson(rater, { ...rater, uid: ride.id })).status).toBe(404);
});

test("[domain/rating:apart] hides blocked users in ratings they gave or received", async () => {
  const { app, host, passenger, ride, setClock, rate, ofPerson } = await createBookedRide({
    RATING_BLIND_DAYS: 0,
  });
  const viewer = await app.createUser();
  setClock(estimatedArrivalMs(ride));
  await rate(passenger, host);
  expect((await ofPerson(viewer, host)).body.items).toHaveLength(1);
  const block = (uid: string) => app.call("PUT", `/blocks/${uid}`, { as: viewer });
  expect((await block(passenger.uid)).status).toBeLessThan(300);
  expect((await ofPerson(viewer, host)).body.items).toEqual([]);
  await block(host.uid);
  expect((await ofPerson(viewer, host)).status).toBe(404);
  expect((await app.call("GET", `/ratings/user/${viewer.uid}/stats`, { as: host })).status).toBe(
    404,
  );
});

const same = (rating: object) => [rating, rating, rating, rating];
