import type { Language } from "@commonlane/contract/languages";
import { message } from "@commonlane/contract/message";
import { translate } from "../i18n/translate.ts";

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
