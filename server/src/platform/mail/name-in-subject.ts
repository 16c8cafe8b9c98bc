/** What stands in the subject of a letter where somebody has no name that may. */
const FALLBACK_NAME = "A member";
const MAX_LENGTH = 40;
/** Letters with their marks, in words joined by a space, a hyphen or an apostrophe. */
const NAME = /^\p{L}[\p{L}\p{M}]*(?:[ '’-]\p{L}[\p{L}\p{M}]*)*$/u;
/** Letters that nobody sees, such as U+3164. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
/** "M." behind the first name, as others are shown it. */
const INITIAL = / \p{L}\p{M}*\.$/u;

/**
 * The first name of somebody who makes us write to others, for the subject of that letter: the only words there that its
 * sender has chosen, so nothing that could be an advertisement, a link or a number.
 */
export function safeNameForSubject(displayName: string | null | undefined): string {
  const first = (displayName ?? "").normalize("NFC").replace(INITIAL, "");
  return first.length <= MAX_LENGTH && NAME.test(first) && !INVISIBLE.test(first) ? first : FALLBACK_NAME;
}
