import { DAY_MS } from "@commonlane/contract/durations";
import type { Context } from "#platform/context.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { withdrawHidden } from "./announce.ts";
import { deleteOldDeliveries } from "./deliveries.store.ts";
import { deletePastSubjects } from "./subjects.store.ts";

export { initWebhookConsumer, webhookConsumer } from "./announce.ts";
export { webhookWorkers } from "./deliver.ts";
export { webhookRoutes } from "./webhooks.routes.ts";

const KEPT_DAYS = 14;
const BATCH = 500;

const daysAgo = ({ now }: Context, days: number) => new Date(now().getTime() - days * DAY_MS);

export const webhookSweeps: readonly Sweep[] = [
  {
    name: "webhook.withdraw-hidden",
    everyS: 60,
    run: withdrawHidden,
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
