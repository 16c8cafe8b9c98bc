import { digitValue } from "../plain-numbers.ts";

/**
 * A text normalised for pattern search, with the original position of each character, so that matches can be masked in
 * the text as typed.
 */
export interface FoldedText {
  readonly text: string;
  /** For each UTF-16 unit of `text`: start and end of the original characters that it represents. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

const IGNORED_CHARACTER = /^[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]$/u;
const SPACE = /^[\s\u2800]$/u;
const DIGIT = /^\p{Nd}$/u;
const MAX_UNFOLDED = 4;
const OTHER_DOTS = new Set("。｡．․");

/** Circled and other decorated digits that Unicode does not decompose. */
const decorated = new Map<string, string>([
  ["\u24FF", "0"],
  ["\u{1F10B}", "0"],
  ["\u{1F10C}", "0"],
  ["\u{1F51F}", "10"],
  ...[0x2776, 0x2780, 0x278a, 0x24f5].flatMap((first) =>
    Array.from({ length: 10 }, (_, n): [string, string] => [
      String.fromCodePoint(first + n),
      String(n + 1),
    ]),
  ),
]);

/** Lower case, NFKD without marks and invisible characters, with ASCII digits and spaces. */
export function foldText(original: string): FoldedText {
  const units: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let start = 0;
  for (const character of original) {
    const end = start + character.length;
    const folded = foldCharacter(character);
    // A dropped character belongs to the one before it, as an accent belongs to its letter.
    if (folded === "" && ends.length > 0) ends[ends.length - 1] = end;
    for (const unit of folded.split("")) {
      units.push(unit);
      starts.push(start);
      ends.push(end);
    }
    start = end;
  }
  return {
    text: units.join(""),
    starts,
    ends,
  };
}

function foldCharacter(character: string): string {
  if (character < "\x80") return SPACE.test(character) ? " " : character.toLowerCase();
  const digits = decorated.get(character);
  if (digits !== undefined) return digits;
  let folded = "";
  for (const part of character.normalize("NFKD").toLowerCase()) {
    if (SPACE.test(part)) folded += " ";
    else if (OTHER_DOTS.has(part)) folded += ".";
    else if (DIGIT.test(part)) folded += digitValue(part);
    else if (!IGNORED_CHARACTER.test(part)) folded += part;
  }
  // Ligatures of whole phrases contain no digits; unfolding them would only bloat the text.
  return folded.length > MAX_UNFOLDED ? character : folded;
}

export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Replaces parts of the text; `replacements` are in order and do not overlap. */
export function replaceParts(folded: FoldedText, replacements: readonly Replacement[]): FoldedText {
  if (replacements.length === 0) return folded;
  const pieces: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const copyUpTo = (from: number, to: number) => {
    pieces.push(folded.text.slice(from, to));
    for (let n = from; n < to; n += 1) {
      starts.push(folded.starts[n] ?? 0);
      ends.push(folded.ends[n] ?? 0);
    }
  };
  let copied = 0;
  for (const { start, end, text } of replacements) {
    copyUpTo(copied, start);
    pieces.push(text);
    const original = toOriginalSpan(folded, start, end);
    for (let n = 0; n < text.length; n += 1) {
      starts.push(original.start);
      ends.push(original.end);
    }
    copied = end;
  }
  copyUpTo(copied, folded.text.length);
  return {
    text: pieces.join(""),
    starts,
    ends,
  };
}

/** Position in the original text of the folded range from `start` to `end`. */
export function toOriginalSpan({ starts, ends }: FoldedText, start: number, end: number) {
  return {
    start: starts[start] ?? 0,
    end: ends[end - 1] ?? 0,
  };
}
