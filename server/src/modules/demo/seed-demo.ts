import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import { grantModeratorRole } from "#modules/moderation/index.ts";
import { deleteOlderNotifications } from "#modules/notifications/index.ts";
import {
  initReliabilityConsumer,
  reliabilityConsumer,
  showAllReliability,
} from "#modules/reliability/index.ts";
import { createReport } from "#modules/reports/index.ts";
import { setRidePublic } from "#modules/rides/published/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import type { RunStep } from "#platform/start-progress.ts";
import {
  DEMO_DOMAIN,
  type DemoUser,
  emailOf,
  ensureDemoUsers,
  usersByName,
} from "./demo-accounts.ts";
import { DemoPlaces, TIME_ZONE } from "./demo-places.ts";
import type { DemoPlan } from "./demo-plan.ts";
import {
  type Filled,
  findFilled,
  findNextRideOf,
  findRidesOfHosts,
  isCommunityDatabase,
} from "./demo.store.ts";
import { markFilling } from "./interrupted-filling.store.ts";
import { localDay } from "./local-time.ts";
import { PassengerPool } from "./passengers.ts";
import { HOST, MODERATOR, NEWCOMER, readPeople, SEEKER, TAXI } from "./people.ts";
import { hostComing, requestComing } from "./plan-coming.ts";
import { planPastTrips, playHistory } from "./plan-history.ts";
import { listStoryDays, playRideRequests, playStories } from "./play-stories.ts";
import { Routes } from "./routes.ts";
import { SeededRandom } from "./seeded-random.ts";
import { type SeededConversation, seedConversations } from "./seed-conversations.ts";
import { seedEvents } from "./seed-events.ts";
import { seedGroups } from "./seed-groups.ts";
import { settle, type Traveller } from "./travellers.ts";
import { tripsOn } from "./trips.ts";

const SEED = 20_260_101;
/** How many days ahead rides are created, and when they are considered stale. */
const DAYS_AHEAD = 13;
const STALE_WITHIN_DAYS = 2;
const NOTIFICATIONS_PER_BATCH = 10_000;

/**
 * Fills a demo database with people, twelve weeks of history, rides over the coming two weeks and requests; does
 * nothing while enough rides are upcoming. Keeps accounts that were registered in the demo. Throws a one-line error for
 * a community's database. `openRegion` runs while accounts are created.
 */
export async function seedDemo(
  ctx: Context,
  openRegion: () => Promise<void>,
  step: RunStep,
): Promise<void> {
  if (await isCommunityDatabase(ctx, DEMO_DOMAIN)) {
    throw new Error(
      "This database belongs to a community. Set DATA_DIR to a folder that is only for the demo.",
    );
  }
  const filled = await findFilled(ctx);
  if (isComplete(filled, ctx.now())) return openRegion();
  await markFilling(ctx.settings, () => fillDemo(ctx, filled, openRegion, step));
}

/** A demo that an earlier release left half filled lacks one of these parts. */
function isComplete({ last, hasHistory, hasSeries, hasGroups }: Filled, now: Date): boolean {
  if (!last || !hasHistory || !hasSeries || !hasGroups) return false;
  return last.getTime() > now.getTime() + STALE_WITHIN_DAYS * DAY_MS;
}

async function fillDemo(
  ctx: Context,
  filled: Filled,
  openRegion: () => Promise<void>,
  step: RunStep,
): Promise<void> {
  const { last } = filled;
  const now = ctx.now();
  // New rides start after the existing ones.
  const from = last && last > now ? Math.ceil((last.getTime() - now.getTime()) / DAY_MS) + 1 : 0;
  const fixedTimeCtx = { ...ctx, now: () => now };
  const chance = new SeededRandom(SEED);
  // Reliability must be counted from the start of the scenario.
  await initReliabilityConsumer(ctx);
  const [users] = await step("Demo: creating 150 people and opening their region", () =>
    Promise.all([ensureDemoUsers(fixedTimeCtx, readPeople(), chance), openRegion()]),
  );
  const [plan] = await step("Demo: planning their rides on the roads of Liechtenstein", () =>
    Promise.all([
      planDemo(fixedTimeCtx, users, chance, {
        from,
        filled,
      }),
      filled.hasGroups ? undefined : seedGroups(fixedTimeCtx, users),
    ]),
  );
  await step("Demo: playing twelve weeks of rides", () => playDemo(fixedTimeCtx, plan, filled));
  // All at once, because its first round would find itself weeks behind and warn the operator.
  const countReliability = reliabilityConsumer(ctx);
  await step("Demo: counting reliability", async () => {
    while ((await countReliability()) > 0);
    await showAllReliability(ctx);
  });
}

async function planDemo(
  ctx: Context,
  users: readonly DemoUser[],
  chance: SeededRandom,
  { from, filled }: { from: number; filled: Filled },
): Promise<DemoPlan> {
  const now = ctx.now();
  const places = await DemoPlaces.find(ctx);
  const travellers = settle(users, places, chance);
  const options = {
    drivers: travellers.filter(({ person }) => person.timetable.length > 0),
    places,
    chance,
  };
  const storyDays = listStoryDays(now);
  const isInStory = (name: string, at: Date) =>
    name === HOST || storyDays.some((day) => day.name === name && isSameDay(day.at, at));
  const days = Array.from({ length: Math.max(0, DAYS_AHEAD + 1 - from) }, (_, n) => from + n);
  const trips = days
    .flatMap((day) => tripsOn(now, day, options))
    .filter(({ host, departsAt }) => !isInStory(host.person.name, departsAt));
  const pastTrips = filled.hasHistory ? [] : planPastTrips(now, options);
  const seekers = travellers.filter(isSeeker);
  const routes = Routes.load(ctx, [...trips, ...pastTrips], seekers);
  const passengers = new PassengerPool(routes, chance);
  const userByName = usersByName(travellers);
  for (const { name, at } of storyDays) passengers.reserve(userByName(name).caller.uid, at);
  return {
    now,
    travellers,
    places,
    trips,
    pastTrips,
    routes,
    ridesByRoute: new Map(),
    passengers,
    chance,
  };
}

/** People without a car, except those with a story of their own. */
const isSeeker = ({ vehicleId, person: { name } }: Traveller): boolean =>
  vehicleId === null && ![SEEKER, NEWCOMER, TAXI].includes(name);

const isSameDay = (a: Date, b: Date) => localDay(TIME_ZONE, a) === localDay(TIME_ZONE, b);

/** History, series and all else at the same time, in a transaction each. */
async function playDemo(ctx: Context, plan: DemoPlan, filled: Filled): Promise<void> {
  const play = <T>(work: (ctx: InTransaction) => Promise<T>) => transaction(ctx, work);
  const { series, singles } = hostComing(plan, !filled.hasSeries);
  const seriesHosted = play((ctx) => series.replay(ctx));
  const [conversations] = await Promise.all([
    play(async (ctx) => {
      await singles.replay(ctx);
      await seriesHosted;
      return playRequests(ctx, plan);
    }),
    play((ctx) => playHistory(plan).replay(ctx)),
    seriesHosted,
  ]);
  await deleteOldNotifications(ctx, new Date(plan.now.getTime() - DAY_MS));
  await seedConversations(ctx, conversations);
  if (!filled.hasComingEvents) await seedEvents(ctx, plan);
  if (!filled.hasSeries) await seedReports(ctx, plan.travellers);
  await openRides(ctx);
}

const PUBLIC_RIDES = 12;

/** Some hosts open a ride to anybody, so that visitors see what is on offer. */
async function openRides(ctx: Context): Promise<void> {
  for (const { id, host_id } of await findRidesOfHosts(ctx, PUBLIC_RIDES))
    await setRidePublic(ctx, { uid: host_id }, id, { isPublic: true });
}

async function playRequests(ctx: InTransaction, plan: DemoPlan): Promise<SeededConversation[]> {
  const scenario = await requestComing(ctx, plan);
  const conversations = playStories(plan, scenario);
  playRideRequests(plan, scenario);
  await scenario.replay(ctx);
  return conversations;
}

async function deleteOldNotifications(ctx: Context, before: Date): Promise<void> {
  while (await deleteOlderNotifications(ctx, before, NOTIFICATIONS_PER_BATCH));
}

/** Open reports, oldest first. */
const reportStories: readonly {
  readonly by: string;
  readonly about: string;
  /** A person, or their next ride. */
  readonly kind: "person" | "ride";
  readonly reason: "scam" | "spam" | "danger" | "fake" | "harassment" | "other";
  readonly agoHours: number;
  readonly text: string;
}[] = [
  {
    by: "Jasmin Aebi",
    about: "Goran Jovanović",
    kind: "ride",
    reason: "other",
    agoHours: 20,
    text: "Leaves at a quarter to five, says the ride. Is that a mistake? I waited for him at seven.",
  },
  {
    by: "Ivana Kovač",
    about: TAXI,
    kind: "person",
    reason: "scam",
    agoHours: 6,
    text: "Asks for 40 francs in advance for a ride to the airport, and writes again after a no.",
  },
  {
    by: "Levin Senn",
    about: TAXI,
    kind: "ride",
    reason: "spam",
    agoHours: 5,
    text: "This is a taxi, not a ride that he makes anyway.",
  },
  {
    by: "Pia Thöny",
    about: "Ivo Schädler",
    kind: "person",
    reason: "danger",
    agoHours: 3,
    text: "Took the bends from Malbun far too fast at the weekend. Please have a word with him.",
  },
];

/** Gives the moderator something to do. */
async function seedReports(ctx: Context, travellers: readonly Traveller[]): Promise<void> {
  const userByName = usersByName(travellers);
  await grantModeratorRole(ctx, emailOf(MODERATOR));
  for (const { by, about, kind, reason, agoHours, text } of reportStories) {
    const { uid } = userByName(about).caller;
    const id = kind === "ride" ? await findNextRideOf(ctx, uid) : uid;
    if (id === undefined) continue;
    const at = new Date(ctx.now().getTime() - agoHours * HOUR_MS);
    await createReport(
      {
        ...ctx,
        now: () => at,
      },
      userByName(by).caller,
      {
        about: { kind, id },
        reason,
        text,
      },
    );
  }
}
