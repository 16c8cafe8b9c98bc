import { type NotificationChannel, type NotificationKind, notificationKinds } from "@commonlane/contract/notifications";
import type { DueNotification } from "./deliveries.store.ts";
import type { NotificationPreferences } from "../preferences/preferences.ts";
import { quietHoursEnd } from "./quiet-hours.ts";

/** What is to be done with a notice whose hour has come. */
type DeliveryDecision =
  | { readonly action: "send" }
  | { readonly action: "skip"; readonly reason: string }
  | { readonly action: "wait"; readonly until: Date; readonly reason: string };

const SEND: DeliveryDecision = { action: "send" };
/** What is asked or said because somebody may need help, now. */
const URGENT_KINDS: readonly string[] = ["arrival.overdue", "arrival.contacts-notified"] satisfies NotificationKind[];

/** By what its reader wishes, has read, and has got already. What would be of no use later is not put off. */
export function decideDelivery(
  notification: DueNotification,
  channel: NotificationChannel,
  { isWanted, quietHours }: NotificationPreferences,
  now: Date,
): DeliveryDecision {
  if (isTest(notification)) return SEND;
  // A former release may have had more kinds.
  const group = notificationKinds[notification.kind] ?? null;
  if (notification.read_at) return { action: "skip", reason: "You had read it already." };
  if (group !== null && !isWanted(group, channel)) return { action: "skip", reason: "Turned off in your settings." };
  if (channel === "email" && notification.pushed === "delivered" && !isSentUntilRead(notification))
    return { action: "skip", reason: "The push arrived." };
  const until = quietHours && quietHoursEnd(quietHours, now);
  if (!until || isTooLate(notification, until)) return SEND;
  return { action: "wait", until, reason: "Waits for the end of your quiet hours." };
}

/** A letter about messages goes to who has not read them in time, whether a push arrived or there is none: never before. */
export const isSentUntilRead = ({ kind }: Pick<DueNotification, "kind">): boolean => kind === "chat.unread";

/** Whether this notice would be of no use any more at `at`. */
export const isTooLate = (notification: Pick<DueNotification, "kind" | "expires_at">, at: Date): boolean =>
  isTest(notification) ||
  URGENT_KINDS.includes(notification.kind) ||
  (notification.expires_at !== null && notification.expires_at <= at);

/** Somebody waits for it and looks. */
const isTest = ({ kind }: Pick<DueNotification, "kind">): boolean => kind === "notification.tested";
