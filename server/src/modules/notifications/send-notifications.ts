import { PUSH_TIMEOUT_MS } from "@commonlane/contract/notification-channels";
import type { Notification, NotificationChannel } from "@commonlane/contract/notifications";
import { z } from "zod";
import { maskText } from "#modules/privacy/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import { type Worker, createWorker } from "#platform/jobs/worker.ts";
import { type SendPushRequest, postToPublicHost } from "#platform/push/ssrf-safe-post.ts";
import { updateBatches, findPeopleWithDue } from "./delivery/deliveries.store.ts";
import { sendDueEmails } from "./email/email-delivery.ts";
import {
  type DueTimes,
  insertNotifications,
  type NewNotification,
  type NotificationRow,
} from "./notifications.store.ts";
import { viewNotifications } from "./notifications.view.ts";
import { type CountOtherUnread, sendDuePushes } from "./push/push-delivery.ts";

/** Everything that is due for some people, by push and then by mail. */
const deliverJob = defineJob({
  name: "notification.deliver",
  data: z.object({ uids: z.array(z.uuid()) }),
  retries: 3,
  timeLimitS: 120,
});
/** Of one job. More would take longer than their lease where push services are slow. */
const PEOPLE_AT_ONCE = 16;

interface WorkerOptions {
  readonly post?: SendPushRequest;
  /** What else counts on the icon of the app: other modules know. */
  readonly countOtherUnread?: CountOtherUnread;
}

export const notificationWorkers = ({
  post = postToPublicHost(PUSH_TIMEOUT_MS),
  countOtherUnread = async () => 0,
}: WorkerOptions = {}): readonly Worker[] => [
  createWorker(deliverJob, async (ctx, { uids }) => {
    await sendDuePushes(ctx, uids, { post, countOtherUnread });
    await sendDueEmails(ctx, uids);
  }),
];

/**
 * Tells people something, if and only if the transaction commits: in their lists, on their open pages, and by the
 * channels they chose. What somebody was told before, by kind and cause, they are not told again.
 */
export async function notify(ctx: InTransaction, ...notifications: readonly NewNotification[]): Promise<void> {
  const now = ctx.now();
  await storeAndSend(ctx, notifications, {
    push: now,
    email: new Date(now.getTime() + ctx.settings.NOTIFICATION_EMAIL_AFTER_S * 1000),
  });
}

/** Sends a notice by one channel alone, whatever its reader turned off, for them to see whether it arrives. */
export function sendTestNotification(
  ctx: Context,
  { uid }: Caller,
  channel: NotificationChannel,
): Promise<Notification> {
  return transaction(ctx, async (ctx) => {
    const cause = `${channel} ${crypto.randomUUID()}`;
    const test = { to: uid, kind: "notification.tested", cause, path: "/profile#notifications", details: {} } as const;
    const [notification] = await viewNotifications(ctx, await storeAndSend(ctx, [test], { [channel]: ctx.now() }));
    if (!notification) throw new Error("A cause that was just drawn is known already.");
    return notification;
  });
}

/** Places in a notification keep no contact details, whoever named them: e-mails and push messages leave the product. */
function withMaskedPlaces(notification: NewNotification): NewNotification {
  const { from, to } = notification.details;
  const masked = { ...(from && { from: maskText(from, false) }), ...(to && { to: maskText(to, false) }) };
  return { ...notification, details: { ...notification.details, ...masked } };
}

async function storeAndSend(
  ctx: InTransaction,
  notifications: readonly NewNotification[],
  dueTimes: DueTimes,
): Promise<NotificationRow[]> {
  const rows =
    notifications.length > 0 ? await insertNotifications(ctx, notifications.map(withMaskedPlaces), dueTimes) : [];
  if (rows.length === 0) return [];
  await enqueueDelivery(
    ctx,
    rows.map(({ uid }) => uid),
  );
  for (const { uid, id, kind } of rows)
    ctx.publish(`user:${uid}`, { type: "notification.created", notification: { id, kind } });
  return rows;
}

/** Asks for whatever is due for these people to be sent. */
async function enqueueDelivery(ctx: InTransaction, uids: readonly string[]): Promise<void> {
  const people = [...new Set(uids)];
  const groups = Array.from({ length: Math.ceil(people.length / PEOPLE_AT_ONCE) }, (_, n) => ({
    uids: people.slice(n * PEOPLE_AT_ONCE, (n + 1) * PEOPLE_AT_ONCE),
  }));
  await ctx.jobs.sendEach(ctx, deliverJob, groups);
}

/** A browser has shown what came with this parcel. */
export function recordReceived(ctx: Context, batchId: string): Promise<{ success: boolean }> {
  return transaction(ctx, async (ctx) => {
    const update = { from: ["waiting", "sent"], to: "delivered", channel: "push" } as const;
    for (const uid of await updateBatches(ctx, [batchId], update))
      ctx.publish(`user:${uid}`, { type: "notification.changed" });
    return { success: true };
  });
}

const BATCH = 500;

/** Asks for what has become due by time alone: after quiet hours, without a sign of arrival, or after a crash. */
export async function enqueueDueDeliveries(ctx: InTransaction): Promise<void> {
  await enqueueDelivery(ctx, await findPeopleWithDue(ctx, BATCH));
}
