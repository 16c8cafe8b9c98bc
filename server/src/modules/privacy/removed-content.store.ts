import { type RawBuilder, sql } from "kysely";
import { createDataLoader } from "#platform/dataloader.ts";
import type { Context } from "#platform/context.ts";

/**
 * SQL condition that moderators have removed a ride or a ride request. `id` is a column or value of the surrounding
 * statement.
 */
export function isRemovedContent(id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`
    exists (
      select from content_removal where subject_id = ${id} and ended_at is null)`;
}

/** Returns true if moderators have removed the ride or ride request with this id. */
export function isContentRemoved({ db }: Context, id: string): Promise<boolean> {
  return isRemovedBatched(db, id);
}

const isRemovedBatched = createDataLoader(async (db, ids: readonly string[]) => {
  const { rows } = await sql<{ id: string }>`
    select subject_id as id
    from content_removal
    where subject_id = any(${ids}::uuid[]) and ended_at is null`.execute(db);
  const removed = new Set(rows.map(({ id }) => id));
  return ids.map((id) => removed.has(id));
});

/** Leaves out the rides or ride requests that moderators have removed. */
export async function withoutRemovedContent<T extends { readonly id: string }>(
  ctx: Context,
  items: readonly T[],
): Promise<T[]> {
  const removed = await Promise.all(items.map(({ id }) => isContentRemoved(ctx, id)));
  return items.filter((_, n) => !removed[n]);
}
