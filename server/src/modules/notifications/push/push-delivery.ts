import { findAccountLanguages } from "#modules/accounts/index.ts";
import { directionOf, type Language } from "@commonlane/contract/languages";
import { translatable } from "@commonlane/contract/message";
import type { PushedNotification } from "@commonlane/contract/notification-channels";
import type { Notification } from "@commonlane/contract/notifications";
import {
  type Context,
  type InTransaction,
  type OutsideContext,
  transaction,
} from "#platform/context.ts";
import type { SendPushRequest } from "#platform/push/ssrf-safe-post.ts";
import { type PushOutcome, sendPush } from "#platform/push/send-push.ts";
import {
  claimDueDeliveries,
  deletePushes,
  type DeliveryUpdate,
  type DueNotification,
  findBatchTimes,
  sendEmailsNow,
  updateBatches,
  updateDeliveries,
} from "../delivery/deliveries.store.ts";
import { digestNotifications } from "../templates/digest.ts";
import {
  announceDeliveries,
  decideDelivery,
  isCollectedInFlood,
  isSentUntilRead,
} from "../delivery/delivery-policy.ts";
import { type FindItinerary, type Itinerary, itineraryOf } from "../itinerary.ts";
import { pushSender } from "../keys.ts";
import { countUnread } from "../notifications.store.ts";
import { viewNotifications } from "../notifications.view.ts";
import { loadPreferences } from "../preferences/preferences.ts";
import { findDevicesInUse, recordRefusal } from "./push-refusals.ts";
import {
  deleteSubscription,
  recordPush,
  recordPushFailure,
  type SubscriptionRow,
} from "./push-subscriptions.store.ts";

/** More notifications than this within the window are sent as one digest. */
const MAX_SEPARATE = 3;
const FLOOD_WINDOW_MS = 600_000;
/** Must exceed the time that all pushes of one job can take. */
const LEASE_MS = 120_000;
const MAX_TTL_S = 86_400;

/** Users served in parallel, so that a slow push service delays only a few. */
const PEOPLE_AT_ONCE = 8;

/** Counts a user's other unread items, such as messages. */
export type CountOtherUnread = (ctx: Context, uid: string) => Promise<number>;
interface PushDependencies {
  readonly post: SendPushRequest;
  readonly countOtherUnread: CountOtherUnread;
  readonly findItinerary: FindItinerary;
}

interface PushBatch {
  readonly id: string;
  readonly uid: string;
  readonly notifications: readonly DueNotification[];
}

/** Sends due pushes to all browsers of these users. If no browser can be reached, the e-mail becomes due at once. */
export async function sendDuePushes(
  ctx: OutsideContext,
  uids: readonly string[],
  { post, countOtherUnread, findItinerary }: PushDependencies,
): Promise<void> {
  const { batches, unsent } = await transaction(ctx, (ctx) => claimBatches(ctx, uids));
  await announceDeliveries(ctx, unsent);
  const people = [...Map.groupBy(batches, ({ uid }) => uid)];
  const subscriptions = await findDevicesInUse(
    ctx,
    people.map(([uid]) => uid),
  );
  const sendTo = async ([uid, batches]: (typeof people)[number]) => {
    const unread = (await countUnread(ctx, uid)) + (await countOtherUnread(ctx, uid));
    for (const batch of batches)
      await sendBatch(ctx, { ...batch, unread }, subscriptions.get(uid) ?? [], {
        post,
        findItinerary,
      });
    await announceDeliveries(ctx, [uid]);
  };
  for (let next = 0; next < people.length; next += PEOPLE_AT_ONCE) {
    const sent = await Promise.allSettled(people.slice(next, next + PEOPLE_AT_ONCE).map(sendTo));
    const failed = sent.find((outcome) => outcome.status === "rejected");
    if (failed) throw failed.reason;
  }
}

/**
 * Claims due deliveries, decides about each, and groups those to send. `unsent` are the users who are sent nothing now.
 */
async function claimBatches(
  ctx: InTransaction,
  uids: readonly string[],
): Promise<{
  batches: PushBatch[];
  unsent: string[];
}> {
  const now = ctx.now();
  const due = await claimDueDeliveries(ctx, uids, "push", new Date(now.getTime() + LEASE_MS));
  if (due.length === 0)
    return {
      batches: [],
      unsent: [],
    };
  const byPerson = Map.groupBy(due, ({ uid }) => uid);
  const people = [...byPerson.keys()];
  const preferences = await loadPreferences(ctx, people);
  const devices = await findDevicesInUse(ctx, people);
  const recentBatches = await findBatchTimes(
    ctx,
    people,
    "push",
    new Date(now.getTime() - FLOOD_WINDOW_MS),
  );
  const toSend: DueNotification[] = [];
  const updates: DeliveryUpdate[] = [];
  const skipped: DueNotification[] = [];
  const withoutBrowser: DueNotification[] = [];
  for (const notification of due) {
    const decision = decideDelivery(notification, "push", preferences(notification.uid), now);
    const notificationId = notification.id;
    const floodEnd =
      isCollectedInFlood(notification) && floodEndsAt(recentBatches.get(notification.uid));
    if (floodEnd && decision.action === "send")
      updates.push({
        notificationId,
        dueAt: floodEnd,
        reason: translatable("Collected with others."),
      });
    else if (decision.action === "wait")
      updates.push({
        notificationId,
        dueAt: decision.until,
        reason: decision.reason,
      });
    else if (decision.action === "skip") {
      updates.push({
        notificationId,
        state: "skipped",
        dueAt: null,
        reason: decision.reason,
      });
      skipped.push(notification);
    } else if (devices.has(notification.uid)) toSend.push(notification);
    else withoutBrowser.push(notification);
  }
  const batches = toBatches(toSend, recentBatches);
  // Store the batch id before sending: the browser may confirm receipt before the push service has answered.
  const lease = new Date(now.getTime() + LEASE_MS);
  for (const { id, notifications } of batches)
    updates.push(
      ...notifications.map((notification) => ({
        notificationId: notification.id,
        dueAt: lease,
        batchId: id,
      })),
    );
  await updateDeliveries(ctx, "push", updates);
  await deletePushes(ctx, idsOf(withoutBrowser));
  await sendEmailsNow(
    ctx,
    idsOf([...skipped, ...withoutBrowser].filter((notification) => !isSentUntilRead(notification))),
  );
  const sentTo = new Set(batches.map(({ uid }) => uid));
  return {
    batches,
    unsent: people.filter((uid) => !sentTo.has(uid)),
  };
}

/** When this user may get another push, given the recent ones, newest first; undefined if at once. */
function floodEndsAt(recent: readonly Date[] = []): Date | undefined {
  const oldest = recent[MAX_SEPARATE - 1];
  return oldest && new Date(oldest.getTime() + FLOOD_WINDOW_MS);
}

/** One batch per notification, or one digest for a user with many. */
function toBatches(
  notifications: readonly DueNotification[],
  recentBatches: ReadonlyMap<string, readonly Date[]>,
): PushBatch[] {
  return [...Map.groupBy(notifications, ({ uid }) => uid)].flatMap(([uid, ownNotifications]) => {
    const asDigest = (recentBatches.get(uid)?.length ?? 0) + ownNotifications.length > MAX_SEPARATE;
    const groups = asDigest
      ? [ownNotifications]
      : ownNotifications.map((notification) => [notification]);
    return groups.map((notifications) => ({
      id: crypto.randomUUID(),
      uid,
      notifications,
    }));
  });
}

async function sendBatch(
  ctx: OutsideContext,
  { id, uid, notifications, unread }: PushBatch & { readonly unread: number },
  subscriptions: readonly SubscriptionRow[],
  { post, findItinerary }: Pick<PushDependencies, "post" | "findItinerary">,
): Promise<void> {
  const language = (await findAccountLanguages(ctx, [uid]))(uid);
  const vehicles = await findVehicles(ctx, uid, notifications, findItinerary);
  const now = ctx.now();
  const views = await viewNotifications(ctx, notifications, language, ({ id }) => ({
    now,
    vehicle: vehicles.get(id),
  }));
  const payload: PushedNotification = {
    ...pushContent(language, views),
    language,
    direction: directionOf(language),
    batchId: id,
    unread,
  };
  const sender = await pushSender(ctx);
  const message = {
    payload,
    ttlS: timeToLiveS(ctx.now(), notifications),
    urgent: notifications.some(({ expires_at }) => expires_at !== null),
  };
  const outcomes = await Promise.all(
    subscriptions.map(async (subscription) => {
      const outcome = await sendPush(ctx, post, sender, subscription, message);
      await recordOutcome(ctx, subscription, outcome);
      return outcome;
    }),
  );
  if (outcomes.includes("accepted")) {
    await updateBatches(ctx, [id], {
      from: ["waiting"],
      to: "sent",
      channel: "push",
    });
    return;
  }
  const failed = outcomes.find((outcome) => typeof outcome === "object");
  const reason = failed?.failure ?? translatable("Push is no longer set up in any browser.");
  await updateBatches(ctx, [id], {
    from: ["waiting"],
    to: "failed",
    channel: "push",
    reason,
  });
  await sendEmailsNow(
    ctx,
    idsOf(notifications.filter((notification) => !isSentUntilRead(notification))),
  );
}

/** The vehicles that reminders name, by notification. */
async function findVehicles(
  ctx: Context,
  uid: string,
  notifications: readonly DueNotification[],
  findItinerary: FindItinerary,
): Promise<Map<string, Itinerary["vehicle"]>> {
  const vehicles = new Map<string, Itinerary["vehicle"]>();
  for (const { id, kind, details } of notifications) {
    const isReminder = kind === "ride.tomorrow" || kind === "ride.soon";
    const itinerary = isReminder ? await itineraryOf(ctx, uid, details, findItinerary) : undefined;
    if (itinerary) vehicles.set(id, itinerary.vehicle);
  }
  return vehicles;
}

async function recordOutcome(
  ctx: Context,
  subscription: SubscriptionRow,
  outcome: PushOutcome,
): Promise<void> {
  const { id } = subscription;
  ctx.metrics.count("pushes_total", typeof outcome === "string" ? outcome : "failed");
  if (outcome === "gone") return deleteSubscription(ctx, { id });
  if (outcome === "accepted") return recordPush(ctx, id);

  const { failure, refusal } = outcome;
  if (refusal === undefined) return recordPushFailure(ctx, id, failure);
  return recordRefusal(ctx, subscription, {
    failure,
    refusal,
  });
}

/** A browser shows one message per tag, so a push repeated after a crash is seen once. */
function pushContent(
  language: Language,
  views: readonly Notification[],
): Pick<PushedNotification, "title" | "text" | "path" | "tag"> {
  const [single] = views;
  if (single && views.length === 1)
    return {
      title: single.title,
      text: single.text,
      path: single.path,
      tag: single.id,
    };
  return {
    ...digestNotifications(language, views),
    path: "/notifications",
    tag: "digest",
  };
}

/** The shortest remaining usefulness of the notifications, at least a minute. */
function timeToLiveS(now: Date, notifications: readonly DueNotification[]): number {
  const remainingS = notifications.map(({ expires_at }) =>
    expires_at ? (expires_at.getTime() - now.getTime()) / 1000 : MAX_TTL_S,
  );
  return Math.round(Math.min(MAX_TTL_S, Math.max(60, ...remainingS)));
}

function idsOf(notifications: readonly DueNotification[]) {
  return notifications.map(({ id }) => id);
}
