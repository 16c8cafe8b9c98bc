import type { Language } from "@commonlane/contract/languages";
import { type Message, message, type MessageValues } from "@commonlane/contract/message";
import { translate } from "../i18n/translate.ts";
import type { Email } from "./mailer.ts";

/** An address, and the language of its reader. */
export interface Recipient {
  readonly to: string;
  readonly language: Language;
}

interface EmailMessages<Subject extends string, Text extends string> {
  readonly subject: Message<Subject>;
  readonly paragraphs: readonly Message<Text>[];
  readonly values: MessageValues<Subject | Text>;
  readonly code?: string;
  readonly action?: {
    readonly label: Message;
    readonly url: string;
  };
}

/** An e-mail in the language of its recipient. */
export function composeEmail<Subject extends string, Text extends string>(
  { to, language }: Recipient,
  { subject, paragraphs, values, code, action }: EmailMessages<Subject, Text>,
): Email {
  const t = (message: Message): string => translate(language, message, { ...values });
  return {
    to,
    language,
    subject: t(subject),
    paragraphs: paragraphs.map(t),
    ...(code !== undefined && { code }),
    ...(action && {
      action: {
        label: t(action.label),
        url: action.url,
      },
    }),
  };
}

const MEMBER = message("A member", {
  comment:
    "Instead of a person's name, at the start of the subject of an e-mail, as in “A member requested a seat”.",
});
const MAX_LENGTH = 40;
/** Words of letters only: an abbreviation ends with a full stop and a space, as in "St. Gallen". */
const PLACE = /^\p{L}[\p{L}\p{M}]*(?:(?:\. |[ '’/-])\p{L}[\p{L}\p{M}]*)*$/u;
/** Unicode letters with marks, in words joined by a space, a hyphen or an apostrophe. */
const NAME = /^\p{L}[\p{L}\p{M}]*(?:[ '’-]\p{L}[\p{L}\p{M}]*)*$/u;
/** Invisible letters, such as U+3164. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
/** The "M." after the first name in display names. */
const INITIAL = / \p{L}\p{M}*\.$/u;

/**
 * The first name of a user whose action triggers an e-mail, for its subject. It is the only user-chosen text there, so
 * it must not be an advertisement, a link or a number.
 */
export function safeNameForSubject(
  language: Language,
  displayName: string | null | undefined,
): string {
  const first = (displayName ?? "").normalize("NFC").replace(INITIAL, "");
  return first.length <= MAX_LENGTH && NAME.test(first) && !INVISIBLE.test(first)
    ? first
    : translate(language, MEMBER);
}

/** The name of a place for a subject; undefined if it may be a link, a number or an advertisement. */
export function safePlaceForSubject(label: string): string | undefined {
  const name = label.normalize("NFC").trim();
  const isName = name.length <= MAX_LENGTH && PLACE.test(name) && !INVISIBLE.test(name);
  return isName ? name : undefined;
}
