import { createHmac } from "node:crypto";
import { DAY_MS } from "@commonlane/contract/durations";
import type { PopularRoute } from "@commonlane/contract/saved-searches";
import type { LatLng, Place } from "@commonlane/contract/shapes";
import { getServerKey } from "#platform/server-keys.ts";
import { timeZoneAt } from "#platform/time-zone.ts";
import { findNearestTowns } from "#modules/places/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import {
  type CountedRoute,
  replacePopularRoutes,
  findUnmetSearches,
  type UnmetSearch,
  findPopularRoutes,
} from "./popular-routes.store.ts";

/** Smaller groups would make individuals recognisable. */
const PEOPLE_MIN = 5;
/** By how much the number differs from route to route. */
const THRESHOLD_SPREAD = 5;
const ROUTES_MAX = 20;
/** Above this number, the routes with the fewest people are left out. */
const UNMET_SEARCHES_MAX = 50_000;
const EXPIRED_DAYS = 30;

export async function listPopularRoutes(ctx: Context): Promise<{ items: PopularRoute[] }> {
  return {
    items: (await findPopularRoutes(ctx)).map(({ origin, destination, people }) => ({
      origin: {
        ...origin,
        timeZone: timeZoneAt(origin),
      },
      destination: {
        ...destination,
        timeZone: timeZoneAt(destination),
      },
      people,
    })),
  };
}

/**
 * Recounts the routes between towns on which several people wait in vain, in steps, and stores nothing else about them.
 */
export async function updatePopularRoutes(ctx: InTransaction): Promise<void> {
  const since = new Date(ctx.now().getTime() - EXPIRED_DAYS * DAY_MS);
  const unmetSearches = await findUnmetSearches(ctx, since, UNMET_SEARCHES_MAX);
  const thresholds = {
    key: await getServerKey(ctx.db, "popular routes"),
    month: ctx.now().toISOString().slice(0, 7),
  };
  await replacePopularRoutes(
    ctx,
    rankRoutes(unmetSearches, await findTowns(ctx, unmetSearches), thresholds),
  );
}

interface Thresholds {
  readonly key: Buffer;
  readonly month: string;
}

/**
 * From how many people on a route is shown this month: five to nine, drawn from a secret. A person who brings four
 * people cannot tell from a route that appears whether there is one more.
 */
function thresholdOf({ key, month }: Thresholds, routeKey: string): number {
  const drawn = createHmac("sha256", key).update(`${month} ${routeKey}`).digest().readUInt32BE(0);
  return PEOPLE_MIN + (drawn % THRESHOLD_SPREAD);
}

/** Towns of all ends, each looked up once. */
async function findTowns(
  ctx: Context,
  unmetSearches: readonly UnmetSearch[],
): Promise<(position: LatLng) => Place | undefined> {
  const positions = new Map(
    unmetSearches.flatMap(({ from, to }) => [from, to]).map((at) => [positionKey(at), at]),
  );
  const towns = await findNearestTowns(ctx, [...positions.values()]);
  const byKey = new Map([...positions.keys()].map((key, n) => [key, towns[n]]));
  return (position) => byKey.get(positionKey(position));
}

const positionKey = ({ lat, lng }: LatLng) => `${lat} ${lng}`;

function rankRoutes(
  unmetSearches: readonly UnmetSearch[],
  townOf: (position: LatLng) => Place | undefined,
  thresholds: Thresholds,
): CountedRoute[] {
  const routes = new Map<
    string,
    {
      origin: Place;
      destination: Place;
      people: Set<string>;
    }
  >();
  for (const { personId, from, to } of unmetSearches) {
    const origin = townOf(from);
    const destination = townOf(to);
    if (!origin || !destination || origin.placeId === destination.placeId) continue;
    const key = `${origin.placeId} ${destination.placeId}`;
    const route = routes.get(key) ?? {
      origin,
      destination,
      people: new Set<string>(),
    };
    routes.set(key, route);
    route.people.add(personId);
  }
  return [...routes]
    .filter(([key, { people }]) => people.size >= thresholdOf(thresholds, key))
    .map(([, route]) => route)
    .toSorted(
      (a, b) => b.people.size - a.people.size || a.origin.label.localeCompare(b.origin.label, "en"),
    )
    .slice(0, ROUTES_MAX)
    .map(({ people, ...route }) => ({
      ...route,
      people: roundDownToStep(people.size),
    }));
}

/** Hides the difference that a single person makes. */
function roundDownToStep(people: number) {
  return Math.floor(people / PEOPLE_MIN) * PEOPLE_MIN;
}
