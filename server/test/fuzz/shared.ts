import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import { askForSeats, hostRide } from "../journeys.ts";
import { callsOf } from "../shared-rides.ts";
import type { Person, World } from "../world.ts";
import type { Pools } from "./cast.ts";

interface Cast {
  readonly ada: Person;
  readonly bob: Person;
  readonly dora: Person;
}

/** A way that keeps nobody from driving another one soon. */
const SHORT = {
  stops: [],
  destination: { label: "Offenburg, Germany", lat: 48.4738, lng: 7.9448 },
  contribution: null,
};

/** Rides that ada and bob shared a day ago: to be rated, rated by one of them, or by both; and how they went. */
export async function stockShared(world: World, { ada, bob, dora }: Cast, pools: Pools): Promise<void> {
  const { rate } = callsOf(world);
  const post = (as: Person, id: string, path: string, body: object) =>
    world.call("POST", `/passages/${id}/${path}`, { as, body });
  const keepRating = ({ status, body }: Awaited<ReturnType<typeof rate>>) => {
    if (status !== 201) throw new Error(`Rating answered ${status}: ${JSON.stringify(body)}`);
    pools.rating.push(body.id);
  };
  const [both, adas, bobs] = [await past(world, ada, bob), await past(world, ada, bob), await past(world, bob, ada)];
  // For a moderator to hide.
  const hidden = await past(world, bob, ada);
  await rate(ada, bob, { ride_id: hidden.rideId });
  await past(world, ada, bob);
  await past(world, bob, ada);
  for (const [as, whom, { rideId }] of [
    [bob, ada, hidden],
    [ada, bob, both],
    [bob, ada, both],
    [ada, bob, adas],
    [bob, ada, bobs],
  ] as const) {
    keepRating(await rate(as, whom, { ride_id: rideId, comment: "Calm at the wheel." }));
  }
  const about = await aboard(world, bob, dora, new Date(world.now().getTime() + 30 * 60_000));
  await post(bob, about.requestId, "pickup", { pin: "0000" });
  await world.db.updateTable("passage").set({ pin: "1234" }).execute();
  await post(bob, bobs.requestId, "not-travelled", { fault: "nobody" });
  await post(ada, adas.requestId, "not-travelled", { fault: "nobody" });
  pools.passage.push(about.requestId, both.requestId, adas.requestId, bobs.requestId, about.requestId);
}

/** A ride that was hosted ahead of everything else, and then a day ago. */
export async function past(world: World, host: Person, seeker: Person) {
  const booked = await aboard(world, host, seeker, new Date(world.now().getTime() + 30 * DAY_MS));
  const [departs_at, arrives_at] = [24, 19].map((hours) => new Date(world.now().getTime() - hours * HOUR_MS));
  await world.db
    .updateTable("seat_request")
    .set({ status: "completed", ended_at: world.now() })
    .where("id", "=", booked.requestId)
    .execute();
  await world.db
    .updateTable("ride")
    .set({ status: "completed", departs_at, arrives_at })
    .where("id", "=", booked.rideId)
    .execute();
  return booked;
}

async function aboard(world: World, host: Person, seeker: Person, departsAt: Date) {
  const ride = await hostRide(world, host, { ...SHORT, departsAt: departsAt.toISOString() });
  const ask = await askForSeats(world, ride, host, {}, seeker);
  await ask.accept();
  return { rideId: ride.id, requestId: ask.asked.body.id };
}
