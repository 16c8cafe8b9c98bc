import type { Rating } from "@commonlane/contract/ratings";
import type { Ride } from "@commonlane/contract/rides";
import { rideSweeps } from "#modules/rides/index.ts";
import { rideFollowUp } from "#modules/seat-requests/index.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import type { Settings } from "#platform/settings.ts";
import { askForSeats, hostRide } from "./journeys.ts";
import { openWorld, type Person, type World } from "./world.ts";

export type RatingAnswer = Rating & { code?: string; current?: Rating };

/** A host, a passenger who was accepted, their ride, and a clock to put where one wants it. */
export async function shareRide(settings: Partial<Settings> = {}, said: object = {}) {
  const world: World = await openWorld({ settings });
  const [host, passenger] = [
    await world.person({ firstName: "Amara", lastName: "Okafor" }),
    await world.person({ firstName: "Jonas", lastName: "Weber" }),
  ];
  // Where jobs wait is made now: many at once would make it several times.
  await world.jobs.waiting(world.db);
  const ride = await hostRide(world, host, said);
  const ask = await askForSeats(world, ride, host, {}, passenger);
  await ask.accept();
  const setClock = (at: Date | string | number) => (world.world.now = new Date(at));
  return { world, host, passenger, ride, ask, requestId: ask.asked.body.id, setClock, ...callsOf(world) };
}

/** When a ride counts as arrived: 0.8 of its time after the departure. */
export const arrival = ({ departsAt, arrivesAt }: Ride): number =>
  Date.parse(departsAt) + 0.8 * (Date.parse(arrivesAt) - Date.parse(departsAt));

/** Time alone brings rides to their end. */
export async function sweepRides({ ctx }: World): Promise<void> {
  for (const sweep of rideSweeps(rideFollowUp)) await runSweep(ctx, sweep);
}

export function callsOf(world: World) {
  const rate = (as: Person, rated: Person, said: object = {}) =>
    world.call<RatingAnswer>("POST", "/ratings", { as, body: { rated_uid: rated.uid, rating: 5, ...said } });
  const between = (as: Person, other: Person) =>
    world.call<RatingAnswer>("GET", `/ratings/between/${other.uid}`, { as });
  const ofPerson = (as: Person, person: Person, query: Record<string, string | number> = {}) =>
    world.call<{ items: Rating[]; nextCursor: string | null }>("GET", `/ratings/user/${person.uid}`, { as, query });
  const change = (as: Person, id: string, body: object) =>
    world.call<RatingAnswer>("PUT", `/ratings/${id}`, { as, body });
  const remove = (as: Person, id: string) => world.call<{ code?: string }>("DELETE", `/ratings/${id}`, { as });
  return { rate, between, ofPerson, change, remove };
}
