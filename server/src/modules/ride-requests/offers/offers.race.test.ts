import { sql } from "kysely";
import { expect, test } from "vitest";
import {
  requestSeats,
  hostRide,
  createOffer,
  postRequest,
  seatsLeft,
  sortedStatuses,
  towns,
} from "../../../../test/fixtures/rides.ts";
import { createTestApp } from "../../../../test/app/test-app.ts";

const CROWD = 50;

test("[domain/offer:one-accepted] of 50 concurrent acceptances of different offers exactly one succeeds and one ride is created", async () => {
  const app = await createTestApp();
  const seeker = await app.createUser();
  const request = await postRequest(app, seeker, { origin: towns.mainz, destination: towns.koeln });
  const offers = await Promise.all(
    Array.from({ length: CROWD }, async (_, n) => {
      const driver = await app.createUser();
      const input = n % 2 ? { rideId: (await hostRide(app, driver)).id } : {};
      return createOffer(app, request, seeker, input, driver);
    }),
  );
  const answers = await Promise.all(offers.map(({ accept }) => accept()));
  expect(sortedStatuses(answers)).toEqual([200, ...Array.from({ length: CROWD - 1 }, () => 409)]);
  expect(new Set(answers.map(({ body }) => body.code))).toEqual(
    new Set([undefined, "status_already_set"]),
  );
  const { rows } = await sql<{ offers: object; bookings: number; rides: number; taken: number }>`
    select (select jsonb_object_agg(status, count) from (select status, count(*) from offer group by 1) as by_status) as offers,
      (select count(*)::int from seat_request) as bookings,
      (select count(*)::int from ride join offer on offer.ride_id = ride.id and offer.status = 'accepted') as rides,
      (select sum(seats_total * cardinality(seats_left))::int - sum(left_on)::int
        from ride, lateral (select sum(seat) as left_on from unnest(seats_left) as seat) as ledger) as taken`.execute(
    app.db,
  );
  expect(rows[0]).toEqual({
    offers: { accepted: 1, declined: CROWD - 1 },
    bookings: 1,
    rides: 1,
    taken: 1,
  });
  expect(app.bugs).toEqual([]);
}, 60_000);

test("[domain/offer:last-seat] of concurrent acceptances of one ride's last seat one succeeds, and the other requests stay open", async () => {
  const app = await createTestApp();
  const driver = await app.createUser();
  const ride = await hostRide(app, driver, { seatsTotal: 1 });
  const offers = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const seeker = await app.createUser();
      const request = await postRequest(app, seeker, {
        origin: towns.mainz,
        destination: towns.koeln,
      });
      return createOffer(app, request, seeker, { rideId: ride.id }, driver);
    }),
  );
  const passenger = await requestSeats(app, ride, driver, { pickup: towns.mainz });
  const answers = await Promise.all([...offers.map(({ accept }) => accept()), passenger.accept()]);
  expect(sortedStatuses(answers)).toEqual([200, ...Array.from({ length: 12 }, () => 409)]);
  expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set([undefined, "ride_full"]));
  expect((await seatsLeft(app, ride, driver))[1]).toBe(0);
  const open = await app.db
    .selectFrom("ride_request")
    .select("id")
    .where("status", "=", "open")
    .execute();
  expect(open.length).toBeGreaterThanOrEqual(11);
  expect(app.bugs).toEqual([]);
});

test("[domain/offer:withdraw-or-accept] of concurrent acceptance and withdrawal only one succeeds, and the records agree", async () => {
  const app = await createTestApp();
  for (let round = 0; round < 10; round++) {
    const seeker = await app.createUser();
    const request = await postRequest(app, seeker);
    const offer = await createOffer(app, request, seeker);
    const [accepted, ended] = await Promise.all([offer.accept(), offer.end()]);
    // The driver may also have cancelled right after the acceptance.
    expect([accepted.status, ended.status]).toContain(200);
    const row = await app.db
      .selectFrom("offer")
      .selectAll()
      .where("id", "=", offer.made.body.id)
      .executeTakeFirstOrThrow();
    expect(row.status).toBe(accepted.status === 200 ? "accepted" : "withdrawn");
  }
  expect(app.bugs).toEqual([]);
});

test("repeating an acceptance with its key changes nothing and returns the same reply", async () => {
  const app = await createTestApp();
  const seeker = await app.createUser();
  const request = await postRequest(app, seeker);
  const offer = await createOffer(app, request, seeker);
  const accept = () => offer.accept(seeker, { "idempotency-key": "one tap" });
  const first = await accept();
  expect(first.status).toBe(200);
  expect(await accept()).toMatchObject({ status: 200, body: first.body });
  const bookings = await app.db.selectFrom("seat_request").select("id").execute();
  expect(bookings).toHaveLength(1);
});
