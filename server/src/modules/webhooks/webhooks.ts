import { translatable } from "@commonlane/contract/message";
import {
  type NewWebhook,
  type Webhook,
  type WebhookDelivery,
  WEBHOOKS_MAX,
} from "@commonlane/contract/webhooks";
import { recordTeamAction } from "#modules/moderation/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import { invalidInput, Problem } from "#platform/http/problem.ts";
import { deliverJob, isLocalReceiver, secretOf } from "./deliver.ts";
import {
  type DeliveryRow,
  findDeliveries,
  restartDelivery,
  restartFailed,
} from "./deliveries.store.ts";
import {
  deleteWebhook,
  enableWebhook,
  findWebhook,
  findWebhooks,
  insertWebhook,
  type WebhookRow,
} from "./webhooks.store.ts";

const DELIVERIES_SHOWN = 50;

export async function listWebhooks(ctx: Context): Promise<{ items: Webhook[] }> {
  return {
    items: (await findWebhooks(ctx)).map(viewWebhook),
  };
}

/** @throws Problem invalid_input */
export function addWebhook(
  ctx: Context,
  byUid: string,
  webhook: NewWebhook,
): Promise<Webhook & { secret: string }> {
  if (!webhook.url.startsWith("https:") && !isLocalReceiver(ctx, webhook.url))
    throw invalidInput("url", translatable("Enter an address that starts with https://."));
  return transaction(ctx, async (ctx) => {
    if ((await findWebhooks(ctx)).length >= WEBHOOKS_MAX)
      throw new Problem("invalid_input", {
        message: translatable("There are 20 webhooks. Please remove one first."),
      });
    const row = await insertWebhook(ctx, webhook);
    await recordTeamAction(ctx, byUid, {
      call: "webhooks.add",
      aboutId: row.id,
      details: webhook,
    });
    return {
      ...viewWebhook(row),
      secret: await secretOf(ctx, row.id),
    };
  });
}

/** @throws Problem not_found */
export async function removeWebhook(ctx: Context, id: string): Promise<{ success: true }> {
  if (!(await deleteWebhook(ctx, id))) throw new Problem("not_found");
  return { success: true };
}

/** Also repeats what failed. @throws Problem not_found */
export function enableAgain(ctx: Context, id: string): Promise<Webhook> {
  return transaction(ctx, async (ctx) => {
    const row = await enableWebhook(ctx, id);
    if (!row) throw new Problem("not_found");
    const ids = await restartFailed(ctx, id);
    await ctx.jobs.sendEach(
      ctx,
      deliverJob,
      ids.map((id) => ({ id })),
    );
    return viewWebhook(row);
  });
}

/** @throws Problem not_found */
export async function listDeliveries(
  ctx: Context,
  webhookId: string,
): Promise<{ items: WebhookDelivery[] }> {
  if (!(await findWebhook(ctx, webhookId))) throw new Problem("not_found");
  const rows = await findDeliveries(ctx, webhookId, DELIVERIES_SHOWN);
  return { items: rows.map(viewDelivery) };
}

/** @throws Problem not_found */
export function replayDelivery(
  ctx: Context,
  webhookId: string,
  id: string,
): Promise<{ success: true }> {
  return transaction(ctx, async (ctx) => {
    if (!(await restartDelivery(ctx, webhookId, id))) throw new Problem("not_found");
    await ctx.jobs.send(ctx, deliverJob, { id });
    return { success: true };
  });
}

const viewWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  name: row.name,
  url: row.url,
  types: row.types,
  createdAt: row.created_at.toISOString(),
  lastDeliveredAt: row.last_delivered_at?.toISOString() ?? null,
  failingSince: row.failing_since?.toISOString() ?? null,
  disabledAt: row.disabled_at?.toISOString() ?? null,
});

const viewDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  type: row.type,
  aboutId: row.about_id,
  createdAt: row.created_at.toISOString(),
  status: row.status,
  attempts: row.attempts,
  lastStatus: row.last_status,
});
