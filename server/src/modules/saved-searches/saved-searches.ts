import { SAVED_SEARCHES_MAX } from "@commonlane/contract/limits";
import type { SavedSearch, SavedSearchChange, SearchToSave } from "@commonlane/contract/saved-searches";
import { distanceM } from "@commonlane/matching/geo";
import { mustBeWindow } from "#modules/rides/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import { timeZoneAt } from "#platform/time-zone.ts";
import {
  countSearches,
  insertSearch,
  lockOwner,
  markRemoved,
  ridesToldBySearch,
  type SavedSearchRow,
  searchesOf,
  takeBackRemoval,
  updateSearch,
} from "./saved-searches.store.ts";

/** Keeps a search for its owner. The same one, saved again, is the one that is there, and awake. */
export function saveSearch(ctx: Context, { uid }: Caller, said: SearchToSave): Promise<SavedSearch> {
  mustMakeSense(ctx, said);
  return transaction(ctx, async (ctx) => {
    await lockOwner(ctx, uid);
    const terms = { ...termsOf(said), owner_id: uid, time_zone: timeZoneAt(said.origin) };
    const row = await insertSearch(ctx, terms, SAVED_SEARCHES_MAX);
    if (!row) throw new Problem("saved_searches_enough");
    return tell(ctx, row, "saved-search.saved");
  });
}

export async function ownSearches(ctx: Context, { uid }: Caller) {
  return { items: await viewSearches(ctx, await searchesOf(ctx, uid)), nextCursor: null };
}

/** Names, pauses or wakes a search, and leaves what is not said as it is. */
export function changeSearch(
  ctx: Context,
  { uid }: Caller,
  id: string,
  { name, paused }: SavedSearchChange,
): Promise<SavedSearch> {
  return transaction(ctx, async (ctx) => {
    const row = await updateSearch(ctx, { id, uid }, { name: name === "" ? null : name, paused });
    if (!row) throw new Problem("not_found");
    return tell(ctx, row, "saved-search.changed");
  });
}

export function removeSearch(ctx: Context, { uid }: Caller, id: string): Promise<{ success: true }> {
  return transaction(ctx, async (ctx) => {
    const row = await markRemoved(ctx, { id, uid });
    if (!row) throw new Problem("not_found");
    ctx.announce(`user:${uid}`, { type: "saved-search.changed", savedSearchId: id });
    return { success: true };
  });
}

/** Undoes a removal; repeating it changes nothing more. */
export function restoreSearch(ctx: Context, { uid }: Caller, id: string): Promise<SavedSearch> {
  return transaction(ctx, async (ctx) => {
    await lockOwner(ctx, uid);
    const row = await takeBackRemoval(ctx, { id, uid }, SAVED_SEARCHES_MAX);
    if (row) return tell(ctx, row, "saved-search.changed");
    throw new Problem((await countSearches(ctx, uid)) >= SAVED_SEARCHES_MAX ? "saved_searches_enough" : "not_found");
  });
}

/** Tells the owner's other screens, and whoever looks for rides on its behalf. */
async function tell(
  ctx: InTransaction,
  row: SavedSearchRow,
  type: "saved-search.saved" | "saved-search.changed",
): Promise<SavedSearch> {
  ctx.announce(`user:${row.owner_id}`, { type, savedSearchId: row.id });
  const [search] = await viewSearches(ctx, [row]);
  if (!search) throw new Error("One row gives one view.");
  return search;
}

async function viewSearches(ctx: Context, rows: readonly SavedSearchRow[]): Promise<SavedSearch[]> {
  const told = await ridesToldBySearch(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    origin: row.origin,
    destination: row.destination,
    departsAfter: row.departs_after?.toISOString() ?? null,
    departsBefore: row.departs_before?.toISOString() ?? null,
    at: row.preferred_at?.toISOString() ?? null,
    timeZone: row.time_zone,
    seats: row.seats,
    walkM: row.walk_m,
    wishes: row.wishes,
    status: statusOf(ctx, row),
    ridesTold: told.get(row.id) ?? 0,
    createdAt: row.created_at.toISOString(),
  }));
}

function statusOf({ now }: Context, { departs_before, paused_at }: SavedSearchRow): SavedSearch["status"] {
  if (departs_before && departs_before <= now()) return "over";
  return paused_at ? "paused" : "active";
}

function mustMakeSense(ctx: Context, { origin, destination, departsAfter, departsBefore }: SearchToSave): void {
  if (distanceM(origin, destination) < 1) throw wrong("destination", "This is the same place as the one before.");
  if (departsAfter !== null && departsBefore !== null) mustBeWindow(ctx, { departsAfter, departsBefore });
}

const wrong = (field: string, text: string) => new Problem("invalid_input", { fields: { [field]: text } });

const termsOf = (said: SearchToSave) => ({
  name: said.name || null,
  origin: said.origin,
  destination: said.destination,
  departs_after: said.departsAfter === null ? null : new Date(said.departsAfter),
  departs_before: said.departsBefore === null ? null : new Date(said.departsBefore),
  preferred_at: said.at === null ? null : new Date(said.at),
  seats: said.seats,
  walk_m: said.walkM,
  wishes: said.wishes,
});
