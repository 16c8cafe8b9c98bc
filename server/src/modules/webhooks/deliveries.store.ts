import type { WebhookType } from "@commonlane/contract/webhooks";
import { type Selectable, sql } from "kysely";
import type { Context } from "#platform/context.ts";
import { deleteBatch } from "#platform/db/delete-batch.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

export type DeliveryRow = Selectable<Schema["webhook_delivery"]>;

interface NewDelivery {
  readonly webhook_id: string;
  readonly type: WebhookType;
  readonly about_id: string;
}

export async function insertDeliveries(
  { db, now }: Context,
  deliveries: readonly NewDelivery[],
): Promise<string[]> {
  if (deliveries.length === 0) return [];
  // A parameter for each column: one for each value would be too many.
  const { rows } = await sql<{ id: string }>`
    insert into webhook_delivery (webhook_id, type, about_id, created_at)
    select *, ${now()}
    from unnest(
      ${deliveries.map(({ webhook_id }) => webhook_id)}::uuid[],
      ${deliveries.map(({ type }) => type)}::text[],
      ${deliveries.map(({ about_id }) => about_id)}::uuid[])
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

export const findDeliveries = (
  { db }: Context,
  webhookId: string,
  limit: number,
): Promise<DeliveryRow[]> =>
  db
    .selectFrom("webhook_delivery")
    .selectAll()
    .where("webhook_id", "=", webhookId)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

/** A delivery that waits, to a webhook that is enabled. */
export interface DueDelivery extends DeliveryRow {
  readonly url: string;
}

export function findDueDelivery({ db }: Context, id: string): Promise<DueDelivery | undefined> {
  return db
    .selectFrom("webhook_delivery")
    .innerJoin("webhook", "webhook.id", "webhook_delivery.webhook_id")
    .selectAll("webhook_delivery")
    .select("webhook.url")
    .where("webhook_delivery.id", "=", id)
    .where("webhook_delivery.status", "=", "waiting")
    .where("webhook.disabled_at", "is", null)
    .executeTakeFirst();
}

export async function recordAttempt(
  { db }: Context,
  id: string,
  {
    status,
    lastStatus,
  }: {
    readonly status: DeliveryRow["status"];
    readonly lastStatus: number | null;
  },
): Promise<void> {
  await db
    .updateTable("webhook_delivery")
    .set({
      status,
      last_status: lastStatus,
      attempts: sql<number>`attempts + 1`,
    })
    .where("id", "=", id)
    .execute();
}

export async function dropDelivery({ db }: Context, id: string): Promise<void> {
  await db
    .updateTable("webhook_delivery")
    .set({ status: "dropped" })
    .where("id", "=", id)
    .execute();
}

/** Returns false if the webhook has no such delivery. */
export async function restartDelivery(
  { db }: Context,
  webhookId: string,
  id: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("webhook_delivery")
    .set({ status: "waiting", attempts: 0 })
    .where("webhook_id", "=", webhookId)
    .where("id", "=", id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Everything that failed, or waited when the webhook was disabled, waits again. */
export async function restartFailed({ db }: Context, webhookId: string): Promise<string[]> {
  const rows = await db
    .updateTable("webhook_delivery")
    .set({ status: "waiting", attempts: 0 })
    .where("webhook_id", "=", webhookId)
    .where("status", "in", ["failed", "waiting"])
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes deliveries from before; returns true if there may be more. */
export const deleteOldDeliveries = (
  { db }: Context,
  before: Date,
  limit: number,
): Promise<boolean> =>
  deleteBatch(db, "webhook_delivery", {
    key: ["id"],
    limit,
    where: (row) => row("created_at", "<", before),
  });
