import type { PushedNotification } from "@commonlane/contract/notification-channels";
import type { Notification } from "@commonlane/contract/notifications";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import type { SendPushRequest } from "#platform/push/ssrf-safe-post.ts";
import { type PushOutcome, sendPush } from "#platform/push/send-push.ts";
import {
  sendEmailsNow,
  claimDueDeliveries,
  type DueNotification,
  updateDeliveries,
  updateBatches,
  findBatchTimes,
  type DeliveryUpdate,
} from "../delivery/deliveries.store.ts";
import { digestNotifications } from "../templates/digest.ts";
import { decideDelivery, isSentUntilRead } from "../delivery/delivery-policy.ts";
import { pushSender } from "../keys.ts";
import { countUnread } from "../notifications.store.ts";
import { viewNotifications } from "../notifications.view.ts";
import { loadPreferences } from "../preferences/preferences.ts";
import {
  deleteSubscription,
  recordPushOutcome,
  type SubscriptionRow,
  findSubscriptions,
} from "./push-subscriptions.store.ts";

/** More than this at once, or in ten minutes, are told together. */
const MAX_SEPARATE = 3;
const FLOOD_WINDOW_MS = 600_000;
/** Longer than all pushes of one job can take. */
const LEASE_MS = 120_000;
const MAX_TTL_S = 86_400;

/** So many people's browsers are written to at once; a slow push service holds up these only. */
const PEOPLE_AT_ONCE = 8;

/** How many things of a person's are unread that are no notices. */
export type CountOtherUnread = (ctx: Context, uid: string) => Promise<number>;
interface PushDependencies {
  readonly post: SendPushRequest;
  readonly countOtherUnread: CountOtherUnread;
}

interface PushBatch {
  readonly id: string;
  readonly uid: string;
  readonly notices: readonly DueNotification[];
}

/** Sends what is due to all browsers of these people. What reaches none of them is left to the letters at once. */
export async function sendDuePushes(
  ctx: Context,
  uids: readonly string[],
  { post, countOtherUnread }: PushDependencies,
): Promise<void> {
  const batches = await transaction(ctx, (ctx) => claimBatches(ctx, uids));
  const people = [...Map.groupBy(batches, ({ uid }) => uid)];
  const subscriptions = await findSubscriptions(
    ctx,
    people.map(([uid]) => uid),
  );
  const sendTo = async ([uid, batches]: (typeof people)[number]) => {
    const unread = (await countUnread(ctx, uid)) + (await countOtherUnread(ctx, uid));
    for (const batch of batches) await sendBatch(ctx, { ...batch, unread }, subscriptions.get(uid) ?? [], post);
    await transaction(ctx, async (ctx) => ctx.publish(`user:${uid}`, { type: "notification.changed" }));
  };
  for (let next = 0; next < people.length; next += PEOPLE_AT_ONCE) {
    const sent = await Promise.allSettled(people.slice(next, next + PEOPLE_AT_ONCE).map(sendTo));
    const failed = sent.find((outcome) => outcome.status === "rejected");
    if (failed) throw failed.reason;
  }
}

/** Takes what is due and decides what becomes of it. */
async function claimBatches(ctx: InTransaction, uids: readonly string[]): Promise<PushBatch[]> {
  const now = ctx.now();
  const due = await claimDueDeliveries(ctx, uids, "push", new Date(now.getTime() + LEASE_MS));
  if (due.length === 0) return [];
  const byPerson = Map.groupBy(due, ({ uid }) => uid);
  const people = [...byPerson.keys()];
  const preferences = await loadPreferences(ctx, people);
  const devices = await findSubscriptions(ctx, people);
  const [toSend, updates, unreachable]: [DueNotification[], DeliveryUpdate[], string[]] = [[], [], []];
  for (const notification of due) {
    const decision = decideDelivery(notification, "push", preferences(notification.uid), now);
    const notificationId = notification.id;
    if (decision.action === "wait") updates.push({ notificationId, dueAt: decision.until, reason: decision.reason });
    else if (decision.action === "skip" || !devices.has(notification.uid)) {
      const reason = decision.action === "skip" ? decision.reason : "No browser of yours takes pushes.";
      updates.push({ notificationId, state: "skipped", dueAt: null, reason });
      if (!isSentUntilRead(notification)) unreachable.push(notificationId);
    } else toSend.push(notification);
  }
  const batches = await toBatches(ctx, toSend);
  // The number is written down before the parcel goes: its arrival may be told before the push service has answered.
  const lease = new Date(now.getTime() + LEASE_MS);
  for (const { id, notices } of batches)
    updates.push(...notices.map((notification) => ({ notificationId: notification.id, dueAt: lease, batchId: id })));
  await updateDeliveries(ctx, "push", updates);
  await sendEmailsNow(ctx, unreachable);
  const sentTo = new Set(batches.map(({ uid }) => uid));
  for (const uid of people) if (!sentTo.has(uid)) ctx.publish(`user:${uid}`, { type: "notification.changed" });
  return batches;
}

/** One parcel for each notice, or for all of a person's where they are many. */
async function toBatches(ctx: InTransaction, notices: readonly DueNotification[]): Promise<PushBatch[]> {
  if (notices.length === 0) return [];
  const byPerson = [...Map.groupBy(notices, ({ uid }) => uid)];
  const uids = byPerson.map(([uid]) => uid);
  const recentBatches = await findBatchTimes(ctx, uids, "push", new Date(ctx.now().getTime() - FLOOD_WINDOW_MS));
  return byPerson.flatMap(([uid, ownNotifications]) => {
    const asDigest = (recentBatches.get(uid)?.length ?? 0) + ownNotifications.length > MAX_SEPARATE;
    const groups = asDigest ? [ownNotifications] : ownNotifications.map((notification) => [notification]);
    return groups.map((notices) => ({ id: crypto.randomUUID(), uid, notices }));
  });
}

async function sendBatch(
  ctx: Context,
  { id, notices: notifications, unread }: PushBatch & { readonly unread: number },
  subscriptions: readonly SubscriptionRow[],
  post: SendPushRequest,
): Promise<void> {
  const views = await viewNotifications(ctx, notifications);
  const payload: PushedNotification = { ...pushContent(views), batchId: id, unread };
  const sender = await pushSender(ctx);
  const message = {
    payload,
    ttlS: timeToLiveS(ctx.now(), notifications),
    urgent: notifications.some(({ expires_at }) => expires_at !== null),
  };
  const outcomes = await Promise.all(
    subscriptions.map(async (subscription) => {
      const outcome = await sendPush(post, sender, subscription, message);
      await recordOutcome(ctx, subscription, outcome);
      return outcome;
    }),
  );
  if (outcomes.includes("accepted")) {
    await updateBatches(ctx, [id], { from: ["waiting"], to: "sent", channel: "push" });
    return;
  }
  const failed = outcomes.find((outcome) => typeof outcome === "object");
  const reason = failed?.failure ?? "No browser of yours takes pushes any more.";
  await updateBatches(ctx, [id], { from: ["waiting"], to: "failed", channel: "push", reason });
  await sendEmailsNow(ctx, idsOf(notifications.filter((notification) => !isSentUntilRead(notification))));
}

async function recordOutcome(ctx: Context, { id }: SubscriptionRow, outcome: PushOutcome): Promise<void> {
  if (outcome === "gone") await deleteSubscription(ctx, { id });
  else await recordPushOutcome(ctx, id, outcome === "accepted" ? null : outcome.failure);
}

/** A browser shows one message for each tag, so what is sent a second time after a crash is seen once. */
function pushContent(views: readonly Notification[]): Omit<PushedNotification, "batchId" | "unread"> {
  const [single] = views;
  if (single && views.length === 1)
    return { title: single.title, text: single.text, path: single.path, tag: single.id };
  return { ...digestNotifications(views), path: "/notifications", tag: "digest" };
}

/** Not beyond the hour from which on it is of no use, as far as all of it is. */
function timeToLiveS(now: Date, notifications: readonly DueNotification[]): number {
  const remainingS = notifications.map(({ expires_at }) =>
    expires_at ? (expires_at.getTime() - now.getTime()) / 1000 : MAX_TTL_S,
  );
  return Math.round(Math.min(MAX_TTL_S, Math.max(60, ...remainingS)));
}

const idsOf = (notifications: readonly DueNotification[]) => notifications.map(({ id }) => id);
