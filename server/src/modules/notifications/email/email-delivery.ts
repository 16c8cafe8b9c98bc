import { message, translatable } from "@commonlane/contract/message";
import { translate, translatorFor } from "#platform/i18n/translate.ts";
import type { Language } from "@commonlane/contract/languages";
import { HOUR_MS } from "@commonlane/contract/durations";
import {
  type Notification,
  type NotificationGroup,
  notificationKinds,
} from "@commonlane/contract/notifications";
import { findAccountLanguages, findEmailAddresses, siteUrl } from "#modules/accounts/index.ts";
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
import { digestNotifications } from "../templates/digest.ts";
import {
  announceDeliveries,
  decideDelivery,
  emailIntervalMs,
  isTooLate,
  rejectionReason,
} from "../delivery/delivery-policy.ts";
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
    const addresses =
      toSend.length > 0 ? await findEmailAddresses(ctx, people) : new Map<string, string>();
    const emails: DueEmail[] = [];
    for (const [uid, notifications] of Map.groupBy(toSend, ({ uid }) => uid)) {
      const to = addresses.get(uid);
      if (to === undefined)
        updates.push(...notifications.map(({ id }) => ({ notificationId: id, ...NO_ADDRESS })));
      else {
        const id = crypto.randomUUID();
        updates.push(
          ...notifications.map((notification) => ({
            notificationId: notification.id,
            batchId: id,
            ...HANDED_OVER,
          })),
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

const NO_ADDRESS = {
  state: "failed",
  reason: translatable("You have no verified address."),
  dueAt: null,
} as const;
const HANDED_OVER = { dueAt: null, reason: translatable("Handed to the mail server.") };

async function sendEmails(ctx: InTransaction, emails: readonly DueEmail[]): Promise<void> {
  if (emails.length === 0) return;
  const languageOf = await findAccountLanguages(
    ctx,
    emails.map(({ uid }) => uid),
  );
  const views = new Map<string, Notification>();
  for (const [language, sameLanguage] of Map.groupBy(emails, ({ uid }) => languageOf(uid))) {
    const notifications = sameLanguage.flatMap((email) => email.notifications);
    for (const view of await viewNotifications(ctx, notifications, language))
      views.set(view.id, view);
  }
  const secret = await linkSecret(ctx);
  const composed = emails.map((email) =>
    composeEmail(
      ctx,
      {
        ...email,
        language: languageOf(email.uid),
        views: email.notifications.flatMap(({ id }) => views.get(id) ?? []),
      },
      secret,
    ),
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
      updates.push({ notificationId, state: "skipped", reason: decision.reason, dueAt: null });
    else if (decision.action === "wait") {
      // A delayed push goes out first.
      const dueAt = new Date(
        decision.until.getTime() + (notification.pushed === "waiting" ? afterPushMs : 0),
      );
      updates.push({ notificationId, dueAt, reason: decision.reason });
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

interface EmailBatch {
  readonly id: string;
  readonly to: string;
  readonly uid: string;
  readonly notifications: readonly DueNotification[];
  readonly views: readonly Notification[];
  readonly language: Language;
}

type DueEmail = Omit<EmailBatch, "views" | "language">;

const MORE = message("{count, plural, one {And # more.} other {And # more.}}", {
  comment: "Last line of an e-mail with notifications: the number of those that are not listed.",
});
const SEE_ALL = message("See all", { comment: "Button in an e-mail with several notifications." });
const OPEN = message("Open", {
  comment: "Button in an e-mail about one ride, request or message: shows it.",
});
const LISTED = message("{title}. {text}", {
  comment: "A notification in an e-mail: its title as a sentence, then its sentences.",
});

function composeEmail(ctx: Context, email: EmailBatch, secret: string): Email {
  const { id, to, uid, notifications, views, language } = email;
  const t = translatorFor(language);
  const site = siteUrl(ctx.settings);
  const unsubscribe = unsubscribeLinks(ctx.settings, secret, uid, commonGroup(notifications));
  const [single] = views;
  const [notification] = notifications;
  const digestEmail = {
    subject: digestNotifications(language, views).title,
    paragraphs: [
      ...views
        .slice(0, LISTED_MAX)
        .map(({ title, text, path }) => `${t(LISTED, { title, text })} ${site}${path}`),
      ...(views.length > LISTED_MAX ? [t(MORE, { count: views.length - LISTED_MAX })] : []),
    ],
    action: { label: t(SEE_ALL), url: `${site}/notifications` },
  };
  return {
    id,
    to,
    language,
    unsubscribe,
    ...(single && notification && views.length === 1
      ? singleEmail(language, notification, single, site)
      : digestEmail),
  };
}

const singleEmail = (
  language: Language,
  { kind, details }: DueNotification,
  { title, text, path, person }: Notification,
  site: string,
) => ({
  subject: emailSubject(language, kind, details, person?.displayName),
  paragraphs: [translate(language, LISTED, { title, text })],
  action: { label: translate(language, OPEN), url: `${site}${path}` },
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
  const rejected =
    status === undefined
      ? translatable("The mail server rejected the e-mail.")
      : rejectionReason(status);
  const reason = failure === undefined ? null : rejected;
  const update = { from: ["waiting"], to, channel: "email", reason } as const;
  await announceDeliveries(ctx, await updateBatches(ctx, batchIds, update));
};

/** Fails e-mails that no mail server accepted for hours. */
export async function failStaleEmailDeliveries(ctx: InTransaction): Promise<void> {
  const before = new Date(ctx.now().getTime() - FAIL_AFTER_MS);
  const reason = translatable("The mail server could not be reached.");
  await announceDeliveries(ctx, await failStaleEmails(ctx, before, reason));
}
