import type { Selectable } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

export type SourceRow = Selectable<Schema["meeting_point_source"]>;

export const findSources = ({ db }: Context): Promise<SourceRow[]> =>
  db.selectFrom("meeting_point_source").selectAll().orderBy("name").orderBy("id").execute();

export async function saveSource({ db }: InTransaction, source: SourceRow): Promise<void> {
  const { id, ...values } = source;
  await db
    .insertInto("meeting_point_source")
    .values({ id, ...values })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
    .execute();
}

/** With its meeting points. Returns false if there is none. */
export async function deleteSource({ db }: InTransaction, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom("meeting_point_source")
    .where("id", "=", id)
    .executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}
