import { HOUR_MS } from "@commonlane/contract/durations";
import type { Notification, NotificationGroup } from "@commonlane/contract/notifications";
import { notificationKinds } from "@commonlane/contract/notifications";
import { findEmailAddresses, siteUrl } from "#modules/accounts/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import type { Email, OnDelivery } from "#platform/mail/mailer.ts";
import { announceDeliveries } from "../delivery/announce-deliveries.ts";
import {
  claimDueDeliveries,
  type DueNotification,
  failStaleEmails,
  updateDeliveries,
  updateBatches,
  findBatchTimes,
  type DeliveryUpdate,
} from "../delivery/deliveries.store.ts";
import { digestNotifications } from "../templates/digest.ts";
import { decideDelivery, emailIntervalMs, isTooLate } from "../delivery/delivery-policy.ts";
import { linkSecret } from "../keys.ts";
import { viewNotifications } from "../notifications.view.ts";
import { loadPreferences } from "../preferences/preferences.ts";
import { unsubscribeLinks } from "./unsubscribe.ts";
import { emailSubject } from "../templates/templates.ts";

const LEASE_MS = 60_000;
/** An e-mail lists at most so many notifications. */
const LISTED_MAX = 30;
/** Must exceed the SMTP timeout (see job `mail.send`). */
const FAIL_AFTER_MS = 4 * HOUR_MS;

/**
 * Combines the due notifications of each user into one e-mail, sent after commit. Further e-mails keep a minimum
 * interval.
 */
export async function sendDueEmails(ctx: Context, uids: readonly string[]): Promise<void> {
  const people = await transaction(ctx, async (ctx) => {
    const now = ctx.now();
    const due = await claimDueDeliveries(ctx, uids, "email", new Date(now.getTime() + LEASE_MS));
    if (due.length === 0) return [];
    const people = [...new Set(due.map(({ uid }) => uid))];
    const { toSend, updates } = await sortDue(ctx, people, due);
    const addresses = toSend.length > 0 ? await findEmailAddresses(ctx, people) : new Map<string, string>();
    const emails: Omit<EmailBatch, "views">[] = [];
    for (const [uid, notifications] of Map.groupBy(toSend, ({ uid }) => uid)) {
      const to = addresses.get(uid);
      if (to === undefined) updates.push(...notifications.map(({ id }) => ({ notificationId: id, ...NO_ADDRESS })));
      else {
        const id = crypto.randomUUID();
        updates.push(
          ...notifications.map((notification) => ({ notificationId: notification.id, batchId: id, ...HANDED_OVER })),
        );
        emails.push({ id, to, uid, notifications });
      }
    }
    await updateDeliveries(ctx, "email", updates);
    await sendEmails(ctx, emails);
    return people;
  });
  await announceDeliveries(ctx, people);
}

const NO_ADDRESS = { state: "failed", reason: "You have no verified address.", dueAt: null } as const;
const HANDED_OVER = { dueAt: null, reason: "Handed to the mail server." };

async function sendEmails(ctx: InTransaction, emails: readonly Omit<EmailBatch, "views">[]): Promise<void> {
  if (emails.length === 0) return;
  const notifications = emails.flatMap((email) => email.notifications);
  const views = new Map((await viewNotifications(ctx, notifications)).map((view) => [view.id, view]));
  const secret = await linkSecret(ctx);
  const composed = emails.map((email) =>
    composeEmail(ctx, { ...email, views: email.notifications.flatMap(({ id }) => views.get(id) ?? []) }, secret),
  );
  await ctx.mail.send(ctx, ...composed);
}

/** Splits due notifications into those to e-mail now and updates for the rest. */
async function sortDue(
  ctx: InTransaction,
  people: readonly string[],
  due: readonly DueNotification[],
): Promise<{ toSend: DueNotification[]; updates: DeliveryUpdate[] }> {
  const now = ctx.now();
  const preferences = await loadPreferences(ctx, people);
  const afterPushMs = ctx.settings.NOTIFICATION_EMAIL_AFTER_S * 1000;
  const minIntervalMs = ctx.settings.NOTIFICATION_EMAIL_INTERVAL_S * 1000;
  const lastSent = await findBatchTimes(ctx, people, "email", new Date(now.getTime() - minIntervalMs));
  const [toSend, updates]: [DueNotification[], DeliveryUpdate[]] = [[], []];
  for (const notification of due) {
    const notificationId = notification.id;
    const previous = lastSent.get(notification.uid)?.[0];
    const nextAllowed = previous && new Date(previous.getTime() + emailIntervalMs(notification, minIntervalMs));
    const decision = decideDelivery(notification, "email", preferences(notification.uid), now);
    if (decision.action === "skip")
      updates.push({ notificationId, state: "skipped", reason: decision.reason, dueAt: null });
    else if (decision.action === "wait") {
      // A delayed push goes out first.
      const dueAt = new Date(decision.until.getTime() + (notification.pushed === "waiting" ? afterPushMs : 0));
      updates.push({ notificationId, dueAt, reason: decision.reason });
    } else if (nextAllowed && nextAllowed > now && !isTooLate(notification, nextAllowed))
      updates.push({ notificationId, dueAt: nextAllowed, reason: "Included in the next e-mail." });
    else toSend.push(notification);
  }
  return { toSend, updates };
}

interface EmailBatch {
  readonly id: string;
  readonly to: string;
  readonly uid: string;
  readonly notifications: readonly DueNotification[];
  readonly views: readonly Notification[];
}

function composeEmail(ctx: Context, { id, to, uid, notifications, views }: EmailBatch, secret: string): Email {
  const site = siteUrl(ctx.settings);
  const unsubscribe = unsubscribeLinks(ctx.settings, secret, uid, commonGroup(notifications));
  const [single] = views;
  const [notification] = notifications;
  const digestEmail = {
    subject: digestNotifications(views).title,
    paragraphs: [
      ...views.slice(0, LISTED_MAX).map(({ title, text, path }) => `${title}. ${text} ${site}${path}`),
      ...(views.length > LISTED_MAX ? [`And ${views.length - LISTED_MAX} more.`] : []),
    ],
    action: { label: "See all", url: `${site}/notifications` },
  };
  return {
    id,
    to,
    unsubscribe,
    ...(single && notification && views.length === 1 ? singleEmail(notification, single, site) : digestEmail),
  };
}

const singleEmail = (
  { kind, details }: DueNotification,
  { title, text, path, person }: Notification,
  site: string,
) => ({
  subject: emailSubject(kind, details, person?.displayName),
  paragraphs: [`${title}. ${text}`],
  action: { label: "Open", url: `${site}${path}` },
});

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
  const reason = failure === undefined ? null : `The mail server rejected the e-mail${status ? ` (${status})` : ""}.`;
  const update = { from: ["waiting"], to, channel: "email", reason } as const;
  await announceDeliveries(ctx, await updateBatches(ctx, batchIds, update));
};

/** Fails e-mails that no mail server accepted for hours. */
export async function failStaleEmailDeliveries(ctx: InTransaction): Promise<void> {
  const before = new Date(ctx.now().getTime() - FAIL_AFTER_MS);
  await announceDeliveries(ctx, await failStaleEmails(ctx, before, "The mail server could not be reached."));
}
