/** Used in subjects if the user has no suitable name. */
const FALLBACK_NAME = "A member";
const MAX_LENGTH = 40;
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
export function safeNameForSubject(displayName: string | null | undefined): string {
  const first = (displayName ?? "").normalize("NFC").replace(INITIAL, "");
  return first.length <= MAX_LENGTH && NAME.test(first) && !INVISIBLE.test(first) ? first : FALLBACK_NAME;
}
