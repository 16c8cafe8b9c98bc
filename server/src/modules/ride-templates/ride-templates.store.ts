import { type Selectable, sql } from "kysely";
import type { Context } from "#platform/context.ts";
import type { Schema } from "#platform/db/schema.ts";

export type TemplateRow = Selectable<Schema["ride_template"]>;

/** Nothing comes back when this host has `most` under other names already. */
export async function putTemplate(
  { db, now }: Context,
  { host_id, name, terms }: Pick<TemplateRow, "host_id" | "name" | "terms">,
  most: number,
): Promise<TemplateRow | undefined> {
  const { rows } = await sql<TemplateRow>`
    insert into ride_template (host_id, name, terms, created_at)
    select ${host_id}::uuid, ${name}, ${JSON.stringify(terms)}::jsonb, ${now()}::timestamptz
    where (select count(*) from ride_template where host_id = ${host_id} and name <> ${name}) < ${most}
    on conflict (host_id, name) do update set terms = excluded.terms
    returning *`.execute(db);
  return rows[0];
}

export function templatesOf({ db }: Context, hostId: string): Promise<TemplateRow[]> {
  return db.selectFrom("ride_template").selectAll().where("host_id", "=", hostId).orderBy("name").execute();
}

export async function deleteTemplate({ db }: Context, hostId: string, id: string): Promise<boolean> {
  const gone = await db
    .deleteFrom("ride_template")
    .where("id", "=", id)
    .where("host_id", "=", hostId)
    .executeTakeFirst();
  return gone.numDeletedRows === 1n;
}
