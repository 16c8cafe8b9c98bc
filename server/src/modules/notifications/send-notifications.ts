import { callerLanguage } from "#platform/i18n/caller-language.ts";
import { PUSH_TIMEOUT_MS } from "@commonlane/contract/notification-channels";
import type { Notification, NotificationChannel } from "@commonlane/contract/notifications";
import { z } from "zod";
import { maskText } from "#modules/privacy/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import { createWorker, type Worker } from "#platform/jobs/worker.ts";
import { postToPublicHost, type SendPushRequest } from "#platform/push/ssrf-safe-post.ts";
import { findPeopleWithDue, updateBatches } from "./delivery/deliveries.store.ts";
import { failStaleEmailDeliveries, sendDueEmails } from "./email/email-delivery.ts";
import type { FindItinerary } from "./itinerary.ts";
import {
  type DueTimes,
  insertNotifications,
  type NewNotification,
  type NotificationRow,
} from "./notifications.store.ts";
import { viewNotifications } from "./notifications.view.ts";
import { type CountOtherUnread, sendDuePushes } from "./push/push-delivery.ts";
import { announceDeliveries } from "./delivery/delivery-policy.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { deleteOldNotifications } from "./notifications.ts";

/** Sends all due notifications of some users, first by push, then by e-mail. */
const deliverJob = defineJob({
  name: "notification.deliver",
  data: z.object({ uids: z.array(z.uuid()) }),
  retries: 3,
  timeLimitS: 120,
});

/** Users per job. More could exceed the lease if push services are slow. */
const PEOPLE_AT_ONCE = 16;

interface WorkerOptions {
  readonly post?: SendPushRequest;
  /** Adds unread items of other modules to the app icon's badge. */
  readonly countOtherUnread?: CountOtherUnread;
  /** Finds the trip that a message is about. Without it, messages name no more than their details. */
  readonly findItinerary?: FindItinerary;
}

export const notificationWorkers = ({
  post = postToPublicHost(PUSH_TIMEOUT_MS),
  countOtherUnread = async () => 0,
  findItinerary = async () => undefined,
}: WorkerOptions = {}): readonly Worker[] => [
  createWorker(deliverJob, async (ctx, { uids }) => {
    await sendDuePushes(ctx, uids, {
      post,
      countOtherUnread,
      findItinerary,
    });
    await sendDueEmails(ctx, uids, findItinerary);
  }),
];

/**
 * Creates notifications, if and only if the transaction commits: in the list, live on open pages, and on the user's
 * channels. Duplicates by kind and cause are ignored.
 */
export async function notify(
  ctx: InTransaction,
  ...notifications: readonly NewNotification[]
): Promise<void> {
  await notifyWithEmailAt(
    ctx,
    new Date(ctx.now().getTime() + ctx.settings.NOTIFICATION_EMAIL_AFTER_S * 1000),
    ...notifications,
  );
}

/** The same with another time for the e-mail. */
export async function notifyWithEmailAt(
  ctx: InTransaction,
  emailAt: Date,
  ...notifications: readonly NewNotification[]
): Promise<void> {
  await storeAndSend(ctx, notifications, {
    push: ctx.now(),
    email: emailAt,
  });
}

/** Sends a test notification on one channel, regardless of the user's preferences. */
export function sendTestNotification(
  ctx: Context,
  { uid }: Caller,
  channel: NotificationChannel,
): Promise<Notification> {
  return transaction(ctx, async (ctx) => {
    const cause = `${channel} ${crypto.randomUUID()}`;
    const test = {
      to: uid,
      kind: "notification.tested",
      cause,
      path: "/settings/notifications",
      details: {},
    } as const;
    const rows = await storeAndSend(ctx, [test], { [channel]: ctx.now() });
    const [notification] = await viewNotifications(ctx, rows, callerLanguage(ctx));
    if (!notification) throw new Error("A random cause already exists.");
    return notification;
  });
}

/** Masks contact details in place names: e-mails and pushes leave the product. */
function withMaskedPlaces(notification: NewNotification): NewNotification {
  const { from, to } = notification.details;
  const masked = {
    ...(from && { from: maskText(from, false) }),
    ...(to && { to: maskText(to, false) }),
  };
  return {
    ...notification,
    details: {
      ...notification.details,
      ...masked,
    },
  };
}

async function storeAndSend(
  ctx: InTransaction,
  notifications: readonly NewNotification[],
  dueTimes: DueTimes,
): Promise<NotificationRow[]> {
  const rows =
    notifications.length > 0
      ? await insertNotifications(ctx, notifications.map(withMaskedPlaces), dueTimes)
      : [];
  if (rows.length === 0) return [];
  await enqueueDelivery(
    ctx,
    rows.map(({ uid }) => uid),
  );
  for (const { uid, id, kind } of rows)
    ctx.publish(`user:${uid}`, {
      type: "notification.created",
      notification: { id, kind },
    });
  return rows;
}

/** Queues jobs that send everything due for these users. */
async function enqueueDelivery(ctx: InTransaction, uids: readonly string[]): Promise<void> {
  const people = [...new Set(uids)];
  const groups = Array.from({ length: Math.ceil(people.length / PEOPLE_AT_ONCE) }, (_, n) => ({
    uids: people.slice(n * PEOPLE_AT_ONCE, (n + 1) * PEOPLE_AT_ONCE),
  }));
  await ctx.jobs.sendEach(ctx, deliverJob, groups);
}

/** Called when a browser has shown the notifications of this batch. */
export async function recordReceived(ctx: Context, batchId: string): Promise<{ success: boolean }> {
  const update = {
    from: ["waiting", "sent"],
    to: "delivered",
    channel: "push",
  } as const;
  await announceDeliveries(ctx, await updateBatches(ctx, [batchId], update));
  return { success: true };
}

const BATCH = 500;

/** Queues deliveries that became due by time alone: after quiet hours, without a receipt, or after a crash. */
async function enqueueDueDeliveries(ctx: InTransaction): Promise<void> {
  await enqueueDelivery(ctx, await findPeopleWithDue(ctx, BATCH));
}

export const notificationSweeps: readonly Sweep[] = [
  { name: "notification.due", everyS: 15, run: enqueueDueDeliveries },
  {
    name: "notification.emails-failed",
    everyS: 600,
    run: failStaleEmailDeliveries,
  },
  {
    name: "notification.deleted",
    everyS: 3600,
    run: deleteOldNotifications,
  },
];
