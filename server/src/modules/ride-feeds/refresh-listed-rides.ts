import { DAY_MS } from "@commonlane/contract/durations";
import { isListingAllowed, readListedRides } from "#modules/rides/published/index.ts";
import type { Context } from "#platform/context.ts";
import type { ListedRide, PublishedTrip } from "#platform/db/schema/feed-columns.ts";
import {
  countListed,
  describeStoredRides,
  findListedRideRows,
  findListingChanges,
  type ListedRideRow,
  type ListingChanges,
  saveListedRides,
} from "./listed-rides.store.ts";
import { listTrips } from "./listed-trips.ts";

/** How far ahead rides leave. */
export const HORIZON_DAYS = 60;
const BATCH = 400;

export interface RefreshedRides {
  /** Changes whenever a ride is listed, changes, departs or is withdrawn. */
  readonly version: string;
  /** Those that were stored just now. */
  readonly written: readonly ListedRideRow[];
}

/**
 * Brings the stored form of all listed rides up to date: new and changed ones are read again, those that may no longer
 * leave are marked as withdrawn. Without changes no ride is read.
 */
export async function refreshListedRides(ctx: Context): Promise<RefreshedRides> {
  const { changed, withdrawnIds } = await findListingChanges(ctx, horizon(ctx));

  const written: ListedRideRow[] = [];
  for (let n = 0; n < changed.length; n += BATCH)
    written.push(...(await readAgain(ctx, changed.slice(n, n + BATCH))));
  for (let n = 0; n < withdrawnIds.length; n += BATCH)
    written.push(...(await withdraw(ctx, withdrawnIds.slice(n, n + BATCH))));

  return { version: await describeStoredRides(ctx), written };
}

/** How many rides are listed now; their stored form stays as it is. */
export async function countListedRides(ctx: Context): Promise<number> {
  return isListingAllowed(ctx) ? countListed(ctx, horizon(ctx)) : 0;
}

const horizon = ({ now }: Context): Date => new Date(now().getTime() + HORIZON_DAYS * DAY_MS);

async function readAgain(
  ctx: Context,
  changed: ListingChanges["changed"],
): Promise<ListedRideRow[]> {
  const ids = changed.map(({ id }) => id);
  const storedIds = changed.filter(({ isStored }) => isStored).map(({ id }) => id);
  const rides = await readListedRides(ctx, ids);
  const stored = await findListedRideRows(ctx, storedIds);
  const before = new Map(stored.map((row) => [row.ride_id, row]));
  const rows = changed.flatMap(({ id, version }) => {
    const ride = rides.get(id);
    return ride ? [toRow(ctx, ride, version, before.get(id))] : [];
  });
  await saveListedRides(ctx, rows);
  return rows;
}

function toRow(
  { now }: Context,
  ride: ListedRide,
  source_version: string,
  before: ListedRideRow | undefined,
): ListedRideRow {
  const isSame =
    before?.withdrawn_at === null && JSON.stringify(before.ride) === JSON.stringify(ride);
  return {
    ride_id: ride.id,
    source_version,
    ride,
    trips: publishTrips(now(), listTrips(ride), before?.trips ?? []),
    departs_at: new Date(ride.departsAt),
    changed_at: isSame ? before.changed_at : now(),
    withdrawn_at: null,
  };
}

/** The trips of a ride, and those of its earlier forms that receivers may still have. */
function publishTrips(
  now: Date,
  trips: readonly {
    readonly id: string;
    readonly stops: readonly { readonly atMs: number }[];
  }[],
  before: readonly PublishedTrip[],
): PublishedTrip[] {
  const current = trips.map(({ id, stops }) => {
    const known = before.find((trip) => trip.id === id && trip.withdrawnAt === null);
    return (
      known ?? {
        id,
        startsAt: new Date(stops[0]?.atMs ?? NaN).toISOString(),
        listedAt: now.toISOString(),
        withdrawnAt: null,
      }
    );
  });
  const ids = new Set(current.map(({ id }) => id));
  const former = before
    .filter(({ id, startsAt }) => !ids.has(id) && new Date(startsAt) > now)
    .map((trip) => ({
      ...trip,
      withdrawnAt: trip.withdrawnAt ?? now.toISOString(),
    }));
  return [...current, ...former];
}

async function withdraw(ctx: Context, ids: readonly string[]): Promise<ListedRideRow[]> {
  const stored = await findListedRideRows(ctx, ids);
  const rows = stored.map((row) => ({
    ...row,
    trips: publishTrips(ctx.now(), [], row.trips),
    withdrawn_at: ctx.now(),
  }));
  await saveListedRides(ctx, rows);
  return rows;
}
