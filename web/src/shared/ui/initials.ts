/**
 * The letters in a person's circle, by the specification's section 2: the first letters of the first two words of the
 * display name, or the first letter of a single word, or the first letter of the e-mail, or "U".
 */
export function initialsOf(displayName?: string | null, email?: string | null): string {
  const words = (displayName ?? "").trim().split(/\s+/).filter(Boolean);
  const letters = words.slice(0, 2).map(firstLetter).join("");
  return letters || firstLetter((email ?? "").trim()) || "U";
}

/** The first character as a reader counts them: an accent written separately stays with its letter. */
function firstLetter(text: string): string {
  const [first] = new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text);
  return first?.segment.toLocaleUpperCase() ?? "";
}

/** A hue in degrees that is always the same for the same text, such as a uid. */
export function hueOf(text: string): number {
  let sum = 0;
  for (const character of text) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 360;
  return sum;
}
