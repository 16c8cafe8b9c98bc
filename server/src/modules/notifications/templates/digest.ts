import type { Language } from "@commonlane/contract/languages";
import { message } from "@commonlane/contract/message";
import type { Notification } from "@commonlane/contract/notifications";
import { formatList } from "#platform/i18n/formats.ts";
import { translatorFor } from "#platform/i18n/translate.ts";

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
