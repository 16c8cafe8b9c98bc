import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import { deleteOlderNotifications } from "#modules/notifications/index.ts";
import { initReliabilityConsumer } from "#modules/reliability/index.ts";
import { cancelRide } from "#modules/rides/index.ts";
import { seatRequestRideHooks } from "#modules/seat-requests/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import { planSeatRequest, SeekerPool } from "./plan-seat-requests.ts";
import { SeededRandom } from "./seeded-random.ts";
import { isCommunityDatabase, findLastDeparture } from "./demo.store.ts";
import { DEMO_DOMAIN, ensureDemoUsers, type DemoUser } from "./demo-accounts.ts";
import { addCompletions } from "./plan-past-rides.ts";
import { findTowns, type Towns } from "./towns.ts";
import { planRides, type RidePlan } from "./plan-rides.ts";
import { scriptedHosts } from "./scripted-rides.ts";
import { addScriptedRides } from "./featured-personas.ts";
import { rideId, Scenario, type ScenarioRide } from "./scenario.ts";
import { seedConversations, type SeededConversation } from "./seed-conversations.ts";
import { addSeries, addRideRequests } from "./plan-ride-requests.ts";

const SEED = 20_260_101;
/** How many days ahead rides are created, and when they are considered stale. */
const DAYS_AHEAD = 13;
const STALE_WITHIN_DAYS = 2;
const DAYS_BACK = 12;
const SEAT_REQUESTS = { coming: 190, past: 150, maxPerRide: 3 };
const CANCELLED_RIDES = 4;
const NOTIFICATIONS_PER_BATCH = 10_000;

/**
 * Fills a demo database with users, rides over the coming two weeks and requests, in one transaction; does nothing
 * while enough rides are upcoming. Keeps accounts that were registered in the demo. Throws a one-line error for a
 * community's database.
 */
export async function seedDemo(ctx: Context): Promise<void> {
  if (await isCommunityDatabase(ctx, DEMO_DOMAIN)) {
    throw new Error("This database belongs to a community. Set DATA_DIR to a folder that is only for the demo.");
  }
  const last = await findLastDeparture(ctx);
  const now = ctx.now();
  if (last && last.getTime() > now.getTime() + STALE_WITHIN_DAYS * DAY_MS) return;
  // New rides start after the existing ones.
  const from = last && last > now ? Math.ceil((last.getTime() - now.getTime()) / DAY_MS) + 1 : 0;
  const towns = await findTowns(ctx);
  // Reliability must be counted from the start of the scenario.
  await initReliabilityConsumer(ctx);
  const fixedTimeCtx = { ...ctx, now: () => now };
  const conversations = await transaction(fixedTimeCtx, async (ctx) => {
    const chance = new SeededRandom(SEED);
    const users = await ensureDemoUsers(ctx, chance);
    const { scenario, conversations } = buildScenario(ctx, users, towns, { chance, isFirstRun: last === null, from });
    // The database is not shared yet, so routing inside the transaction blocks no one.
    await scenario.replay({ ...ctx, routing: fixedTimeCtx.routing });
    await deleteOldNotifications(ctx, new Date(now.getTime() - DAY_MS));
    return conversations;
  });
  await seedConversations(fixedTimeCtx, conversations);
}

async function deleteOldNotifications(ctx: Context, before: Date): Promise<void> {
  while (await deleteOlderNotifications(ctx, before, NOTIFICATIONS_PER_BATCH));
}

function buildScenario(
  ctx: Context,
  users: readonly DemoUser[],
  towns: Towns,
  { chance, isFirstRun, from }: { chance: SeededRandom; isFirstRun: boolean; from: number },
): { readonly scenario: Scenario; readonly conversations: readonly SeededConversation[] } {
  const now = ctx.now();
  const scenario = new Scenario();
  const conversations = addScriptedRides(ctx, scenario, users, towns);
  addRideRequests(ctx, scenario, users, towns);
  // Series continue automatically.
  if (isFirstRun) addSeries(ctx, scenario, users, towns);
  const hosts = users.filter(({ vehicleId }) => vehicleId !== null);
  const planInput = {
    hosts: hosts.filter(({ persona }) => !scriptedHosts.has(`${persona.first} ${persona.last}`)),
    towns,
    chance,
  };
  const coming = planRides(now, { from, to: DAYS_AHEAD, share: 1 }, planInput);
  // Yesterday is reserved for scripted rides.
  const past = isFirstRun ? planRides(now, { from: -DAYS_BACK, to: -2, share: 0.4 }, { ...planInput, hosts }) : [];
  const hostAll = (plans: readonly RidePlan[]) =>
    plans.map((plan) => ({ plan, ride: scenario.addRide(plan.host, plan.rideInput, plan.hostedAt) }));

  const seekers = new SeekerPool(users, chance);
  const soonest = hostAll(coming).toSorted((a, b) => a.plan.departsAt.getTime() - b.plan.departsAt.getTime());
  // More requests for rides that leave soon.
  const requestedRides = soonest.filter((_, n) => chance.withProbability(n < soonest.length / 3 ? 0.75 : 0.3));
  addSeatRequests(scenario, requestedRides, seekers, { chance, max: SEAT_REQUESTS.coming, when: "coming", now });
  const completedRides = addSeatRequests(scenario, hostAll(past), seekers, {
    chance,
    max: SEAT_REQUESTS.past,
    when: "past",
    now,
  });
  addCompletions(scenario, completedRides, { chance, now });
  for (const { ride } of chance.shuffled(soonest.slice(20)).slice(0, CANCELLED_RIDES)) {
    scenario.schedule(new Date(now.getTime() - 10 * 60_000), (ctx) =>
      cancelRide(ctx, ride.host.caller, { id: rideId(ride) }, seatRequestRideHooks),
    );
  }
  return { scenario, conversations };
}

/** Adds seat requests. Returns the passengers of each ride. */
function addSeatRequests(
  scenario: Scenario,
  rides: readonly { plan: RidePlan; ride: ScenarioRide }[],
  seekers: SeekerPool,
  { chance, max, when, now }: { chance: SeededRandom; max: number; when: "coming" | "past"; now: Date },
): { ride: ScenarioRide; departsAt: Date; passengers: DemoUser[] }[] {
  let remaining = max;
  const ridesWithPassengers: { ride: ScenarioRide; departsAt: Date; passengers: DemoUser[] }[] = [];
  for (const { plan, ride } of rides) {
    const until = new Date(Math.min(now.getTime(), plan.departsAt.getTime() - 6 * HOUR_MS));
    const from = new Date(Math.max(plan.hostedAt.getTime(), until.getTime() - DAY_MS));
    const { origin, stops, destination } = ride.rideInput;
    const passengers: DemoUser[] = [];
    for (const seeker of seekers.for(plan, Math.min(remaining, chance.integer(1, SEAT_REQUESTS.maxPerRide)))) {
      remaining--;
      passengers.push(seeker);
      scenario.addSeatRequest(
        ride,
        planSeatRequest(seeker, { points: [origin, ...stops, destination], from, until, when }, chance),
      );
    }
    ridesWithPassengers.push({ ride, departsAt: plan.departsAt, passengers });
  }
  return ridesWithPassengers;
}
