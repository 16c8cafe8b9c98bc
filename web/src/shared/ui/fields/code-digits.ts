/** The pure part of the one-time-code boxes. A code is one entry per box: a digit, or "" while the box is empty. */

export interface CodeEdit {
  digits: readonly string[];
  /** The box that has the caret afterwards. */
  focus: number;
}

export const emptyCode = (length: number): readonly string[] => Array.from({ length }, () => "");

/** The whole code once every box is filled, else undefined. */
export const completeCode = (digits: readonly string[]): string | undefined =>
  digits.every((digit) => digit !== "") ? digits.join("") : undefined;

/** What stands in a box after typing: a digit replaces the old one and moves on, several fill from the start, others are rejected. */
export function typeDigit(digits: readonly string[], index: number, text: string): CodeEdit {
  if (text === "") return { digits: digits.with(index, ""), focus: index };
  const typed = text.replaceAll(/\D/g, "");
  const old = digits[index] ?? "";
  if (typed === "") return { digits, focus: index };
  const added = old === "" ? typed : typed.replace(old, "") || old;
  if (added.length > 1) return pasteCode(digits, typed.length >= digits.length ? typed : added, index);
  return { digits: digits.with(index, added), focus: Math.min(index + 1, digits.length - 1) };
}

/** Keeps the first digits of whatever was pasted, from the first box on; what has none changes nothing, and the caret stays. */
export function pasteCode(digits: readonly string[], text: string, index: number): CodeEdit {
  const digitsOnly = text.replaceAll(/\D/g, "").slice(0, digits.length);
  if (digitsOnly === "") return { digits, focus: index };
  return { digits: digits.map((_, i) => digitsOnly[i] ?? ""), focus: Math.min(digitsOnly.length, digits.length - 1) };
}

/** Backspace empties a filled box and stays; on an empty box it moves back and empties that one. */
export function eraseAt(digits: readonly string[], index: number): CodeEdit {
  const target = digits[index] === "" ? Math.max(index - 1, 0) : index;
  return { digits: digits.with(target, ""), focus: target };
}
