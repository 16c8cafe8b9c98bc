import type { NewWebhook, WebhookType } from "@commonlane/contract/webhooks";
import { type Selectable, sql } from "kysely";
import type { Context } from "#platform/context.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

export type WebhookRow = Selectable<Schema["webhook"]>;

export const findWebhooks = ({ db }: Context): Promise<WebhookRow[]> =>
  db.selectFrom("webhook").selectAll().orderBy("id").execute();

export function findWebhook({ db }: Context, id: string): Promise<WebhookRow | undefined> {
  return db.selectFrom("webhook").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Webhooks that receive at least one of these events, also disabled ones: their deliveries wait. */
export const findWebhooksFor = (
  { db }: Context,
  types: readonly WebhookType[],
): Promise<WebhookRow[]> =>
  db
    .selectFrom("webhook")
    .selectAll()
    .where(sql<boolean>`types && ${types}::text[]`)
    .execute();

export function insertWebhook({ db, now }: Context, webhook: NewWebhook): Promise<WebhookRow> {
  return db
    .insertInto("webhook")
    .values({ ...webhook, created_at: now() })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function deleteWebhook({ db }: Context, id: string): Promise<WebhookRow | undefined> {
  return db.deleteFrom("webhook").where("id", "=", id).returningAll().executeTakeFirst();
}

export function enableWebhook({ db }: Context, id: string): Promise<WebhookRow | undefined> {
  return db
    .updateTable("webhook")
    .set({ disabled_at: null, failing_since: null })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

export async function recordSuccess({ db, now }: Context, id: string): Promise<void> {
  await db
    .updateTable("webhook")
    .set({
      last_delivered_at: now(),
      failing_since: null,
    })
    .where("id", "=", id)
    .execute();
}

/** Records a failure, and disables the webhook if it is gone or has failed since before `since`. Returns true if so. */
export async function recordFailure(
  { db, now }: Context,
  id: string,
  {
    isGone,
    since,
  }: {
    readonly isGone: boolean;
    readonly since: Date;
  },
): Promise<boolean> {
  const { rows } = await sql<{ disabled: boolean }>`
    update webhook
    set failing_since = coalesce(failing_since, ${now()}::timestamptz),
      disabled_at = case
        when ${isGone}::boolean
          or failing_since < ${since}::timestamptz then ${now()}::timestamptz end
    where id = ${id} and disabled_at is null
    returning disabled_at is not null as disabled`.execute(db);
  return rows[0]?.disabled ?? true;
}
