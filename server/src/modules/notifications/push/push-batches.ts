import { translatable } from "@commonlane/contract/message";
import type { InTransaction } from "#platform/context.ts";
import {
  claimDueDeliveries,
  deletePushes,
  type DeliveryUpdate,
  type DueNotification,
  findBatchTimes,
  sendEmailsNow,
  updateDeliveries,
} from "../delivery/deliveries.store.ts";
import {
  decideDelivery,
  isCollectedInFlood,
  isSentUntilRead,
} from "../delivery/delivery-policy.ts";
import { loadPreferences } from "../preferences/preferences.ts";
import { findDevicesInUse } from "./push-refusals.ts";

/** More notifications than this within the window are sent as one digest. */
const MAX_SEPARATE = 3;
const FLOOD_WINDOW_MS = 600_000;
/** Must exceed the time that all pushes of one job can take. */
const LEASE_MS = 120_000;
export interface PushBatch {
  readonly id: string;
  readonly uid: string;
  readonly notifications: readonly DueNotification[];
}

/**
 * Claims due deliveries, decides about each, and groups those to send. `unsent` are the users who are sent nothing now.
 */
export async function claimBatches(
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

export function idsOf(notifications: readonly DueNotification[]) {
  return notifications.map(({ id }) => id);
}
