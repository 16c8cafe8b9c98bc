import { plainNumbers } from "@commonlane/contract/plain-numbers";

/** Pure logic of the one-time-code boxes. A code is one entry per box: a digit, or "" for an empty box. */

export interface CodeEdit {
  digits: readonly string[];
  /** Box that gets the caret. */
  focus: number;
}

export function emptyCode(length: number): readonly string[] {
  return Array.from({ length }, () => "");
}

/** The digits of any script as 0 to 9, without anything else. */
function onlyDigits(text: string): string {
  return plainNumbers(text).replaceAll(/\D/g, "");
}

/** The complete code once every box is filled, otherwise undefined. */
export const completeCode = (digits: readonly string[]): string | undefined =>
  digits.every((digit) => digit !== "") ? digits.join("") : undefined;

/**
 * Result of typing in a box: a digit replaces the old one and moves on, several digits fill from the start, anything
 * else is rejected.
 */
export function typeDigit(digits: readonly string[], index: number, text: string): CodeEdit {
  if (text === "")
    return {
      digits: digits.with(index, ""),
      focus: index,
    };
  const typed = onlyDigits(text);
  const old = digits[index] ?? "";
  if (typed === "") return { digits, focus: index };
  const added = old === "" ? typed : typed.replace(old, "") || old;
  if (added.length > 1)
    return pasteCode(digits, typed.length >= digits.length ? typed : added, index);
  return {
    digits: digits.with(index, added),
    focus: Math.min(index + 1, digits.length - 1),
  };
}

/** Fills the boxes from the first with the pasted digits; a text without digits changes nothing. */
export function pasteCode(digits: readonly string[], text: string, index: number): CodeEdit {
  const digitsOnly = onlyDigits(text).slice(0, digits.length);
  if (digitsOnly === "")
    return {
      digits,
      focus: index,
    };
  return {
    digits: digits.map((_, i) => digitsOnly[i] ?? ""),
    focus: Math.min(digitsOnly.length, digits.length - 1),
  };
}

/** Backspace clears a filled box and stays; in an empty box it moves back and clears that one. */
export function eraseAt(digits: readonly string[], index: number): CodeEdit {
  const target = digits[index] === "" ? Math.max(index - 1, 0) : index;
  return {
    digits: digits.with(target, ""),
    focus: target,
  };
}
