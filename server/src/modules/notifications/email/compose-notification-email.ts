import type { Language } from "@commonlane/contract/languages";
import { message } from "@commonlane/contract/message";
import type {
  Notification,
  NotificationGroup,
  NotificationKind,
} from "@commonlane/contract/notifications";
import { siteUrl } from "#modules/accounts/index.ts";
import { loadTownNames } from "#modules/places/index.ts";
import type { Context } from "#platform/context.ts";
import { formatList } from "#platform/i18n/formats.ts";
import { translatorFor } from "#platform/i18n/translate.ts";
import { safeNameForSubject } from "#platform/mail/compose-email.ts";
import type { Email } from "#platform/mail/mailer.ts";
import type { DueNotification } from "../delivery/deliveries.store.ts";
import { type FindItinerary, itineraryOf } from "../itinerary.ts";
import { viewNotifications } from "../notifications.view.ts";
import { emailSubject } from "../templates/templates.ts";
import { composeRideCard } from "./ride-card.ts";

/** An e-mail lists at most so many notifications. */
const LISTED_MAX = 30;
const TITLES_IN_SUBJECT = 2;

const MORE = message("{count, plural, one {And # more.} other {And # more.}}", {
  comment: "Last line of an e-mail with notifications: the number of those that are not listed.",
});
const SUBJECT_MORE = message("{count, plural, one {# more} other {# more}}", {
  comment: "Last entry of a list of notifications: the number of those that are not listed.",
});
const SEE_ALL = message("See all", { comment: "Button in an e-mail with several notifications." });
const OPEN = message("Open", { comment: "Button in an e-mail: shows what it is about." });
const VIEW_RIDE = message("View ride", { comment: "Button in an e-mail." });
const VIEW_REQUEST = message("View request", { comment: "Button in an e-mail." });
const ANSWER = message("Answer {name}", {
  comment: "Button in an e-mail: accept or decline this person's request.",
});
const READ_MESSAGE = message("Read message", { comment: "Button in an e-mail." });
const RATE = message("Rate your companions", { comment: "Button in an e-mail after a ride." });

const WHY_GROUP = message(
  "You receive this e-mail because you're a member of {community}. You can turn these e-mails off.",
  { comment: "Last line of an e-mail to a member." },
);
const WHY_ALWAYS = message(
  "You receive this e-mail because it concerns your account at {community} or a ride of yours.",
  { comment: "Last line of an e-mail to a member that cannot be turned off." },
);

/** Why a member gets an e-mail about notifications; without a group, it may hold some that cannot be turned off. */
export const whyText = (
  { community }: Pick<Context, "community">,
  language: Language,
  group: NotificationGroup | undefined,
): string => translatorFor(language)(group ? WHY_GROUP : WHY_ALWAYS, { community: community.name });

interface NotificationEmail {
  readonly uid: string;
  readonly language: Language;
  readonly notifications: readonly DueNotification[];
  readonly findItinerary: FindItinerary;
}

type EmailContent = Pick<Email, "subject" | "heading" | "paragraphs" | "card" | "items" | "action">;

/** One notification with its trip as a card, or several as a list of links. */
export async function composeNotificationEmail(
  ctx: Context,
  email: NotificationEmail,
): Promise<EmailContent> {
  const [single] = email.notifications;
  return single && email.notifications.length === 1
    ? composeSingle(ctx, email, single)
    : composeDigest(ctx, email);
}

async function composeSingle(
  ctx: Context,
  { uid, language, findItinerary }: NotificationEmail,
  notification: DueNotification,
): Promise<EmailContent> {
  const itinerary = await itineraryOf(ctx, uid, notification.details, findItinerary);
  const context = { now: ctx.now() };
  const [view] = await viewNotifications(ctx, [notification], language, () => context);
  if (!view) throw new Error("A notification has no view.");

  const card = itinerary && composeRideCard(ctx, language, itinerary);
  return {
    subject: await subjectOf(ctx, language, notification, view),
    heading: view.title,
    paragraphs: [view.text],
    ...(card && { card }),
    action: {
      label: actionLabel(language, notification.kind, view),
      url: `${siteUrl(ctx.settings)}${view.path}`,
    },
  };
}

async function composeDigest(
  ctx: Context,
  { language, notifications }: NotificationEmail,
): Promise<EmailContent> {
  const t = translatorFor(language);
  const site = siteUrl(ctx.settings);
  const context = { now: ctx.now() };
  const views = await viewNotifications(ctx, notifications, language, () => context);
  const viewById = new Map(views.map((view) => [view.id, view]));

  const titles = new Set<string>();
  for (const notification of notifications) {
    const view = viewById.get(notification.id);
    if (view) titles.add(await subjectOf(ctx, language, notification, view));
    if (titles.size === TITLES_IN_SUBJECT) break;
  }
  const others = notifications.length - titles.size;
  const subjects = others > 0 ? [...titles, t(SUBJECT_MORE, { count: others })] : [...titles];

  const hidden = views.length - LISTED_MAX;
  return {
    subject: formatList(language, subjects),
    paragraphs: hidden > 0 ? [t(MORE, { count: hidden })] : [],
    items: views.slice(0, LISTED_MAX).map(({ title, text, path }) => ({
      title,
      text,
      url: `${site}${path}`,
    })),
    action: {
      label: t(SEE_ALL),
      url: `${site}/notifications`,
    },
  };
}

async function subjectOf(
  ctx: Context,
  language: Language,
  { kind, details }: DueNotification,
  { person }: Notification,
): Promise<string> {
  const { translateLabel } = await loadTownNames(ctx);
  const translated = {
    ...details,
    ...(details.from && { from: translateLabel({ label: details.from }, language) }),
    ...(details.to && { to: translateLabel({ label: details.to }, language) }),
  };
  return emailSubject(language, kind, translated, person?.displayName, { now: ctx.now() });
}

/** What the button does, as a verb. */
function actionLabel(
  language: Language,
  kind: NotificationKind,
  { path, person }: Notification,
): string {
  const t = translatorFor(language);
  if (kind === "seat-request.created" || kind === "seat-request.waiting")
    return t(ANSWER, { name: safeNameForSubject(language, person?.displayName) });
  if (kind === "chat.unread") return t(READ_MESSAGE);
  if (kind === "rating.due") return t(RATE);
  if (path.startsWith("/rides/")) return t(VIEW_RIDE);
  return path.startsWith("/requests/") ? t(VIEW_REQUEST) : t(OPEN);
}
