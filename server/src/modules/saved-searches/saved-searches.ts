import { translatable } from "@commonlane/contract/message";
import { SAVED_SEARCHES_MAX } from "@commonlane/contract/limits";
import type {
  SavedSearch,
  SavedSearchChange,
  SearchToSave,
} from "@commonlane/contract/saved-searches";
import { distanceM } from "@commonlane/matching/geo";
import { assertDepartureWindow } from "#modules/rides/rules/index.ts";
import { hasNeighbours } from "#modules/neighbours/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { lockAccount } from "#platform/db/locks.ts";
import { invalidInput, Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { timeZoneAt } from "#platform/time-zone.ts";
import {
  countSearches,
  insertSearch,
  markRemoved,
  countAlertedRides,
  type SavedSearchRow,
  findSearchesOfOwner,
  undoRemoval,
  updateSearch,
} from "./saved-searches.store.ts";

/** Saves a search for its owner. Saving the same one again resumes and returns it. */
export function saveSearch(
  ctx: Context,
  { uid }: Caller,
  input: SearchToSave,
): Promise<SavedSearch> {
  assertValidSearch(ctx, input);
  return transaction(ctx, async (ctx) => {
    await lockAccount(ctx, uid);
    const terms = {
      ...toSearchColumns(input),
      owner_id: uid,
      time_zone: timeZoneAt(input.origin),
    };
    const row = await insertSearch(ctx, terms, SAVED_SEARCHES_MAX);
    if (!row) throw new Problem("saved_searches_enough");
    return publishAndView(ctx, row, "saved-search.saved");
  });
}

export async function listOwnSearches(ctx: Context, { uid }: Caller) {
  return {
    items: await viewSearches(ctx, await findSearchesOfOwner(ctx, uid)),
    nextCursor: null,
  };
}

/** Renames, pauses or resumes a search. Fields that are not given stay. */
export function changeSearch(
  ctx: Context,
  { uid }: Caller,
  id: string,
  { name, paused, includesNeighbours }: SavedSearchChange,
): Promise<SavedSearch> {
  return transaction(ctx, async (ctx) => {
    const row = await updateSearch(
      ctx,
      { id, uid },
      {
        name: name === "" ? null : name,
        paused,
        includesNeighbours,
      },
    );
    if (!row) throw new Problem("not_found");
    return publishAndView(ctx, row, "saved-search.changed");
  });
}

export function removeSearch(
  ctx: Context,
  { uid }: Caller,
  id: string,
): Promise<{ success: true }> {
  return transaction(ctx, async (ctx) => {
    const row = await markRemoved(ctx, { id, uid });
    if (!row) throw new Problem("not_found");
    ctx.publish(`user:${uid}`, {
      type: "saved-search.changed",
      savedSearchId: id,
    });
    return { success: true };
  });
}

/** Undoes a removal. Idempotent. */
export function restoreSearch(ctx: Context, { uid }: Caller, id: string): Promise<SavedSearch> {
  return transaction(ctx, async (ctx) => {
    await lockAccount(ctx, uid);
    const row = await undoRemoval(
      ctx,
      {
        id,
        uid,
      },
      SAVED_SEARCHES_MAX,
    );
    if (row) return publishAndView(ctx, row, "saved-search.changed");
    throw new Problem(
      (await countSearches(ctx, uid)) >= SAVED_SEARCHES_MAX ? "saved_searches_enough" : "not_found",
    );
  });
}

/** Notifies the owner's other screens and the consumer that looks for matching rides. */
async function publishAndView(
  ctx: InTransaction,
  row: SavedSearchRow,
  type: "saved-search.saved" | "saved-search.changed",
): Promise<SavedSearch> {
  ctx.publish(`user:${row.owner_id}`, {
    type,
    savedSearchId: row.id,
  });
  const [search] = await viewSearches(ctx, [row]);
  if (!search) throw new Error("A row must produce a view.");
  return search;
}

async function viewSearches(ctx: Context, rows: readonly SavedSearchRow[]): Promise<SavedSearch[]> {
  const alertedCounts = await countAlertedRides(
    ctx,
    rows.map(({ id }) => id),
  );
  const canIncludeNeighbours = rows.length > 0 && (await hasNeighbours(ctx));
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
    filters: row.filters,
    includesNeighbours: canIncludeNeighbours ? row.includes_neighbours : null,
    status: statusOf(ctx, row),
    ridesAlerted: alertedCounts.get(row.id) ?? 0,
    createdAt: row.created_at.toISOString(),
  }));
}

function statusOf(
  { now }: Context,
  { departs_before, paused_at }: SavedSearchRow,
): SavedSearch["status"] {
  if (departs_before && departs_before <= now()) return "over";
  return paused_at ? "paused" : "active";
}

function assertValidSearch(
  ctx: Context,
  { origin, destination, departsAfter, departsBefore }: SearchToSave,
): void {
  if (distanceM(origin, destination) < 1)
    throw invalidInput(
      "destination",
      translatable("Choose a different place from the one before."),
    );
  if (departsAfter !== null && departsBefore !== null)
    assertDepartureWindow(ctx, {
      departsAfter,
      departsBefore,
    });
}

const toSearchColumns = (input: SearchToSave) => ({
  name: input.name || null,
  origin: input.origin,
  destination: input.destination,
  departs_after: input.departsAfter === null ? null : new Date(input.departsAfter),
  departs_before: input.departsBefore === null ? null : new Date(input.departsBefore),
  preferred_at: input.at === null ? null : new Date(input.at),
  seats: input.seats,
  walk_m: input.walkM,
  filters: input.filters,
});
