import { type RawBuilder, sql } from "kysely";
import { batched } from "#platform/batched.ts";
import type { Context } from "#platform/context.ts";

/**
 * Whether moderators took a ride or a request out of others' sight: it leads nobody to anybody then. `id` is a column or
 * value of the statement that it becomes a part of.
 */
export const hiddenNow = (id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from hiding where about_id = ${id} and ended_at is null)`;

/** The same of one that is known by its id. */
export const isHidden = ({ db }: Context, id: string): Promise<boolean> => oneIsHidden(db, id);

const oneIsHidden = batched(async (db, ids: readonly string[]) => {
  const { rows } = await sql<{ id: string }>`
    select about_id as id from hiding where about_id = any(${ids}::uuid[]) and ended_at is null`.execute(db);
  const hidden = new Set(rows.map(({ id }) => id));
  return ids.map((id) => hidden.has(id));
});

/** Of these rides or requests, those that are in sight. */
export async function inSight<T extends { readonly id: string }>(ctx: Context, things: readonly T[]): Promise<T[]> {
  const hidden = await Promise.all(things.map(({ id }) => isHidden(ctx, id)));
  return things.filter((_, n) => !hidden[n]);
}
