import { plainNumbers } from "@commonlane/contract/plain-numbers";
import { canonicalWord } from "../place-keys.ts";
import { foldName } from "../name-matching.ts";
import { spellingsOf } from "../street-words.ts";

/** A word of the query. */
export interface Token {
  /** Folded. */
  readonly key: string;
  /** Folded to one spelling, such as "st" for Saint and Sankt. */
  readonly canonical: string;
  /** What it may be short for in the name of a street, itself first. */
  readonly spellings: readonly string[];
  /** Its end is left out: a dot follows, or words do after a slash. */
  readonly isShortened: boolean;
  /** Contains a digit. */
  readonly isNumber: boolean;
  /** Where it is in the text. */
  readonly start: number;
  readonly end: number;
}

/** A set of tokens, one bit each. */
export type TokenSet = number;
export const has = (set: TokenSet, index: number) => (set & (1 << index)) !== 0;
export const countTokens = (set: TokenSet) => set.toString(2).replaceAll("0", "").length;

export const tokenSet = (indices: readonly number[]): TokenSet =>
  indices.reduce((set, n) => set | (1 << n), 0);

export const tokensWhere = (
  tokens: readonly Token[],
  isIn: (token: Token, index: number) => boolean,
): TokenSet => tokenSet(tokens.flatMap((token, n) => (isIn(token, n) ? [n] : [])));

/** The tokens from the first number to the one before the last. */
export const tokenRange = (from: number, to: number): TokenSet => (1 << to) - (1 << from);

export const joinedKey = (words: readonly Token[]): string => words.map(({ key }) => key).join("");

/** What words may be folded to: as they are, and in their canonical spelling. */
export const joinedKeys = (words: readonly Token[]): Set<string> =>
  new Set([joinedKey(words), words.map(({ canonical }) => canonical).join("")]);

/** Abbreviations with a sign in the middle are one word, and so is what words are made of. */
const WORD =
  /(?<!\p{L})(?:c\/o|c\/|v\.le|p\.zza|p\.za|p\.le|c\.so|l\.go|v\.lo|s\.da|p\.o\.|č\.\s?[po]|пр-к?т)(?!\p{L}\.)|[^\s,،;:/()[\]\-–—.|+&]+/giu;
/** "n°12", "Städtle36", "2719route", and postcodes of two parts that are written without their space. */
const JOINED = [
  /^(n[°ºo]|nr)(\d+\p{L}?)$/iu,
  /^(\p{L}{3,})(\d+\p{L}?)$/u,
  /^(\d+)(\p{L}{4,})$/u,
  /^(\d+)([½¼¾])$/u,
  /^([a-z]{1,2}\d[a-z\d]?)(\d[a-z]{2})$/iu,
  /^(\d{4})([a-z]{2})$/iu,
  /^([a-z]\d[a-z])(\d[a-z]\d)$/iu,
];
/** An address in Chinese characters has no spaces. Its parts end with a character for the kind of part, such as 市 for a town. */
const HAN_ADDRESS = /^\P{Script=Han}*\p{Script=Han}\D*\d/u;
const HAN_PART = /\d+|\D*?(?:[市区區県縣町村郡省路街道]|丁目)(?=.)|\D+/gu;
/** What follows a house number in China, Japan and Korea. */
const AFTER_HOUSE_NUMBER = /(?<=\d)(?:号|號|番地?|번지)/gu;
const TOKENS_MAX = 14;
/** "Hauptstr" is written without its dot, too. */
const STREET_WITHOUT_DOT = /.str$/u;

/** The words of a text whose digits are those from 0 to 9. */
export function tokenize(typed: string): {
  text: string;
  tokens: Token[];
} {
  const text = plainNumbers(typed).normalize("NFC").replaceAll(AFTER_HOUSE_NUMBER, " ");
  const tokens: Token[] = [];
  for (const match of text.matchAll(WORD))
    for (const { word, start } of parted(match[0], match.index)) {
      const token = toToken(text, word, start);
      if (token.key !== "" && tokens.length < TOKENS_MAX) tokens.push(token);
    }
  return { text, tokens };
}

function parted(
  word: string,
  start: number,
): {
  word: string;
  start: number;
}[] {
  if (HAN_ADDRESS.test(word))
    return Array.from(word.matchAll(HAN_PART), (part) => ({
      word: part[0],
      start: start + part.index,
    }));

  for (const pattern of JOINED) {
    const [, first, second] = pattern.exec(word) ?? [];
    if (first === undefined || second === undefined) continue;
    return [
      { word: first, start },
      { word: second, start: start + first.length },
    ];
  }
  return [{ word, start }];
}

function toToken(text: string, word: string, start: number): Token {
  const end = start + word.length;
  const key = foldName(word);
  const next = text.charAt(end);
  const isShortened = next === "." || next === "/" || STREET_WITHOUT_DOT.test(key);
  return {
    key,
    canonical: canonicalWord(key),
    spellings: spellingsOf(key, next === "."),
    isShortened,
    isNumber: /\d/u.test(key),
    start,
    end,
  };
}
