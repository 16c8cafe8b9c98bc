import { foldName } from "./name-matching.ts";
import {
  isDirection,
  isWholeStreetKind,
  kindsOfStreet,
  spellingsOf,
  titlesOfWord,
} from "./street-words.ts";
import { digitsOfWord } from "./number-words.ts";

const WORD = /[^\s,]+/gu;
const PREPOSITIONS: ReadonlySet<string> = new Set(
  "a al am an das de degli dei del dell della delle dello den der des di do dos du im la las le les los of the von zu zum zur".split(
    " ",
  ),
);
const ELIDED = /^(?:d|l|dell|all|dall)['’]/iu;
const NAME = /^\p{L}[\p{L}.'’-]*$/u;
const MIN_LETTERS = 3;

/** The name in lower case with the kind of street spelt out: "Hauptstr." becomes "hauptstrasse". */
export function spellOutStreet(name: string): string {
  const words = name.toLowerCase().normalize("NFC").match(WORD) ?? [];
  return words
    .map((word, at) => (at === 0 || at === words.length - 1 ? spellOut(word, words.length) : word))
    .join(" ");
}

function spellOut(word: string, words: number): string {
  const key = foldName(word);
  const [kind] = kindsOfStreet(key);
  if (words > 1 && kind !== undefined) return kind;
  // "Rue du Col" leads to a pass and not to a colonel.
  if (kind !== undefined || titlesOfWord(key).length > 0) return word;
  const [, joined] = spellingsOf(key, word.endsWith("."));
  return joined !== undefined && joined.length > key.length ? joined : word;
}

/**
 * Names that find a street: as it is, with the kind of street spelt out, with digits for a numeral, and without the kind
 * of street in front or a direction.
 */
export function namesOfStreet(name: string): string[] {
  const whole = [name, spellOutStreet(name)];
  const names = [
    ...whole,
    ...whole.flatMap((known) => withoutKind(known) ?? withoutDirection(known) ?? []),
  ];
  return [...new Set([...names, ...names.map(withDigits)])];
}

const withDigits = (name: string): string =>
  (name.match(WORD) ?? []).map((word) => digitsOfWord(foldName(word)) ?? word).join(" ");

/** "8 mai 1945" of "rue du 8 mai 1945"; undefined if the name does not begin with a kind of street. */
function withoutKind(name: string): string | undefined {
  const words = name.match(WORD) ?? [];
  const [first = ""] = words;
  if (words.length < 2 || !isWholeStreetKind(foldName(first))) return undefined;
  let from = 1;
  while (from < words.length - 1 && PREPOSITIONS.has(foldName(words[from] ?? ""))) from++;
  const rest = [(words[from] ?? "").replace(ELIDED, ""), ...words.slice(from + 1)].join(" ");
  return foldName(rest).length >= MIN_LETTERS ? rest : undefined;
}

/** Where people call streets after persons by their last name, in the country's order of words. */
const BY_LAST_NAME: ReadonlySet<string> = new Set(["IT", "PL"]);
const LAST_NAME_LETTERS = 4;

/** "Via Garibaldi" of "Via Giuseppe Garibaldi", and "Mickiewicza" of "Adama Mickiewicza"; undefined elsewhere. */
export function withoutFirstName(name: string, country: string): string | undefined {
  const words = name.match(WORD) ?? [];
  const from = isWholeStreetKind(foldName(words[0] ?? "")) ? 1 : 0;
  const last = words.at(-1) ?? "";
  const isPerson = words.length - from === 2 && words.every((word) => NAME.test(word));
  if (!BY_LAST_NAME.has(country) || !isPerson || foldName(last).length < LAST_NAME_LETTERS)
    return undefined;
  return [...words.slice(0, from), last].join(" ");
}

/** "West Street" is no street called Street. */
const WORDS_WITH_DIRECTION = 3;

/** "Adams Street" of "East Adams Street" or "Adams Street West". */
function withoutDirection(name: string): string | undefined {
  const words = name.match(WORD) ?? [];
  if (words.length < WORDS_WITH_DIRECTION) return undefined;
  if (isDirection(words[0]?.toLowerCase())) return words.slice(1).join(" ");
  return isDirection(words.at(-1)?.toLowerCase()) ? words.slice(0, -1).join(" ") : undefined;
}

const SAINT = /^(?:sankt|saint|sainte|santa|sant|san|st|ste|skt)\.?$/u;

/** The name in lower case with one spelling for all saints; undefined if it names none. */
export function shortenSaints(name: string): string | undefined {
  const words = name.toLowerCase().split(/[\s,-]+/);
  return words.slice(0, -1).some((word) => SAINT.test(word))
    ? words.map((word, at) => (at < words.length - 1 && SAINT.test(word) ? "st" : word)).join(" ")
    : undefined;
}
