import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import { requestSeats, hostRide } from "../fixtures/rides.ts";
import { ratingActions } from "../fixtures/shared-rides.ts";
import type { TestUser, TestApp } from "../app/test-app.ts";
import type { Pools } from "./test-users.ts";

interface TestUsers {
  readonly ada: TestUser;
  readonly bob: TestUser;
  readonly dora: TestUser;
}

/** A route so short that it does not prevent another ride soon after. */
const SHORT_TRIP = {
  stops: [],
  destination: { label: "Offenburg, Germany", lat: 48.4738, lng: 7.9448 },
  contribution: null,
};

/** Rides that Ada and Bob shared a day ago: unrated, rated by one of them, or by both; with outcomes. */
export async function addPastRides(
  app: TestApp,
  { ada, bob, dora }: TestUsers,
  pools: Pools,
): Promise<void> {
  const { rate } = ratingActions(app);
  const post = (as: TestUser, id: string, path: string, body: object) =>
    app.call("POST", `/trip-outcomes/${id}/${path}`, { as, body });
  const recordRating = ({ status, body }: Awaited<ReturnType<typeof rate>>) => {
    if (status !== 201) throw new Error(`Rating answered ${status}: ${JSON.stringify(body)}`);
    pools.rating.push(body.id);
  };
  const both = await createPastRide(app, ada, bob);
  const adas = await createPastRide(app, ada, bob);
  const bobs = await createPastRide(app, bob, ada);
  // For a moderator to remove.
  const hidden = await createPastRide(app, bob, ada);
  await rate(ada, bob, { ride_id: hidden.rideId });
  await createPastRide(app, ada, bob);
  await createPastRide(app, bob, ada);
  for (const [as, whom, { rideId }] of [
    [bob, ada, hidden],
    [ada, bob, both],
    [bob, ada, both],
    [ada, bob, adas],
    [bob, ada, bobs],
  ] as const) {
    recordRating(await rate(as, whom, { ride_id: rideId, comment: "Calm at the wheel." }));
  }
  const about = await createBookedRide(app, bob, dora, new Date(app.now().getTime() + 30 * 60_000));
  await post(bob, about.requestId, "pickup", { pin: "0000" });
  await app.db.updateTable("trip_outcome").set({ pin: "1234" }).execute();
  await post(bob, bobs.requestId, "no-show", { fault: "nobody" });
  await post(ada, adas.requestId, "no-show", { fault: "nobody" });
  pools.passage.push(
    about.requestId,
    both.requestId,
    adas.requestId,
    bobs.requestId,
    about.requestId,
  );
}

/** A ride that was hosted before everything else, and took place a day ago. */
export async function createPastRide(app: TestApp, host: TestUser, seeker: TestUser) {
  const booked = await createBookedRide(
    app,
    host,
    seeker,
    new Date(app.now().getTime() + 30 * DAY_MS),
  );
  const [departs_at, arrives_at] = [24, 19].map(
    (hours) => new Date(app.now().getTime() - hours * HOUR_MS),
  );
  await app.db
    .updateTable("seat_request")
    .set({ status: "completed", ended_at: app.now() })
    .where("id", "=", booked.requestId)
    .execute();
  await app.db
    .updateTable("ride")
    .set({ status: "completed", departs_at, arrives_at })
    .where("id", "=", booked.rideId)
    .execute();
  return booked;
}

async function createBookedRide(app: TestApp, host: TestUser, seeker: TestUser, departsAt: Date) {
  const ride = await hostRide(app, host, { ...SHORT_TRIP, departsAt: departsAt.toISOString() });
  const ask = await requestSeats(app, ride, host, {}, seeker);
  await ask.accept();
  return { rideId: ride.id, requestId: ask.response.body.id };
}
