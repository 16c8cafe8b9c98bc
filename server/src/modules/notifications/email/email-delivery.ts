import { translatable } from "@commonlane/contract/message";
import { HOUR_MS } from "@commonlane/contract/durations";
import { type NotificationGroup, notificationKinds } from "@commonlane/contract/notifications";
import { findAccountLanguages, findEmailAddresses } from "#modules/accounts/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import type { Email, OnDelivery } from "#platform/mail/mailer.ts";
import {
  claimDueDeliveries,
  type DeliveryUpdate,
  type DueNotification,
  failStaleEmails,
  findBatchTimes,
  updateBatches,
  updateDeliveries,
} from "../delivery/deliveries.store.ts";
import {
  announceDeliveries,
  decideDelivery,
  emailIntervalMs,
  isTooLate,
  rejectionReason,
} from "../delivery/delivery-policy.ts";
import { linkSecret } from "../keys.ts";
import { loadPreferences } from "../preferences/preferences.ts";
import { unsubscribeLinks } from "./unsubscribe.ts";
import { composeNotificationEmail, whyText } from "./compose-notification-email.ts";
import type { FindItinerary } from "../itinerary.ts";

const LEASE_MS = 60_000;
/** Must exceed the SMTP timeout (see job `mail.send`). */
const FAIL_AFTER_MS = 4 * HOUR_MS;

/**
 * Combines the due notifications of each user into one e-mail, sent after commit. Further e-mails keep a minimum
 * interval.
 */
export async function sendDueEmails(
  ctx: Context,
  uids: readonly string[],
  findItinerary: FindItinerary,
): Promise<void> {
  const people = await transaction(ctx, async (ctx) => {
    const now = ctx.now();
    const due = await claimDueDeliveries(ctx, uids, "email", new Date(now.getTime() + LEASE_MS));
    if (due.length === 0) return [];
    const people = [...new Set(due.map(({ uid }) => uid))];
    const { toSend, updates } = await sortDue(ctx, people, due);
    const addresses =
      toSend.length > 0 ? await findEmailAddresses(ctx, people) : new Map<string, string>();
    const emails: DueEmail[] = [];
    for (const [uid, notifications] of Map.groupBy(toSend, ({ uid }) => uid)) {
      const to = addresses.get(uid);
      if (to === undefined)
        updates.push(
          ...notifications.map(({ id }) => ({
            notificationId: id,
            ...NO_ADDRESS,
          })),
        );
      else {
        const id = crypto.randomUUID();
        updates.push(
          ...notifications.map((notification) => ({
            notificationId: notification.id,
            batchId: id,
            ...HANDED_OVER,
          })),
        );
        emails.push({
          id,
          to,
          uid,
          notifications,
        });
      }
    }
    await updateDeliveries(ctx, "email", updates);
    await sendEmails(ctx, emails, findItinerary);
    return people;
  });
  await announceDeliveries(ctx, people);
}

const NO_ADDRESS = {
  state: "failed",
  reason: translatable("You have no verified address."),
  dueAt: null,
} as const;
const HANDED_OVER = {
  dueAt: null,
  reason: translatable("Handed to the mail server."),
};

async function sendEmails(
  ctx: InTransaction,
  emails: readonly DueEmail[],
  findItinerary: FindItinerary,
): Promise<void> {
  if (emails.length === 0) return;
  const languageOf = await findAccountLanguages(
    ctx,
    emails.map(({ uid }) => uid),
  );
  const secret = await linkSecret(ctx);
  const composed: Email[] = [];
  for (const { id, to, uid, notifications } of emails) {
    const language = languageOf(uid);
    const group = commonGroup(notifications);
    composed.push({
      id,
      to,
      language,
      unsubscribe: unsubscribeLinks(ctx.settings, secret, uid, group),
      why: whyText(ctx, language, group),
      ...(await composeNotificationEmail(ctx, {
        uid,
        language,
        notifications,
        findItinerary,
      })),
    });
  }
  await ctx.mail.send(ctx, ...composed);
}

/** Splits due notifications into those to e-mail now and updates for the rest. */
async function sortDue(
  ctx: InTransaction,
  people: readonly string[],
  due: readonly DueNotification[],
): Promise<{
  toSend: DueNotification[];
  updates: DeliveryUpdate[];
}> {
  const now = ctx.now();
  const preferences = await loadPreferences(ctx, people);
  const afterPushMs = ctx.settings.NOTIFICATION_EMAIL_AFTER_S * 1000;
  const minIntervalMs = ctx.settings.NOTIFICATION_EMAIL_INTERVAL_S * 1000;
  const lastSent = await findBatchTimes(
    ctx,
    people,
    "email",
    new Date(now.getTime() - minIntervalMs),
  );
  const toSend: DueNotification[] = [];
  const updates: DeliveryUpdate[] = [];
  for (const notification of due) {
    const notificationId = notification.id;
    const previous = lastSent.get(notification.uid)?.[0];
    const nextAllowed =
      previous && new Date(previous.getTime() + emailIntervalMs(notification, minIntervalMs));
    const decision = decideDelivery(notification, "email", preferences(notification.uid), now);
    if (decision.action === "skip")
      updates.push({
        notificationId,
        state: "skipped",
        reason: decision.reason,
        dueAt: null,
      });
    else if (decision.action === "wait") {
      // A delayed push goes out first.
      const dueAt = new Date(
        decision.until.getTime() + (notification.pushed === "waiting" ? afterPushMs : 0),
      );
      updates.push({
        notificationId,
        dueAt,
        reason: decision.reason,
      });
    } else if (nextAllowed && nextAllowed > now && !isTooLate(notification, nextAllowed))
      updates.push({
        notificationId,
        dueAt: nextAllowed,
        reason: translatable("Included in the next e-mail."),
      });
    else toSend.push(notification);
  }
  return { toSend, updates };
}

interface DueEmail {
  readonly id: string;
  readonly to: string;
  readonly uid: string;
  readonly notifications: readonly DueNotification[];
}

/** The group shared by all notifications; undefined if they belong to several groups or to none. */
function commonGroup(notifications: readonly DueNotification[]): NotificationGroup | undefined {
  const groups = new Set(notifications.map(({ kind }) => notificationKinds[kind] ?? undefined));
  const [single] = groups;
  return groups.size === 1 ? single : undefined;
}

/** Records the delivery result of notification e-mails; ignores all other e-mails. */
export const recordEmailResult: OnDelivery<Context> = async (ctx, batchIds, failure) => {
  const to = failure === undefined ? ("sent" as const) : ("failed" as const);
  const status = /\b[45]\d\d\b/.exec(failure ?? "")?.[0];
  const rejected =
    status === undefined
      ? translatable("The mail server rejected the e-mail.")
      : rejectionReason(status);
  const reason = failure === undefined ? null : rejected;
  const update = {
    from: ["waiting"],
    to,
    channel: "email",
    reason,
  } as const;
  await announceDeliveries(ctx, await updateBatches(ctx, batchIds, update));
};

/** Fails e-mails that no mail server accepted for hours. */
export async function failStaleEmailDeliveries(ctx: InTransaction): Promise<void> {
  const before = new Date(ctx.now().getTime() - FAIL_AFTER_MS);
  const reason = translatable("The mail server could not be reached.");
  await announceDeliveries(ctx, await failStaleEmails(ctx, before, reason));
}
