/**
 * Initials of an avatar (specification, section 2): first letters of the first two words of the display name, or of its
 * only word, or of the e-mail, or "U".
 */
export function initialsOf(displayName?: string | null, email?: string | null): string {
  const words = (displayName ?? "").trim().split(/\s+/).filter(Boolean);
  const letters = words.slice(0, 2).map(firstLetter).join("");
  return letters || firstLetter((email ?? "").trim()) || "U";
}

let graphemes: Intl.Segmenter | undefined;

/** First grapheme: a combining accent stays with its letter. */
function firstLetter(text: string): string {
  graphemes ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  const [first] = graphemes.segment(text);
  return first?.segment.toLocaleUpperCase() ?? "";
}

/** Initials of Arabic names are not joined to one word (zero-width non-joiner). */
export const separateLetters = (initials: string): string =>
  initials.replaceAll(/(?<=\p{Script=Arabic})(?=\p{Script=Arabic})/gu, "\u200C");

/** A hue in degrees, always the same for the same text, such as a uid. */
export function hueOf(text: string): number {
  let sum = 0;
  for (const character of text) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 360;
  return sum;
}
