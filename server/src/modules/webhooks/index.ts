import { DAY_MS } from "@commonlane/contract/durations";
import { webhooks } from "@commonlane/contract/webhooks";
import type { Context } from "#platform/context.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { announceHidden } from "./announce.ts";
import { deleteOldDeliveries } from "./deliveries.store.ts";
import { deletePastSubjects } from "./subjects.store.ts";
import {
  addWebhook,
  enableAgain,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  replayDelivery,
} from "./webhooks.ts";

export { initWebhookConsumer, webhookConsumer } from "./announce.ts";
export { webhookWorkers } from "./deliver.ts";

const KEPT_DAYS = 14;
const BATCH = 500;

const daysAgo = ({ now }: Context, days: number) => new Date(now().getTime() - days * DAY_MS);

export const webhookSweeps: readonly Sweep[] = [
  {
    name: "webhook.withdraw-hidden",
    everyS: 60,
    runOutside: announceHidden,
  },
  {
    name: "webhook-delivery.pruned",
    everyS: 3600,
    run: (ctx) => deleteOldDeliveries(ctx, daysAgo(ctx, KEPT_DAYS), BATCH),
  },
  {
    name: "webhook-subject.pruned",
    everyS: 3600,
    run: (ctx) => deletePastSubjects(ctx, daysAgo(ctx, 1), BATCH),
  },
];

export const webhookRoutes: RegisterRoutes = (http) => {
  http.on(webhooks.list, (ctx) => listWebhooks(ctx));
  http.on(webhooks.add, (ctx, { body }, by) => addWebhook(ctx, by.uid, body));
  http.on(webhooks.remove, (ctx, { params }) => removeWebhook(ctx, params.webhookId));
  http.on(webhooks.enable, (ctx, { params }) => enableAgain(ctx, params.webhookId));
  http.on(webhooks.deliveries, (ctx, { params }) => listDeliveries(ctx, params.webhookId));
  http.on(webhooks.replay, (ctx, { params }) =>
    replayDelivery(ctx, params.webhookId, params.deliveryId),
  );
};
