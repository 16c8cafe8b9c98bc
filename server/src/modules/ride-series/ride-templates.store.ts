import { type Selectable, sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import { lockAccount } from "#platform/db/locks.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

export type TemplateRow = Selectable<Schema["ride_template"]>;

/**
 * Locks the host's account, so that concurrent calls are counted one after the other. Returns undefined if `limit`
 * templates have other names.
 */
export async function upsertTemplate(
  ctx: InTransaction,
  { host_id, name, terms }: Pick<TemplateRow, "host_id" | "name" | "terms">,
  limit: number,
): Promise<TemplateRow | undefined> {
  await lockAccount(ctx, host_id);
  const { rows } = await sql<TemplateRow>`
    insert into ride_template (host_id, name, terms, created_at)
    select ${host_id}::uuid, ${name}, ${JSON.stringify(terms)}::jsonb,
      ${ctx.now()}::timestamptz
    where (
      select count(*)
      from ride_template
      where host_id = ${host_id} and name <> ${name}) < ${limit}
    on conflict (host_id, name) do update set terms = excluded.terms
    returning *`.execute(ctx.db);
  return rows[0];
}

export function findTemplatesOfHost({ db }: Context, hostId: string): Promise<TemplateRow[]> {
  return db
    .selectFrom("ride_template")
    .selectAll()
    .where("host_id", "=", hostId)
    .orderBy("name")
    .execute();
}

export async function deleteTemplate(
  { db }: Context,
  hostId: string,
  id: string,
): Promise<boolean> {
  const deleted = await db
    .deleteFrom("ride_template")
    .where("id", "=", id)
    .where("host_id", "=", hostId)
    .executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}
