import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import { beginReliability } from "#modules/reliability/index.ts";
import { cancelRide } from "#modules/rides/index.ts";
import { rideFollowUp } from "#modules/seat-requests/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import { planAsk, Seekers } from "./asks-plan.ts";
import { Chance } from "./chance.ts";
import { deleteNoticesBefore, isCommunityDatabase, lastDeparture } from "./demo.store.ts";
import { DEMO_DOMAIN, ensurePlayers, type Player } from "./people.ts";
import { addEndings } from "./endings.ts";
import { findTowns, type Towns } from "./region.ts";
import { planRides, type RidePlan } from "./rides-plan.ts";
import { sceneHosts } from "./scenes.ts";
import { addScenes } from "./stars.ts";
import { idOf, Story, type ToldRide } from "./story.ts";
import { letThemTalk, type Talk } from "./talks.ts";
import { addSeries, addWishes } from "./wishes.ts";

const SEED = 20_260_101;
/** The rides reach so many days ahead; a world whose rides reach less than the second number is old. */
const AHEAD_DAYS = 13;
const OLD_DAYS = 2;
const PAST_DAYS = 12;
const ASKS = { coming: 190, past: 150, mostOfOne: 3 };
const CANCELLED = 4;

/**
 * Fills a database that is only a demo's with people, rides over the coming two weeks and requests, all of it or nothing;
 * does nothing while there are rides to come. People who registered in the demo keep their accounts. Throws one line if the
 * database is a community's.
 */
export async function fillDemo(ctx: Context): Promise<void> {
  if (await isCommunityDatabase(ctx, DEMO_DOMAIN)) {
    throw new Error("This database belongs to a community. Set DATA_DIR to a folder that is only for the demo.");
  }
  const last = await lastDeparture(ctx);
  const now = ctx.now();
  if (last && last.getTime() > now.getTime() + OLD_DAYS * DAY_MS) return;
  // Whoever still drives what was made before is left alone until then.
  const from = last && last > now ? Math.ceil((last.getTime() - now.getTime()) / DAY_MS) + 1 : 0;
  const towns = await findTowns(ctx);
  // How reliable people are is counted from where this begins.
  await beginReliability(ctx);
  const then = { ...ctx, now: () => now };
  const talks = await transaction(then, async (ctx) => {
    const chance = new Chance(SEED);
    const players = await ensurePlayers(ctx, chance);
    const { story, talks } = toldStory(ctx, players, towns, { chance, fresh: last === null, from });
    // Nobody else is here to wait meanwhile.
    await story.tell({ ...ctx, router: then.router });
    await deleteNoticesBefore(ctx, new Date(now.getTime() - DAY_MS));
    return talks;
  });
  await letThemTalk(then, talks);
}

function toldStory(
  ctx: Context,
  players: readonly Player[],
  towns: Towns,
  { chance, fresh, from }: { chance: Chance; fresh: boolean; from: number },
): { readonly story: Story; readonly talks: readonly Talk[] } {
  const now = ctx.now();
  const story = new Story();
  const talks = addScenes(ctx, story, players, towns);
  addWishes(ctx, story, players, towns);
  // What repeats goes on by itself.
  if (fresh) addSeries(ctx, story, players, towns);
  const hosts = players.filter(({ vehicleId }) => vehicleId !== null);
  const world = { hosts: hosts.filter(({ who }) => !sceneHosts.has(`${who.first} ${who.last}`)), towns, chance };
  const coming = planRides(now, { from, to: AHEAD_DAYS, share: 1 }, world);
  // Yesterday belongs to the scenes.
  const past = fresh ? planRides(now, { from: -PAST_DAYS, to: -2, share: 0.4 }, { ...world, hosts }) : [];
  const told = (plans: readonly RidePlan[]) =>
    plans.map((plan) => ({ plan, ride: story.hosts(plan.host, plan.said, plan.hostedAt) }));

  const seekers = new Seekers(players, chance);
  const soonest = told(coming).toSorted((a, b) => a.plan.departsAt.getTime() - b.plan.departsAt.getTime());
  // Asked of more of the rides that leave soon, as people do.
  const wanted = soonest.filter((_, n) => chance.is(n < soonest.length / 3 ? 0.75 : 0.3));
  addAsks(story, wanted, seekers, { chance, most: ASKS.coming, when: "coming", now });
  const over = addAsks(story, told(past), seekers, { chance, most: ASKS.past, when: "past", now });
  addEndings(story, over, { chance, now });
  for (const { ride } of chance.shuffled(soonest.slice(20)).slice(0, CANCELLED)) {
    story.happens(new Date(now.getTime() - 10 * 60_000), (ctx) =>
      cancelRide(ctx, ride.host.caller, { id: idOf(ride) }, rideFollowUp),
    );
  }
  return { story, talks };
}

/** Seekers ask for seats; gives back who did of which ride. */
function addAsks(
  story: Story,
  rides: readonly { plan: RidePlan; ride: ToldRide }[],
  seekers: Seekers,
  { chance, most, when, now }: { chance: Chance; most: number; when: "coming" | "past"; now: Date },
): { ride: ToldRide; departsAt: Date; passengers: Player[] }[] {
  let left = most;
  const taken: { ride: ToldRide; departsAt: Date; passengers: Player[] }[] = [];
  for (const { plan, ride } of rides) {
    const until = new Date(Math.min(now.getTime(), plan.departsAt.getTime() - 6 * HOUR_MS));
    const from = new Date(Math.max(plan.hostedAt.getTime(), until.getTime() - DAY_MS));
    const { origin, stops, destination } = ride.said;
    const passengers: Player[] = [];
    for (const seeker of seekers.for(plan, Math.min(left, chance.whole(1, ASKS.mostOfOne)))) {
      left--;
      passengers.push(seeker);
      story.asks(ride, planAsk(seeker, { points: [origin, ...stops, destination], from, until, when }, chance));
    }
    taken.push({ ride, departsAt: plan.departsAt, passengers });
  }
  return taken;
}
