import type { Language } from "@commonlane/contract/languages";
import type { NotificationKind } from "@commonlane/contract/notifications";
import type { NoticeDetails } from "#platform/db/schema/notification-columns.ts";
import { type Translate, translatorFor } from "#platform/i18n/translate.ts";
import { safeNameForSubject, safePlaceForSubject } from "#platform/mail/compose-email.ts";
import { notificationMessages } from "./notification-messages.ts";
import { type NotificationTemplate, REASON, ROUTE, VEHICLE } from "./notification-template.ts";
import {
  shortLabel,
  type TemplateValues,
  templateValues,
  type TextContext,
} from "./template-values.ts";

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
