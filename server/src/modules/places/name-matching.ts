import { digitValue } from "@commonlane/contract/plain-numbers";

/** Longest key that is stored or searched for; no GeoNames name comes near it. */
const KEY_MAX = 100;

// Letters that Unicode does not decompose although people type them without the stroke.
const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ħ: "h",
  ı: "i",
  ł: "l",
  ŋ: "n",
  ŧ: "t",
  þ: "th",
  ə: "a",
  ς: "σ",
};
// Accents of Latin, Greek and Cyrillic, vowel signs of Hebrew and Arabic. Marks of Indian scripts are vowels and stay.
const ACCENT = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u0640]/gu;
const NOT_A_LETTER = /[^\p{L}\p{M}\p{N}]/gu;

// Fast path: most of the 250,000 names folded at the first start are plain ASCII.
const PLAIN = /^[ -~]*$/u;
const DIGIT = /\p{Nd}/gu;

const folded = new Map<string, string>();
const FOLDED_MAX = 20_000;

function foldLetter(letter: string): string {
  const cached = folded.get(letter);
  if (cached !== undefined) return cached;
  const small = letter.toLowerCase();
  const plain = (
    LETTERS[small] ?? small.normalize("NFD").replace(ACCENT, "").normalize("NFC")
  ).replace(NOT_A_LETTER, "");
  // The 250,000 names of the first start share a few thousand letters.
  if (folded.size < FOLDED_MAX) folded.set(letter, plain);
  return plain;
}

const NOT_PLAIN_LETTER = /[^a-z0-9]/g;

/**
 * Normalizes a name for comparison: without case, accents, spaces and punctuation. "Köln" and "KOLN" both become
 * "koln".
 */
export function foldName(name: string): string {
  if (PLAIN.test(name)) return name.toLowerCase().replace(NOT_PLAIN_LETTER, "").slice(0, KEY_MAX);
  let key = "";
  for (const letter of name.normalize("NFKC").replaceAll(DIGIT, digitValue))
    key += foldLetter(letter);
  return key.slice(0, KEY_MAX);
}

const SPELT_OUT: Readonly<Record<string, string>> = {
  ä: "ae",
  ö: "oe",
  ü: "ue",
  ø: "oe",
  å: "aa",
};
const UMLAUT = /[äöüøå]/giu;

/**
 * All keys that a name is found under: its fold and, if it contains ä, ö, ü, ø or å, the fold of its spelling without
 * them ("koeln").
 */
export function nameKeys(name: string): string[] {
  const composed = PLAIN.test(name) ? name : name.normalize("NFC");
  const spelt = composed.replace(UMLAUT, (letter) => SPELT_OUT[letter.toLowerCase()] ?? letter);
  const keys = spelt === composed ? [foldName(name)] : [foldName(name), foldName(spelt)];
  return keys.filter((key) => key !== "");
}

/** Keys that begin with `head` and match `pattern` (SQL `like` syntax). */
export interface TypoPattern {
  readonly head: string;
  readonly pattern: string;
}

const ALPHABETS = [
  "abcdefghijklmnopqrstuvwxyz",
  "абвгдежзиклмнопрстуфхцчшщъыьэюя",
  "αβγδεζηθικλμνξοπρστυφχψω",
];
// After this many letters few names share a prefix, and scanning them all costs less than one lookup per letter.
const WILDCARD_AFTER = 6;

/**
 * Patterns for every prefix one typo away from `key` (Damerau, 1964): a letter missing, added, wrong, or swapped with
 * its neighbour. Each is a short range of the index, so only their number matters: at most 60 for each of the first six
 * letters and 4 for any other.
 */
export function typoPatterns(key: string): TypoPattern[] {
  const letters = Array.from(key);
  const alphabet = ALPHABETS.find((alphabetLetters) =>
    letters.some((letter) => alphabetLetters.includes(letter)),
  );
  const patterns = new Map<string, TypoPattern>();
  const add = (head: string, rest: string) =>
    patterns.set(head + rest, {
      head: head + (rest.startsWith("_") ? "" : rest),
      pattern: `${head}${rest}%`,
    });
  letters.forEach((current, at) => {
    const before = letters.slice(0, at).join("");
    const next = letters[at + 1] ?? "";
    const after = letters.slice(at + 1).join("");
    // With a letter too many at its end, the name is complete; all others with this beginning are no typo.
    if (next === "")
      patterns.set(before, {
        head: before,
        pattern: before,
      });
    else add(before, after);
    if (next !== "") add(before, next + current + letters.slice(at + 2).join(""));
    const useWildcard = at >= (alphabet ? WILDCARD_AFTER : 1);
    for (const letter of useWildcard ? "_" : (alphabet ?? "")) {
      add(before, letter + after);
      add(before, letter + current + after);
    }
  });
  patterns.delete(key);
  return [...patterns.values()];
}

/** Those of the keys with at most so many typos in `key`, the most similar first. */
export function keysWithTypos(key: string, keys: readonly string[], typosMax: number): string[] {
  const compared = keys.map((other) => ({
    other,
    typos: countTypos(key, other),
  }));
  return compared
    .filter(({ typos }) => typos <= typosMax)
    .toSorted((a, b) => a.typos - b.typos)
    .map(({ other }) => other);
}

/** Letters missing, added, wrong, or swapped with their neighbours (Damerau, 1964; each letter is changed once). */
function countTypos(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      let typos = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (row > 1 && column > 1 && isSwapped)
        typos = Math.min(typos, (beforeLast[column - 2] ?? 0) + 1);
      current.push(typos);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}
