import { type NotificationChannel, type NotificationKind, notificationKinds } from "@commonlane/contract/notifications";
import type { DueNotification } from "./deliveries.store.ts";
import type { NotificationPreferences } from "../preferences/preferences.ts";
import { quietHoursEnd } from "./quiet-hours.ts";

/** Decision about a notification that is due. */
type DeliveryDecision =
  | { readonly action: "send" }
  | { readonly action: "skip"; readonly reason: string }
  | { readonly action: "wait"; readonly until: Date; readonly reason: string };

const SEND: DeliveryDecision = { action: "send" };
/** Kinds that are sent at once because someone may need help. */
const URGENT_KINDS: readonly string[] = ["arrival.overdue", "arrival.contacts-notified"] satisfies NotificationKind[];

/**
 * Decides by the user's preferences, by what they have read and by what has already arrived. Notifications that would
 * come too late are never delayed.
 */
export function decideDelivery(
  notification: DueNotification,
  channel: NotificationChannel,
  { isWanted, quietHours }: NotificationPreferences,
  now: Date,
): DeliveryDecision {
  if (isTest(notification)) return SEND;
  // Rows of an earlier release may have kinds that no longer exist.
  const group = notificationKinds[notification.kind] ?? null;
  if (notification.read_at) return { action: "skip", reason: "Already read." };
  if (group !== null && !isWanted(group, channel)) return { action: "skip", reason: "Turned off in your settings." };
  if (channel === "email" && notification.pushed === "delivered" && !isSentUntilRead(notification))
    return { action: "skip", reason: "The push arrived." };
  const until = quietHours && quietHoursEnd(quietHours, now);
  if (!until || isTooLate(notification, until)) return SEND;
  return { action: "wait", until, reason: "Waiting for your quiet hours to end." };
}

/** E-mails about unread messages are sent if the messages are still unread, even if a push arrived; never earlier. */
export const isSentUntilRead = ({ kind }: Pick<DueNotification, "kind">): boolean => kind === "chat.unread";

/** Returns true if the notification is no longer useful at `at`. */
export const isTooLate = (notification: Pick<DueNotification, "kind" | "expires_at">, at: Date): boolean =>
  isTest(notification) ||
  URGENT_KINDS.includes(notification.kind) ||
  (notification.expires_at !== null && notification.expires_at <= at);

/** Test notifications are sent at once because the user is waiting for them. */
const isTest = ({ kind }: Pick<DueNotification, "kind">): boolean => kind === "notification.tested";
