import { type Selectable, sql } from "kysely";
import { areRestricted } from "#modules/privacy/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

export type SavedSearchRow = Selectable<Schema["saved_search"]>;
type SearchTerms = Omit<
  SavedSearchRow,
  | "id"
  | "criteria_key"
  | "origin_lat"
  | "origin_lng"
  | "destination_lat"
  | "destination_lng"
  | "paused_at"
  | "removed_at"
  | "created_at"
  | "includes_neighbours"
  | "neighbours_asked_at"
  | "known_neighbour_rides"
>;
interface OwnedSearch {
  readonly id: string;
  readonly uid: string;
}

export async function countSearches({ db }: Context, uid: string): Promise<number> {
  const { count } = await db
    .selectFrom("saved_search")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("owner_id", "=", uid)
    .where("removed_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** The search as saved; undefined if its owner, who is locked, already has `limit` others. */
export async function insertSearch(
  ctx: InTransaction,
  terms: SearchTerms,
  limit: number,
): Promise<SavedSearchRow | undefined> {
  const { db, now } = ctx;
  const criteria_key = toTermsKey(terms);
  const existing = await db
    .updateTable("saved_search")
    .set({ paused_at: null })
    .where("owner_id", "=", terms.owner_id)
    .where("criteria_key", "=", criteria_key)
    .where("removed_at", "is", null)
    .returningAll()
    .executeTakeFirst();
  if (existing) return existing;
  if ((await countSearches(ctx, terms.owner_id)) >= limit) return undefined;
  const { origin, destination } = terms;
  return db
    .insertInto("saved_search")
    .values({
      ...terms,
      criteria_key,
      origin: JSON.stringify(origin),
      destination: JSON.stringify(destination),
      filters: JSON.stringify(terms.filters),
      origin_lat: origin.lat,
      origin_lng: origin.lng,
      destination_lat: destination.lat,
      destination_lng: destination.lng,
      created_at: now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Identity of a search: everything except its name and the labels of its places. */
function toTermsKey({
  origin,
  destination,
  departs_after,
  departs_before,
  preferred_at,
  seats,
  walk_m,
  filters,
}: SearchTerms): string {
  const coordinates = [origin.lat, origin.lng, destination.lat, destination.lng].map((degrees) =>
    degrees.toFixed(5),
  );
  const times = [departs_after, departs_before, preferred_at].map(
    (at) => at?.toISOString() ?? "any",
  );
  const entries = Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return [...coordinates, ...times, seats, walk_m, ...entries].join(" ");
}

export function findSearchesOfOwner({ db }: Context, uid: string): Promise<SavedSearchRow[]> {
  return db
    .selectFrom("saved_search")
    .selectAll()
    .where("owner_id", "=", uid)
    .where("removed_at", "is", null)
    .orderBy("id", "desc")
    .execute();
}

export function findSearches({ db }: Context, ids: readonly string[]): Promise<SavedSearchRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom("saved_search")
    .selectAll()
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .where("removed_at", "is", null)
    .execute();
}

/** Number of upcoming rides that each search has caused alerts for. */
export async function countAlertedRides(
  { db, now }: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{
    id: string;
    rides: number;
  }>`
    select asked.id, count(*)::int as rides
    from unnest(${ids}::uuid[]) as asked (id)
    join ride_alert on saved_search_ids @> array[asked.id]
    join ride on ride.id = ride_id
    where notified and ride.status = 'scheduled' and ride.departs_at > ${now()}
    group by asked.id`.execute(db);
  return new Map(rows.map(({ id, rides }) => [id, rides]));
}

export function updateSearch(
  { db, now }: Context,
  { id, uid }: OwnedSearch,
  {
    name,
    paused,
    includesNeighbours,
  }: {
    readonly name: string | null | undefined;
    readonly paused: boolean | undefined;
    readonly includesNeighbours: boolean | undefined;
  },
): Promise<SavedSearchRow | undefined> {
  return db
    .updateTable("saved_search")
    .set({ ...(name !== undefined && { name }) })
    .set({
      ...(includesNeighbours !== undefined && { includes_neighbours: includesNeighbours }),
    })
    .set("paused_at", (row) => {
      if (paused === undefined) return row.ref("paused_at");
      return paused ? row.fn.coalesce("paused_at", row.val(now())) : row.val(null);
    })
    .where("id", "=", id)
    .where("owner_id", "=", uid)
    .where("removed_at", "is", null)
    .returningAll()
    .executeTakeFirst();
}

export function markRemoved(
  { db, now }: Context,
  { id, uid }: OwnedSearch,
): Promise<SavedSearchRow | undefined> {
  return db
    .updateTable("saved_search")
    .set({ removed_at: now() })
    .where("id", "=", id)
    .where("owner_id", "=", uid)
    .where("removed_at", "is", null)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Restores a removed search, or returns the same one if it was saved again since. Undefined if it was deleted for good,
 * or if its owner, who is locked, already has `limit` others.
 */
export async function undoRemoval(
  ctx: InTransaction,
  { id, uid }: OwnedSearch,
  limit: number,
): Promise<SavedSearchRow | undefined> {
  const { db } = ctx;
  const { rows } = await sql<SavedSearchRow>`
    select kept.* from saved_search gone
    join saved_search kept
      on (kept.owner_id, kept.criteria_key) = (gone.owner_id, gone.criteria_key)
      and kept.removed_at is null
    where gone.id = ${id} and gone.owner_id = ${uid}`.execute(db);
  if (rows[0]) return rows[0];
  if ((await countSearches(ctx, uid)) >= limit) return undefined;
  return db
    .updateTable("saved_search")
    .set({ removed_at: null })
    .where("id", "=", id)
    .where("owner_id", "=", uid)
    .returningAll()
    .executeTakeFirst();
}

/** Claims searches that include neighbours and asked none since `askedBefore`, those that waited longest first. */
export function claimSearchesToAsk(
  { db, now }: Context,
  askedBefore: Date,
  limit: number,
): Promise<SavedSearchRow[]> {
  return db
    .updateTable("saved_search")
    .set({ neighbours_asked_at: now() })
    .where("id", "in", (rows) =>
      rows
        .selectFrom("saved_search")
        .select("id")
        .where("includes_neighbours", "=", true)
        .where("paused_at", "is", null)
        .where("removed_at", "is", null)
        .where((row) =>
          row.or([row("departs_before", "is", null), row("departs_before", ">", now())]),
        )
        .where((row) =>
          row.or([
            row("neighbours_asked_at", "is", null),
            row("neighbours_asked_at", "<=", askedBefore),
          ]),
        )
        .where(sql<boolean>`not ${areRestricted(sql.ref("owner_id"), sql.ref("owner_id"))}`)
        .orderBy("neighbours_asked_at", (order) => order.asc().nullsFirst())
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
}

/** Undefined if its owner has paused, removed or changed it since. */
export const lockKnownRides = (
  { db }: InTransaction,
  id: string,
): Promise<SavedSearchRow | undefined> =>
  db
    .selectFrom("saved_search")
    .selectAll()
    .where("id", "=", id)
    .where("includes_neighbours", "=", true)
    .where("paused_at", "is", null)
    .where("removed_at", "is", null)
    .forUpdate()
    .executeTakeFirst();

export async function saveKnownRides(
  { db }: InTransaction,
  id: string,
  hashes: readonly string[],
): Promise<void> {
  await db
    .updateTable("saved_search")
    .set({ known_neighbour_rides: [...hashes] })
    .where("id", "=", id)
    .execute();
}

/** Deletes searches removed before `removedBefore`, and those that ended before `endedBefore`; at most `limit`. */
export async function deleteOldSearches(
  { db }: Context,
  {
    removedBefore,
    endedBefore,
  }: {
    readonly removedBefore: Date;
    readonly endedBefore: Date;
  },
  limit: number,
): Promise<number> {
  const deleted = await db
    .deleteFrom("saved_search")
    .where("id", "in", (rows) =>
      rows
        .selectFrom("saved_search")
        .select("id")
        .where((row) =>
          row.or([row("removed_at", "<", removedBefore), row("departs_before", "<", endedBefore)]),
        )
        .limit(limit),
    )
    .returning("id")
    .execute();
  return deleted.length;
}
