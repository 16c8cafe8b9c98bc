import { nameOfNickname } from "../nicknames.ts";
import { CODE, POSTCODE } from "../place-keys.ts";
import { isStreetKind } from "../street-words.ts";
import { findCountryCode } from "./country-codes.ts";
import { isCategoryWord } from "./generic-words.ts";
import { type HouseReading, isNumberWord, readHouses } from "./house-readings.ts";
import { findKindWord, isConnector, KIND_WORD_TOKENS_MAX, type KindWord } from "./kind-words.ts";
import type { Lookup } from "./lookups.store.ts";
import { findNoise } from "./noise-words.ts";
import {
  has,
  joinedKey,
  joinedKeys,
  type Token,
  tokenize,
  tokenRange,
  tokenSet,
  type TokenSet,
  tokensWhere,
} from "./tokens.ts";

/** A query as it is understood before anything is looked up. Which of its readings is right, the places decide. */
export interface ParsedQuery {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly all: TokenSet;
  /** The kind of place that a word of the query names, and its tokens. */
  readonly kindWord: KindWord | undefined;
  readonly kindTokens: TokenSet;
  /** Indices of the tokens that may be parts of a name: neither numbers nor the word for a kind. */
  readonly nameTokens: readonly number[];
  /** Persons, boxes, floors and doors. */
  readonly noise: TokenSet;
  /** Numbers, countries and small words, without which a name is still all that was meant. */
  readonly aside: TokenSet;
  readonly houses: readonly HouseReading[];
  /** Two streets may be meant, at whose corner someone waits; and the words that say so. */
  readonly isCorner: boolean;
  readonly cornerTokens: TokenSet;
}

export interface PlannedLookup extends Lookup {
  readonly covers: TokenSet;
  /** The key is not what was typed but its first signs (postcodes). */
  readonly isPart?: boolean;
}

const CORNER_SIGN = /[\p{L}.\d]\s*&\s*\p{L}|\p{L}{2}\.?\s*[/+]\s*\p{L}/u;
const CORNER_WORDS: ReadonlySet<string> = new Set(
  "ecke kreuzung corner coin angle angolo esquina rog hoek hjornet rohu sarok cantonada crossing croisement incrocio cruce skrzyzowanie of and und u x et con mit y e i en och at".split(
    " ",
  ),
);

export function parseQuery(typed: string): ParsedQuery {
  const { text, tokens } = tokenize(typed);
  let kindWord: KindWord | undefined;
  let kindTokens = 0;
  for (let at = 0; at < tokens.length; at++) {
    for (let count = Math.min(KIND_WORD_TOKENS_MAX, tokens.length - at); count > 0; count--) {
      const words = tokens.slice(at, at + count);
      // A petrol station is no station.
      if (count > 1 && isCategoryWord(joinedKey(words))) {
        at += count - 1;
        break;
      }
      const found = findKindWord(words.map(({ key }) => key));
      if (!found || (kindWord && kindWord.kind !== found.kind)) continue;
      kindWord = { kind: found.kind, isMain: found.isMain || (kindWord?.isMain ?? false) };
      for (let n = at; n < at + count; n++) kindTokens |= 1 << n;
      at += count - 1;
      break;
    }
  }
  const nameTokens = tokens.flatMap(({ isNumber }, n) =>
    isNumber || has(kindTokens, n) ? [] : [n],
  );
  const noise = findNoise(text, tokens);
  const cornerTokens = tokensWhere(tokens, ({ key }) => CORNER_WORDS.has(key));
  return {
    text,
    tokens,
    all: tokenRange(0, tokens.length),
    kindWord,
    kindTokens,
    nameTokens,
    noise,
    aside: noise | tokensWhere(tokens, isAside),
    houses: readHouses(text, tokens, noise),
    isCorner: cornerTokens !== 0 || CORNER_SIGN.test(text),
    cornerTokens,
  };
}

const isAside = ({ key, isNumber }: Token) =>
  isNumber ||
  isConnector(key) ||
  isNumberWord(key) ||
  isStreetKind(key) ||
  CORNER_WORDS.has(key) ||
  findCountryCode(key) !== undefined;

const PREFIX_LETTERS_MIN = 4;
const PREFIX_OF_STATION_MIN = 3;
const ROTATIONS_MAX = 5;
/** Of an address with more words, only parts of a few are looked up. */
const SHORT_QUERY = 6;
const NAME_TOKENS_MAX = 4;

/** What to look up: the whole text, its words in other orders, and its parts, with and without the word for a kind. */
export function planLookups(query: ParsedQuery): PlannedLookup[] {
  const { tokens, kindWord, kindTokens } = query;
  const plan = new Map<string, PlannedLookup>();
  const add = (lookup: PlannedLookup) => {
    const id = [lookup.class, lookup.isPrefix, lookup.key, lookup.pattern, lookup.covers].join(" ");
    if (lookup.key !== "" && !plan.has(id)) plan.set(id, lookup);
  };
  const addWords = (
    keyClass: string,
    indices: readonly number[],
    isPrefix: boolean,
    also: TokenSet = 0,
  ) => {
    const covers = tokenSet(indices) | also;
    const words = indices.flatMap((n) => tokens[n] ?? []);
    const typed = joinedKey(words);
    const meant = keyClass === "" ? nameOfNickname(typed) : undefined;
    if (meant !== undefined) add({ class: keyClass, key: meant, isPrefix: false, covers });
    for (const key of joinedKeys(words)) {
      if (key.length < PREFIX_LETTERS_MIN && key !== typed) continue;
      add({ class: keyClass, key, isPrefix: false, covers });
      const lettersMin = keyClass === "station" ? PREFIX_OF_STATION_MIN : PREFIX_LETTERS_MIN;
      if (isPrefix && key.length >= lettersMin) add({ class: keyClass, key, isPrefix, covers });
    }
    if (isPrefix && words.some(({ isShortened }) => isShortened))
      addPattern(keyClass, words, covers);
  };
  const addPattern = (keyClass: string, words: readonly Token[], covers: TokenSet) => {
    const pattern = words
      .map(({ canonical, isShortened }) =>
        isShortened && canonical !== SAINT ? shortenedPattern(canonical) : canonical,
      )
      .join("");
    const [head = ""] = pattern.split("%");
    // A key that begins with two letters has thousands of places.
    if (head.length >= PREFIX_LETTERS_MIN - 1 && pattern !== head)
      add({
        class: keyClass,
        key: head,
        isPrefix: true,
        pattern: `${pattern}%`,
        covers,
      });
  };
  const all = tokens.map((_, n) => n);
  const named = all.filter((n) => !tokens[n]?.isNumber);
  addWords("", all, true);
  addWords("", named, true);
  for (const indices of rotations(named)) addWords("", indices, true);
  const longest = named.length <= SHORT_QUERY ? named.length : NAME_TOKENS_MAX;
  for (let from = 0; from < named.length; from++) {
    for (let to = from + 1; to <= Math.min(named.length, from + longest); to++) {
      const span = named.slice(from, to);
      if (span.length < named.length) addWords("", span, to === named.length);
    }
  }
  if (kindWord) {
    const rest = query.nameTokens;
    const core = rest.filter((n) => !isConnector(tokens[n]?.key ?? ""));
    addWords("", rest, true);
    for (const words of [rest, core]) {
      addWords(kindWord.kind, words, true, kindTokens);
      for (const indices of rotations(words)) addWords(kindWord.kind, indices, true, kindTokens);
    }
  }
  tokens.forEach(({ key, isNumber }, n) => {
    if (!isNumber && key.length >= 2 && key.length <= 5)
      add({ class: CODE, key, isPrefix: false, covers: 1 << n });
  });
  for (const lookup of postcodeLookups(tokens)) add(lookup);
  return [...plan.values()];
}

/** It is so in all keys. */
const SAINT = "st";
const CONTRACTION = /^[bcdfghjklmnpqrstvwxz]{2,4}$/u;

/** A shortened word lacks its end, or all but some consonants: "Ts." is Taunus, "Rh." is Rhein. */
const shortenedPattern = (word: string): string =>
  CONTRACTION.test(word) ? word.replaceAll(/./gu, "$&%") : `${word}%`;

function* rotations(indices: readonly number[]): Generator<readonly number[]> {
  if (indices.length > ROTATIONS_MAX) return;
  for (let at = 1; at < indices.length; at++) yield [...indices.slice(at), ...indices.slice(0, at)];
}

/** What follows the first part of a code: "1AA" of SW1A 1AA, "AB" of 1012 AB, "205" of 1000-205. */
const SECOND_PART = /^(\d[a-z]{2}|[a-z]{2}|\d{3,4}|\d[a-z]\d|(?=.*\d)[a-z0-9]{4})$/u;
const CODE_SIGNS_MIN = 3;
const CODE_SIGNS_MAX = 8;
const DIGITS = /^\d+$/u;

/** A postcode may be one token or two, and some are known by their first signs only. */
function* postcodeLookups(tokens: readonly Token[]): Generator<PlannedLookup> {
  for (const [n, token] of tokens.entries()) {
    if (!token.isNumber) continue;
    const next = tokens[n + 1];
    const one = 1 << n;
    const both = one | (1 << (n + 1));
    const isPrefix = n === tokens.length - 1 && token.key.length >= CODE_SIGNS_MIN;
    if (token.key.length >= CODE_SIGNS_MIN - 1 && token.key.length <= CODE_SIGNS_MAX) {
      yield {
        class: POSTCODE,
        key: token.key,
        isPrefix: false,
        covers: one,
      };
      if (isPrefix)
        yield {
          class: POSTCODE,
          key: token.key,
          isPrefix,
          covers: one,
        };
      if (next && SECOND_PART.test(next.key))
        yield {
          class: POSTCODE,
          key: token.key,
          isPrefix: false,
          covers: both,
        };
    }
    const typed = [
      { key: token.key, covers: one },
      ...(next?.isNumber ? [{ key: token.key + next.key, covers: both }] : []),
    ];
    for (const { key, covers } of typed) {
      if (key.length > CODE_SIGNS_MAX) continue;
      if (covers === both)
        yield {
          class: POSTCODE,
          key,
          isPrefix: false,
          covers,
        };
      for (let signs = DIGITS.test(key) ? key.length - 1 : 0; signs >= CODE_SIGNS_MIN; signs--)
        yield {
          class: POSTCODE,
          key: key.slice(0, signs),
          isPrefix: false,
          covers,
          isPart: true,
        };
    }
  }
}
