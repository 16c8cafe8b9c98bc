import type { Language } from "@commonlane/contract/languages";
import { message } from "@commonlane/contract/message";
import type { Notification, NotificationKind } from "@commonlane/contract/notifications";
import type { NoticeDetails } from "#platform/db/schema/notification-columns.ts";
import { formatList } from "#platform/i18n/formats.ts";
import { type Translate, translatorFor } from "#platform/i18n/translate.ts";
import { safeNameForSubject, safePlaceForSubject } from "#platform/mail/compose-email.ts";
import { groupMessages, membershipLossMessages, trustMarkMessages } from "./group-messages.ts";
import { moderationMessages } from "./moderation-messages.ts";
import {
  type NotificationTemplate,
  REASON,
  ROUTE,
  template,
  VEHICLE,
} from "./notification-template.ts";
import { rideMessages } from "./ride-messages.ts";
import { rideRequestMessages } from "./ride-request-messages.ts";
import { seatRequestMessages } from "./seat-request-messages.ts";
import {
  shortLabel,
  type TemplateValues,
  templateValues,
  type TextContext,
} from "./template-values.ts";
import { tripSafetyMessages } from "./trip-safety-messages.ts";

/** Title and one or two sentences of a notification. */
export interface NotificationText {
  readonly title: string;
  readonly text: string;
}

/** Renders a notification in its reader's language. `name` is the other person's name, if there is one. */
export function renderNotification(
  language: Language,
  kind: NotificationKind,
  details: NoticeDetails,
  name: string | undefined,
  context?: TextContext,
): NotificationText {
  const values = templateValues(language, details, name, context);
  // Rows of an earlier release may have kinds without messages; they show the person and the route.
  const template: NotificationTemplate | undefined = notificationMessages[kind];
  if (!template)
    return {
      title: values.name,
      text: values.route,
    };
  const t = translatorFor(language);
  const sentences = template.sentences.filter(
    (sentence) =>
      (sentence !== REASON || details.reason) &&
      (sentence !== VEHICLE || values.vehicle) &&
      (sentence !== ROUTE || (details.from && details.to)),
  );
  return {
    title: render(t, template.title, values),
    text: sentences.map((sentence) => render(t, sentence, values)).join(" "),
  };
}

/** The messages of the table fit these values, which the compiler has checked where they are declared. */
const render = (
  t: Translate,
  message: NotificationTemplate["title"],
  values: TemplateValues,
): string => t(message, { ...values });

/** Kinds between people who have agreed on a seat and know these places. */
const AGREED_KINDS: ReadonlySet<NotificationKind> = new Set([
  "ride.tomorrow",
  "ride.soon",
  "seat-request.accepted",
]);

/**
 * The title as e-mail subject. Of user-written text it contains at most a first name and, between people who have agreed,
 * the names of two places, if they look like names.
 */
export function emailSubject(
  language: Language,
  kind: NotificationKind,
  details: NoticeDetails,
  name: string | undefined,
  context?: TextContext,
): string {
  const { from, to, reason: _, ...safeDetails } = details;
  const safeName = name === undefined ? undefined : safeNameForSubject(language, name);
  const places = AGREED_KINDS.has(kind) ? placesForSubject(from, to) : {};
  const shown = { ...safeDetails, ...places };
  return renderNotification(language, kind, shown, safeName, context).title;
}

function placesForSubject(from = "", to = ""): Pick<NoticeDetails, "from" | "to"> {
  const places = [from, to].map((label) => safePlaceForSubject(shortLabel(label)));
  const [start, end] = places;
  return start && end ? { from: start, to: end } : {};
}

const LISTED_TITLES = 3;

const TITLE = message("{count, plural, one {# new notification} other {# new notifications}}");
const MORE = message("{count, plural, one {# more} other {# more}}", {
  comment: "Last entry of a list of notifications: the number of those that are not listed.",
});
const TEXT = message("{list}.", { comment: "A list of titles, as a sentence." });

/** Combines several notifications into one title and text. */
export function digestNotifications(
  language: Language,
  notifications: readonly Notification[],
): { title: string; text: string } {
  const t = translatorFor(language);
  const listed = notifications.slice(0, LISTED_TITLES).map(({ title }) => title);
  const remaining = notifications.length - listed.length;
  const list = formatList(
    language,
    remaining > 0 ? [...listed, t(MORE, { count: remaining })] : listed,
  );
  return {
    title: t(TITLE, { count: notifications.length }),
    text: t(TEXT, { list }),
  };
}

/** Texts of every kind, the same in the list, the push and the e-mail. */
const notificationMessages: Readonly<Record<NotificationKind, NotificationTemplate>> = {
  ...seatRequestMessages,
  ...rideRequestMessages,
  ...rideMessages,
  ...moderationMessages,
  ...tripSafetyMessages,
  ...trustMarkMessages,
  ...membershipLossMessages,
  ...groupMessages,
  "rating.hidden": template(
    message("Moderators hid your rating of {name}"),
    message("Others can't see it, and it doesn't count."),
    REASON,
    message("If you think this is a mistake, contact {support}."),
  ),
  "rating.due": template(
    message("How was the ride?"),
    message(
      "{route}, {when}. Rate the people you travelled with. Ratings stay hidden until both sides have rated or the time is up.",
    ),
  ),
  "rating.published": template(
    message("{name} rated you"),
    message(
      "{count, plural, one {# of 5 stars} other {# of 5 stars}}. The rating is now public, and you can reply once.",
    ),
  ),
  "rating.replied": template(
    message("{name} replied to your rating"),
    message("See the reply on their profile."),
  ),
  "trip-outcome.disputed": template(
    message("{name} reported that you didn't travel together"),
    message(
      "{route}, {when}. Tell us what happened. If you don't answer, we'll record it as reported.",
    ),
  ),
  "trip-outcome.settled": template(
    message("A no-show report is closed"),
    message("{route}, {when}, with {name}. See how it was recorded."),
  ),
  "chat.unread": template(
    message("{name} sent you a message"),
    ROUTE,
    message("Open the chat to read it."),
  ),
  "notification.tested": template(
    message("Test notification", {
      comment: "Title of a notification that the reader asked for to try the channel.",
    }),
    message("Notifications reach you here."),
  ),
};
