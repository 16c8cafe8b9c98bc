import { HOUR_MS } from "@commonlane/contract/durations";
import { expect, test } from "vitest";
import { requestSeats, hostRide, sortedStatuses } from "../../../test/fixtures/rides.ts";
import { estimatedArrivalMs, createBookedRide } from "../../../test/fixtures/shared-rides.ts";

test("[domain/rating:once] of 30 concurrent ratings for one ride only one is stored", async () => {
  const { app, host, passenger, ride, setClock, rate, ofPerson } = await createBookedRide({
    RATING_BLIND_DAYS: 0,
  });
  setClock(estimatedArrivalMs(ride));
  const inputs = Array.from({ length: 30 }, (_, n) => (n % 2 === 0 ? {} : { ride_id: ride.id }));
  const answers = await Promise.all(inputs.map((ride) => rate(passenger, host, ride)));
  expect(sortedStatuses(answers).filter((status) => status === 201)).toHaveLength(1);
  expect(answers.every(({ status }) => [201, 403, 409].includes(status))).toBe(true);
  expect((await ofPerson(host, host)).body.items).toHaveLength(1);
  expect(app.bugs).toEqual([]);
});

test("[domain/rating:both] concurrent ratings, changes and deletions publish both ratings or neither", async () => {
  const booking = await createBookedRide();
  const { app, setClock, rate } = booking;
  const people = await Promise.all(Array.from({ length: 24 }, () => app.createUser()));
  const rides = await Promise.all(
    people.map(async (seeker) => {
      const driver = await app.createUser();
      const ride = await hostRide(app, driver, { seatsTotal: 1 });
      await (await requestSeats(app, ride, driver, {}, seeker)).accept();
      return { driver, seeker, ride };
    }),
  );
  setClock(estimatedArrivalMs(booking.ride));
  await Promise.all(
    rides.map(async ({ driver, seeker, ride }, n) => {
      const input = { ride_id: ride.id };
      if (n % 3 === 0)
        return Promise.all([rate(driver, seeker, input), rate(seeker, driver, input)]);
      const { id } = (await rate(seeker, driver, input)).body;
      const other =
        n % 3 === 1 ? booking.remove(seeker, id) : booking.change(seeker, id, { rating: 1 });
      return Promise.all([rate(driver, seeker, input), other]);
    }),
  );
  const rows = await app.db.selectFrom("rating").select(["ride_id", "published_at"]).execute();
  for (const [n, { ride }] of rides.entries()) {
    const own = rows.filter(({ ride_id }) => ride_id === ride.id);
    expect(
      own.every(({ published_at }) => (published_at !== null) === (own.length === 2)),
      `ride ${n}`,
    ).toBe(true);
  }
  const counted = await app.db
    .selectFrom("profile")
    .select((row) => row.fn.sum<string>("rating_count").as("count"))
    .executeTakeFirstOrThrow();
  expect(Number(counted.count)).toBe(
    rows.filter(({ published_at }) => published_at !== null).length,
  );
  expect(app.bugs).toEqual([]);
});

test("[domain/rating:counted] concurrent ratings of one host count once each", async () => {
  const { app, host, passenger, ride, setClock, rate } = await createBookedRide();
  const shared = [{ id: ride.id, seeker: passenger }];
  let last = ride;
  for (let n = 1; n <= 9; n++) {
    const departsAt = new Date(Date.parse(ride.departsAt) + n * 12 * HOUR_MS).toISOString();
    // The first passenger also takes the last ride.
    const seeker = n === 9 ? passenger : await app.createUser();
    last = await hostRide(app, host, { departsAt });
    await (await requestSeats(app, last, host, {}, seeker)).accept();
    shared.push({ id: last.id, seeker });
  }
  setClock(estimatedArrivalMs(last));
  const answers = await Promise.all(
    shared.flatMap(({ id, seeker }) => [
      rate(host, seeker, { ride_id: id }),
      rate(seeker, host, { ride_id: id, rating: 3 }),
    ]),
  );
  expect(new Set(sortedStatuses(answers))).toEqual(new Set([201]));
  const counted = await app.db
    .selectFrom("profile")
    .select(["rating_count", "rating_sum"])
    .orderBy("rating_sum")
    .execute();
  expect(counted).toEqual([
    ...Array.from({ length: 9 }, () => ({ rating_count: 1, rating_sum: 5 })),
    { rating_count: 9, rating_sum: 27 },
  ]);
  expect(app.bugs).toEqual([]);
});
