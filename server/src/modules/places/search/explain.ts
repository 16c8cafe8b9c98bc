import type { PlaceKind } from "@commonlane/contract/places";
import { distanceM } from "@commonlane/matching/geo";
import { canonicalWord } from "../canonical-words.ts";
import { foldName } from "../name-matching.ts";
import type { PlaceRow } from "../places.store.ts";
import { namesState } from "../state-names.ts";
import { findCountryCode } from "./country-codes.ts";
import { isConnector, isOneTypoApart } from "./kind-words.ts";
import { has, type ParsedQuery, type TokenSet } from "./query.ts";
import type { Token } from "./tokens.ts";

/** A town or a postcode of the query, which explains its tokens for places near it. */
export interface Landmark {
  readonly place: PlaceRow;
  readonly covers: TokenSet;
}

export interface Explanation {
  /** What the tokens beside the name add to the score, or take from it. */
  readonly score: number;
  /** Tokens that the place has nothing to do with. */
  readonly unexplained: TokenSet;
}

const WORDS = /[^\s,;:/()[\]\-–—.|+]+/gu;
const AREA_TOKENS_MAX = 4;

// Parts of the score, in powers of ten of population.
const CONNECTOR = -0.1;
const IN_NAME = 0.4;
const IN_NAME_WITH_TYPO = -0.6;
const IN_AREA = 0.6;
const NEAR_LANDMARK = 0.5;
const FAR_FROM_LANDMARK = 1;
const UNEXPLAINED = -4;
const UNEXPLAINED_NUMBER = -2.5;

/** How the tokens that the matched name does not cover fit a place: its town, state, country and surroundings. */
export function explain(
  query: ParsedQuery,
  place: PlaceRow,
  covers: TokenSet,
  landmarks: readonly Landmark[],
): Explanation {
  const { tokens, kindWord, kindTokens } = query;
  let explained = covers;
  let score = 0;
  if (kindWord?.kind === place.kind) explained |= kindTokens;
  const mark = (from: number, count: number, bonus: number) => {
    for (let n = from; n < from + count; n++) explained |= 1 << n;
    score += bonus;
  };
  for (let at = 0; at < tokens.length; at++) {
    if (has(explained, at)) continue;
    for (let count = AREA_TOKENS_MAX; count > 0; count--) {
      const run = tokens.slice(at, at + count);
      if (run.length < count || run.some((_, n) => has(explained, at + n))) continue;
      if (isArea(run, place)) {
        mark(at, count, IN_AREA);
        break;
      }
    }
  }
  for (const landmark of landmarks) {
    if ((landmark.covers & explained) !== 0 || isSame(landmark.place, place) || !mayContain(landmark.place, place))
      continue;
    const share = distanceM(landmark.place, place) / reachM(landmark.place);
    if (share > 1) continue;
    explained |= landmark.covers;
    score += NEAR_LANDMARK - share * FAR_FROM_LANDMARK;
  }
  const words = wordsOf(place);
  let unexplained = 0;
  tokens.forEach((token, n) => {
    if (has(explained, n)) return;
    const isLast = n === tokens.length - 1;
    // The 5 of "Hauptstr. 5" is not that of a fifth quarter.
    const isOfUnknown = token.isNumber && (n === 0 || has(unexplained, n - 1));
    if (!isOfUnknown && words.some((word) => isWord(token, word, isLast))) score += IN_NAME;
    else if (isConnector(token.key)) score += CONNECTOR;
    else if (words.some((word) => isMistypedWord(token, word))) score += IN_NAME_WITH_TYPO;
    else {
      unexplained |= 1 << n;
      score += token.isNumber ? UNEXPLAINED_NUMBER : UNEXPLAINED;
    }
  });
  return { score, unexplained };
}

const isSame = (a: PlaceRow, b: PlaceRow) => a.id === b.id && a.region === b.region;

const SETTLEMENTS: ReadonlySet<PlaceKind> = new Set(["town", "village", "district"]);

/** A district does not explain its town. */
const mayContain = (landmark: PlaceRow, place: PlaceRow) =>
  landmark.kind === "postcode" || !SETTLEMENTS.has(place.kind) || landmark.importance > place.importance;

function isArea(run: readonly Token[], place: PlaceRow): boolean {
  const key = run.map((token) => token.key).join("");
  return findCountryCode(key) === place.country || namesState(key, place);
}

const REACH_M = 8000;
const REACH_OF_POSTCODE_M = 12_000;
const REACH_PER_ROOT_M = 20;
const REACH_MAX_M = 60_000;

/** How far from a town its parts may be. */
function reachM({ kind, importance }: PlaceRow): number {
  if (kind === "postcode") return REACH_OF_POSTCODE_M;
  return Math.min(REACH_MAX_M, REACH_M + REACH_PER_ROOT_M * Math.sqrt(10 ** (importance / 100)));
}

/** Folded words of the name and the town of a place, with and without the usual spellings of each. */
export function wordsOf({ name, town }: PlaceRow): string[] {
  const words = `${name} ${town}`.match(WORDS) ?? [];
  return words.flatMap((word) => [foldName(word), canonicalWord(foldName(word))]);
}

const PART_LETTERS = 4;

function isWord({ key, canonical, isShortened }: Token, word: string, isLast: boolean): boolean {
  if (word === key || word === canonical) return true;
  const mayBePart = isShortened || (isLast && key.length > 1) || key.length >= PART_LETTERS;
  return mayBePart && word.startsWith(key);
}

const isMistypedWord = ({ key, isNumber }: Token, word: string) =>
  !isNumber && key.length >= PART_LETTERS && word.length >= PART_LETTERS && isOneTypoApart(key, word);
