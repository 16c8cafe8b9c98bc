import { type RawBuilder, sql } from "kysely";
import { createDataLoader } from "#platform/dataloader.ts";
import type { Context } from "#platform/context.ts";

/**
 * Whether moderators took a ride or a request out of others' sight: it leads nobody to anybody then. `id` is a column or
 * value of the statement that it becomes a part of.
 */
export const isRemovedContent = (id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from content_removal where subject_id = ${id} and ended_at is null)`;

/** The same of one that is known by its id. */
export const isContentRemoved = ({ db }: Context, id: string): Promise<boolean> => isRemovedBatched(db, id);

const isRemovedBatched = createDataLoader(async (db, ids: readonly string[]) => {
  const { rows } = await sql<{ id: string }>`
    select subject_id as id from content_removal where subject_id = any(${ids}::uuid[]) and ended_at is null`.execute(
    db,
  );
  const removed = new Set(rows.map(({ id }) => id));
  return ids.map((id) => removed.has(id));
});

/** Of these rides or requests, those that are in sight. */
export async function withoutRemovedContent<T extends { readonly id: string }>(
  ctx: Context,
  items: readonly T[],
): Promise<T[]> {
  const removed = await Promise.all(items.map(({ id }) => isContentRemoved(ctx, id)));
  return items.filter((_, n) => !removed[n]);
}
