import { message, translatable } from "@commonlane/contract/message";
import { MINUTE_MS } from "@commonlane/contract/durations";
import {
  type NotificationChannel,
  type NotificationKind,
  notificationKinds,
} from "@commonlane/contract/notifications";
import { MODERATOR_KINDS } from "../notifications.store.ts";
import type { DueNotification } from "./deliveries.store.ts";
import type { NotificationPreferences } from "../preferences/preferences.ts";
import type { Language } from "@commonlane/contract/languages";
import type { QuietHours } from "@commonlane/contract/notification-channels";
import { usableTimeZone } from "@commonlane/contract/time-zones";
import { translate, translateText } from "#platform/i18n/translate.ts";
import type { Context } from "#platform/context.ts";
import { publishEphemeral } from "#platform/live/ephemeral-events.ts";

const REJECTED = message("The mail server rejected the e-mail ({status}).", {
  comment: "Why an e-mail did not arrive. status: a number that mail servers use.",
});

/** Decision about a notification that is due. */
type DeliveryDecision =
  | { readonly action: "send" }
  | {
      readonly action: "skip";
      readonly reason: string;
    }
  | {
      readonly action: "wait";
      readonly until: Date;
      readonly reason: string;
    };

const SEND: DeliveryDecision = { action: "send" };
/** Kinds that are sent at once because someone may need help, or waits. */
const URGENT_KINDS: readonly string[] = [
  "arrival.overdue",
  "arrival.contacts-notified",
  "driver.here",
] satisfies NotificationKind[];

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
  if (!notification.addressed)
    return {
      action: "skip",
      reason: translatable("You're no longer a moderator."),
    };
  if (notification.restricted)
    return {
      action: "skip",
      reason: translatable("No longer relevant."),
    };
  // Rows of an earlier release may have kinds that no longer exist.
  const group = notificationKinds[notification.kind] ?? null;
  if (notification.read_at)
    return {
      action: "skip",
      reason: translatable("Already read."),
    };
  if (group !== null && !isWanted(group, channel))
    return {
      action: "skip",
      reason: translatable("Turned off in your settings."),
    };
  if (channel === "email" && notification.pushed === "delivered" && !isSentUntilRead(notification))
    return {
      action: "skip",
      reason: translatable("The push arrived."),
    };
  const until = quietHours && quietHoursEnd(quietHours, now);
  if (!until || isUrgentReport(notification) || isTooLate(notification, until)) return SEND;
  return {
    action: "wait",
    until,
    reason: translatable("Waiting for your quiet hours to end."),
  };
}

/** E-mails of these kinds are sent at their time if still unread, even if a push arrived; never earlier. */
const SENT_UNTIL_READ: readonly string[] = [
  "chat.unread",
  "report.urgent",
  "report.created",
] satisfies NotificationKind[];

export function isSentUntilRead({ kind }: Pick<DueNotification, "kind">): boolean {
  return SENT_UNTIL_READ.includes(kind);
}

/** Urgent reports wait neither for quiet hours nor for the usual interval between e-mails, only for a minute. */
const isUrgentReport = ({ kind }: Pick<DueNotification, "kind">): boolean =>
  kind === "report.urgent";

const URGENT_EMAIL_INTERVAL_MS = MINUTE_MS;

/** The shortest time between the previous e-mail to the user and this one. */
export const emailIntervalMs = (
  notification: Pick<DueNotification, "kind">,
  usualMs: number,
): number => (isUrgentReport(notification) ? Math.min(usualMs, URGENT_EMAIL_INTERVAL_MS) : usualMs);

/** Reports can come in a flood, which must not ring the phones of moderators for each. */
export function isCollectedInFlood({ kind }: Pick<DueNotification, "kind">): boolean {
  return MODERATOR_KINDS.some((one) => one === kind);
}

/** Returns true if the notification is no longer useful at `at`. */
export const isTooLate = (
  notification: Pick<DueNotification, "kind" | "expires_at">,
  at: Date,
): boolean =>
  isTest(notification) ||
  URGENT_KINDS.includes(notification.kind) ||
  (notification.expires_at !== null && notification.expires_at <= at);

/** Test notifications are sent at once because the user is waiting for them. */
function isTest({ kind }: Pick<DueNotification, "kind">): boolean {
  return kind === "notification.tested";
}

/** The reason for a refusal of the mail server with this status, as it is stored. */
export function rejectionReason(status: string): string {
  return translate("en", REJECTED, { status });
}

/** Why a delivery is in its state, which is stored in English, in the reader's language. */
export function describeReason(language: Language, reason: string): string {
  const status = /\((\d{3})\)\.$/.exec(reason)?.[1];
  return status !== undefined && reason === rejectionReason(status)
    ? translate(language, REJECTED, { status })
    : translateText(language, reason);
}

/**
 * Refreshes open lists of these users, which show the state of each delivery. Not stored like other events: three for
 * each notification would be most of the outbox, and a page that opens later reads the state anyway. Call it after the
 * commit.
 */
export const announceDeliveries = (
  ctx: Pick<Context, "db">,
  uids: Iterable<string>,
): Promise<void> =>
  publishEphemeral(
    ctx,
    [...uids].map((uid) => `user:${uid}` as const),
    { type: "notification.delivery-changed" },
  );

const DAY_MIN = 24 * 60;

/**
 * Returns when the quiet hours that contain `now` end, or undefined outside quiet hours. They follow local time, so a
 * night with a clock change is an hour longer or shorter.
 */
export function quietHoursEnd({ from, until, timeZone }: QuietHours, now: Date): Date | undefined {
  const begin = minutesOf(from);
  const end = minutesOf(until);
  const length = (end - begin + DAY_MIN) % DAY_MIN;
  const sinceBeginAt = (at: Date) => (localMinutes(at, timeZone) - begin + DAY_MIN) % DAY_MIN;
  const sinceBegin = sinceBeginAt(now);
  if (sinceBegin >= length) return undefined;
  const startOfMinute = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  const guess = new Date(startOfMinute + (length - sinceBegin) * MINUTE_MS);
  const off = (end - localMinutes(guess, timeZone) + DAY_MIN + DAY_MIN / 2) % DAY_MIN;
  const exact = new Date(guess.getTime() + (off - DAY_MIN / 2) * MINUTE_MS);
  // A clock that goes forward over the end never shows it.
  return sinceBeginAt(exact) < length ? guess : exact;
}

const minutesOf = (clock: string): number =>
  Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

function localMinutes(at: Date, timeZone: string): number {
  const clock = new Intl.DateTimeFormat("en", {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: usableTimeZone(timeZone, "UTC"),
  });
  return minutesOf(clock.format(at));
}
