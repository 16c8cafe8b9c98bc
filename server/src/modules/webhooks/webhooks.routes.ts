import { webhooks } from "@commonlane/contract/webhooks";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import {
  addWebhook,
  enableAgain,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  replayDelivery,
} from "./webhooks.ts";

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
