import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import type {
  NeighbourRide,
  NeighbourRides,
  NeighbourSearch,
} from "@commonlane/contract/neighbours";
import { hasNeighbours, NeighbourClient, NeighbourSearches } from "#modules/neighbours/index.ts";
import { type NewNotification, notify } from "#modules/notifications/index.ts";
import { type OutsideContext, transaction } from "#platform/context.ts";
import { hashName } from "#platform/hashes.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { dayIn, timeZoneAt } from "#platform/time-zone.ts";
import {
  claimSearchesToAsk,
  lockKnownRides,
  saveKnownRides,
  type SavedSearchRow,
} from "./saved-searches.store.ts";

/** A search asks once an hour at most; with more searches than this, less often. */
const ASK_EVERY_MS = HOUR_MS;
const SEARCHES_PER_RUN = 50;
/** For a search of any day: neighbours are asked for one time and a day around it. */
const ANY_DAY_AHEAD_MS = 2 * DAY_MS;
/** Of one search, the latest hashes: of rides, and of neighbours that have answered. */
const KNOWN_MAX = 400;

/** One per process: it knows which neighbours do not answer. */
const client = new NeighbourClient();

export const neighbourAlertSweep: Sweep = {
  name: "saved-search.asked-neighbours",
  everyS: 600,
  runOutside: askNeighbours,
};

/**
 * Asks neighbours for the searches that include them. Equal requests are sent once; no neighbour learns who asks. A
 * search that fails is logged and asked again an hour later.
 */
async function askNeighbours(ctx: OutsideContext): Promise<void> {
  if (!(await hasNeighbours(ctx))) return;

  const searches = new NeighbourSearches(client, ctx.now);
  const askedBefore = new Date(ctx.now().getTime() - ASK_EVERY_MS);
  for (const search of await claimSearchesToAsk(ctx, askedBefore, SEARCHES_PER_RUN)) {
    try {
      const answer = await searches.find(ctx, toNeighbourSearch(ctx, search));
      await tellNewRides(ctx, search, answer);
    } catch (error) {
      ctx.log.error({ err: error, search: search.id }, "asking neighbours for a search failed");
    }
  }
}

function toNeighbourSearch({ now }: OutsideContext, search: SavedSearchRow): NeighbourSearch {
  const { origin, destination, departs_after, departs_before, preferred_at } = search;
  const fromMs = Math.max(now().getTime(), departs_after?.getTime() ?? 0);
  const untilMs = departs_before?.getTime() ?? fromMs + ANY_DAY_AHEAD_MS;
  return {
    ...search.filters,
    fromLat: origin.lat,
    fromLng: origin.lng,
    toLat: destination.lat,
    toLng: destination.lng,
    seats: search.seats,
    walkM: search.walk_m,
    departsAfter: new Date(fromMs).toISOString(),
    departsBefore: new Date(untilMs).toISOString(),
    ...(preferred_at && { at: preferred_at.toISOString() }),
  };
}

/**
 * Notifies the owner once about rides that the search has not found before. Those of a neighbour's first answer are
 * known, whenever it comes: a neighbour that did not answer at first, or was added later, announces no old rides.
 */
async function tellNewRides(
  ctx: OutsideContext,
  { id }: SavedSearchRow,
  { items, asked }: NeighbourRides,
): Promise<void> {
  const answered = asked
    .filter(({ hasAnswered }) => hasAnswered)
    .map(({ neighbour }) => hashName(neighbour.id));

  await transaction(ctx, async (ctx) => {
    const search = await lockKnownRides(ctx, id);
    if (!search) return;

    const known = search.known_neighbour_rides ?? [];
    const isKnown = (id: string) => known.includes(hashName(id));
    const newRides = items.filter((ride) => !isKnown(ride.id));
    const isFirstAnswer = answered.some((hash) => !known.includes(hash));
    if (newRides.length === 0 && !isFirstAnswer) return;

    const before = known.filter((hash) => !answered.includes(hash));
    const found = newRides.map((ride) => hashName(ride.id));
    await saveKnownRides(ctx, id, [...before, ...found, ...answered].slice(-KNOWN_MAX));

    const [first] = newRides
      .filter(({ neighbour }) => isKnown(neighbour.id))
      .toSorted((a, b) => Date.parse(a.pickupAt) - Date.parse(b.pickupAt));
    if (first) await notify(ctx, neighbourRideNotification(search, first));
  });
}

function neighbourRideNotification(
  { id, owner_id, origin, destination, seats }: SavedSearchRow,
  ride: NeighbourRide,
): NewNotification {
  const timeZone = timeZoneAt(origin);
  const pickupAt = new Date(ride.pickupAt);
  const query = new URLSearchParams({
    from: `${origin.lat},${origin.lng},${origin.label}`,
    to: `${destination.lat},${destination.lng},${destination.label}`,
    on: dayIn(timeZone, pickupAt),
    zone: timeZone,
    seats: String(seats),
  });
  return {
    to: owner_id,
    kind: "neighbour-ride.alerted",
    cause: `${id} ${hashName(ride.id)}`,
    path: `/seek?${query.toString()}`,
    details: {
      from: origin.label,
      to: destination.label,
      at: ride.pickupAt,
      timeZone,
    },
    lateAt: pickupAt,
  };
}
