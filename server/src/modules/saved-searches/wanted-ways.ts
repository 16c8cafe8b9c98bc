import { DAY_MS } from "@commonlane/contract/durations";
import type { WantedWay } from "@commonlane/contract/saved-searches";
import type { LatLng, Place } from "@commonlane/contract/shapes";
import { timeZoneAt } from "#platform/time-zone.ts";
import { townsNear } from "#modules/places/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import {
  type CountedWay,
  replaceWantedWays,
  unansweredWishes,
  type Wish,
  wantedWaysKept,
} from "./wanted-ways.store.ts";

/** Fewer people could be told from each other by who is missing. */
const PEOPLE_MIN = 5;
const WAYS_MAX = 20;
/** Where more wait, the ways with fewest people are left out. */
const WISHES_MAX = 50_000;
const EXPIRED_DAYS = 30;

export const wantedWays = async (ctx: Context): Promise<{ items: WantedWay[] }> => ({
  items: (await wantedWaysKept(ctx)).map(({ origin, destination, people }) => ({
    origin: { ...origin, timeZone: timeZoneAt(origin) },
    destination: { ...destination, timeZone: timeZoneAt(destination) },
    people,
  })),
});

/** Counts anew on which ways from town to town several people wait in vain, in steps, and keeps nothing else of it. */
export async function countWantedWays(ctx: InTransaction): Promise<void> {
  const since = new Date(ctx.now().getTime() - EXPIRED_DAYS * DAY_MS);
  const wishes = await unansweredWishes(ctx, since, WISHES_MAX);
  await replaceWantedWays(ctx, mostWanted(wishes, await townsOf(ctx, wishes)));
}

/** The towns of all ends, each looked up once. */
async function townsOf(ctx: Context, wishes: readonly Wish[]): Promise<(position: LatLng) => Place | undefined> {
  const positions = new Map(wishes.flatMap(({ from, to }) => [from, to]).map((at) => [keyOf(at), at]));
  const towns = await townsNear(ctx, [...positions.values()]);
  const byKey = new Map([...positions.keys()].map((key, n) => [key, towns[n]]));
  return (position) => byKey.get(keyOf(position));
}

const keyOf = ({ lat, lng }: LatLng) => `${lat} ${lng}`;

function mostWanted(wishes: readonly Wish[], townOf: (position: LatLng) => Place | undefined): CountedWay[] {
  const ways = new Map<string, { origin: Place; destination: Place; people: Set<string> }>();
  for (const { personId, from, to } of wishes) {
    const [origin, destination] = [townOf(from), townOf(to)];
    if (!origin || !destination || origin.placeId === destination.placeId) continue;
    const key = `${origin.placeId} ${destination.placeId}`;
    const way = ways.get(key) ?? { origin, destination, people: new Set<string>() };
    ways.set(key, way);
    way.people.add(personId);
  }
  return [...ways.values()]
    .filter(({ people }) => people.size >= PEOPLE_MIN)
    .toSorted((a, b) => b.people.size - a.people.size || a.origin.label.localeCompare(b.origin.label, "en"))
    .slice(0, WAYS_MAX)
    .map(({ people, ...way }) => ({ ...way, people: stepOf(people.size) }));
}

/** One person more or less is not seen. */
const stepOf = (people: number) => Math.floor(people / PEOPLE_MIN) * PEOPLE_MIN;
