import { DAY_MS } from "@commonlane/contract/durations";
import { WALK_MAX_M } from "@commonlane/contract/limits";
import {
  type ChangedSearch,
  type NextBest,
  type NextBestSearch,
  SearchFilterName,
} from "@commonlane/contract/ride-search";
import type { Place } from "@commonlane/contract/shapes";
import type { Search } from "@commonlane/matching/rule";
import type { Context } from "#platform/context.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { dayIn, timeZoneAt, windowOfDay } from "#platform/time-zone.ts";
import { countRides, type RideCount } from "./count-rides.ts";
import { measureMatches, roadsOf } from "./measure-matches.ts";
import { findNearbyRoutes } from "./nearby-routes.ts";
import { type OpenIndex, openIndex, openIndexFor } from "./open-index.ts";
import { readPairs } from "./pair-rides.ts";
import type { RideIndex } from "./ride-index/ride-index.ts";
import { toSearch } from "./ride-search.ts";
import {
  createRideFilter,
  createSeekerCheck,
  listUnmetFilters,
  type SearchFilters,
} from "./search-filters.ts";
import { spanOf } from "./search-ways.ts";
import { findWholeWalk } from "./whole-walk.ts";

const MOST_SEARCHES = 4;
/** Other days are looked at so far before and after the window. */
const DAYS_AROUND = 31;
/** Rides of these days that are looked at, those nearest in time. */
const LOOKED_AT = 100;

interface Emptied {
  readonly seeker: Caller;
  readonly search: Search;
  readonly filters: SearchFilters;
  readonly timeZone: string;
}

/** What a search must give up to find a ride. */
interface Change {
  readonly places: {
    readonly origin: Place;
    readonly destination: Place;
  } | null;
  readonly date: string | null;
  readonly timeZone: string;
  readonly seats: number;
  readonly without: readonly SearchFilterName[];
}

/**
 * What to do instead of a search that found no ride with free seats: walk, or search with the least changes of filters,
 * seats and day that find a ride, or between places nearby. Each search finds as many rides as it says.
 */
export async function findNextBest(
  ctx: Context,
  index: RideIndex,
  seeker: Caller,
  request: NextBestSearch,
): Promise<NextBest> {
  const search = toSearch(request);
  const emptied = {
    seeker,
    search,
    filters: request,
    timeZone: timeZoneAt(search.from),
  };
  const around = toSearchAround(ctx, search);
  const open = await openIndexFor(ctx, index, seeker, around);
  const changes = await findLeastChanges(ctx, open, emptied, around);
  const searches = await countChanges(ctx, open, emptied, changes);
  if (searches.length < MOST_SEARCHES) {
    const nearby = await findNearbyChanges(ctx, emptied);
    searches.push(...(await countNearby(ctx, index, emptied, nearby)));
  }
  return {
    walk: findWholeWalk(ctx, search, WALK_MAX_M) ?? null,
    searches: searches.slice(0, MOST_SEARCHES),
  };
}

/** The same way on any day around, with one seat. */
function toSearchAround({ now }: Context, search: Search): Search {
  const { departsAfterMs, departsBeforeMs, atMs } = search;
  return {
    ...search,
    seats: 1,
    departsAfterMs: Math.max(now().getTime(), departsAfterMs - DAYS_AROUND * DAY_MS),
    departsBeforeMs: departsBeforeMs + DAYS_AROUND * DAY_MS,
    atMs: atMs ?? (departsAfterMs + departsBeforeMs) / 2,
  };
}

/** The changes with which rides around match: only the smallest ones, the nearest in time first. */
async function findLeastChanges(
  ctx: Context,
  { rides, hidden, stops }: OpenIndex,
  { seeker, search, filters, timeZone }: Emptied,
  around: Search,
): Promise<Change[]> {
  const options = {
    limit: LOOKED_AT,
    without: hidden,
    roads: roadsOf(ctx),
    stops,
  };
  const listed = rides.candidates(around, options);
  const pairs = await readPairs(ctx, rides, seeker.uid, [{ search: around, listed }]);
  const matches = await measureMatches(ctx, pairs);

  const isForSeeker = createSeekerCheck(ctx, seeker);
  const needed: {
    readonly change: Change;
    readonly order: number;
  }[] = [];
  for (const [n, { ride }] of pairs.entries()) {
    const match = matches[n];
    if (!match || !(await isForSeeker(ride, match))) continue;
    const { pickupAtMs, seatsLeft, order } = match;
    const isInWindow = pickupAtMs >= search.departsAfterMs && pickupAtMs <= search.departsBeforeMs;
    const change = {
      places: null,
      date: isInWindow ? null : dayIn(timeZone, new Date(pickupAtMs)),
      timeZone,
      seats: Math.min(search.seats, seatsLeft),
      without: listUnmetFilters(ctx, filters, ride, match),
    };
    needed.push({ change, order });
  }

  const sizeOf = ({ date, seats, without }: Change) =>
    without.length + Number(date !== null) + Number(seats < search.seats);
  const sizes = needed.map(({ change }) => sizeOf(change)).filter((size) => size > 0);
  const smallest = Math.min(...sizes);
  const least = needed
    .filter(({ change }) => sizeOf(change) === smallest)
    .toSorted((a, b) => a.order - b.order);
  const unique = new Map(least.map(({ change }) => [JSON.stringify(change), change]));
  return [...unique.values()].slice(0, MOST_SEARCHES);
}

/** Searches between places nearby, with the filters and without. */
async function findNearbyChanges(
  ctx: Context,
  { seeker, search, filters }: Emptied,
): Promise<Change[]> {
  const routes = await findNearbyRoutes(ctx, seeker, search);
  const setFilters = SearchFilterName.options.filter((name) => Boolean(filters[name]));
  const choices: SearchFilterName[][] = setFilters.length > 0 ? [[], setFilters] : [[]];
  return choices.flatMap((without) =>
    routes.map(({ origin, destination, date, timeZone }) => ({
      places: { origin, destination },
      date,
      timeZone,
      seats: search.seats,
      without,
    })),
  );
}

/** Those that find rides. Their days may be months away, so what is hidden then is read for them. */
async function countNearby(
  ctx: Context,
  index: RideIndex,
  emptied: Emptied,
  nearby: readonly Change[],
): Promise<ChangedSearch[]> {
  if (nearby.length === 0) return [];
  const span = spanOf(nearby.map((change) => changeSearch(emptied.search, change)));
  return countChanges(ctx, await openIndex(ctx, index, emptied.seeker, span), emptied, nearby);
}

/** The changed searches that find rides. */
async function countChanges(
  ctx: Context,
  open: OpenIndex,
  emptied: Emptied,
  changes: readonly Change[],
): Promise<ChangedSearch[]> {
  const counted = await Promise.all(
    changes.map(async (change): Promise<ChangedSearch> => {
      const search = changeSearch(emptied.search, change);
      const { count, more } = await countOne(ctx, open, emptied, {
        change,
        search,
      });
      return {
        places: change.places,
        date: change.date,
        timeZone: change.timeZone,
        departsAfter: new Date(search.departsAfterMs).toISOString(),
        departsBefore: new Date(search.departsBeforeMs).toISOString(),
        seats: change.seats,
        without: [...change.without],
        count,
        more,
      };
    }),
  );
  return counted.filter(({ count }) => count > 0);
}

function changeSearch(search: Search, { places, date, timeZone, seats }: Change): Search {
  return {
    ...search,
    from: places?.origin ?? search.from,
    to: places?.destination ?? search.to,
    ...(date !== null && windowOfDay(date, timeZone)),
    seats,
  };
}

async function countOne(
  ctx: Context,
  open: OpenIndex,
  { seeker, filters }: Emptied,
  {
    change,
    search,
  }: {
    readonly change: Change;
    readonly search: Search;
  },
): Promise<RideCount> {
  const kept = { ...filters };
  for (const name of change.without) kept[name] = undefined;
  const accepts = createRideFilter(ctx, seeker, kept);
  const [count] = await countRides(
    ctx,
    {
      ...open,
      accepts,
      viewerUid: seeker.uid,
    },
    [search],
  );
  return (
    count ?? {
      count: 0,
      full: 0,
      more: false,
      routed: true,
    }
  );
}
