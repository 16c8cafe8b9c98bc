import { canonicalKey, CODE, POSTCODE, wordsOf } from "../place-keys.ts";
import { foldName, nameKeys } from "../name-matching.ts";
import type { PlaceHit } from "../places.store.ts";
import type { Candidate } from "./candidate.ts";
import type { ParsedQuery } from "./query.ts";
import { has } from "./tokens.ts";

// In powers of ten of population: a complete name counts as much as a hundredfold population, and a typo costs as much.
const FULL_NAME = 2;
const FULL_WORDS = 0.8;
/** Several words that only written together are a name: "St. Anton" is hardly Stanton. */
const JOINED_WORDS = -0.5;
const PART_OF_ALIAS = -0.5;
const FULL_NAME_WITH_TYPO = 1;
/** A street beside its town may have two. */
const TYPOS_IN_AREA_MAX = 2;
export interface NameMatch {
  readonly score: number;
  readonly isFull: boolean;
}

export function matchOf(query: ParsedQuery, candidate: Candidate): NameMatch {
  if (isJoined(query, candidate))
    return {
      score: JOINED_WORDS,
      isFull: false,
    };
  return isKindAlone(query, candidate) ? { score: 0, isFull: false } : matchScore(candidate);
}

/** Of "Buchs Bahnhof", only the second word was found: it says that a station is meant, but not which one. */
const isKindAlone = ({ kindWord, kindTokens }: ParsedQuery, { hit, lookup }: Candidate): boolean =>
  kindWord?.kind === hit.kind && (lookup.covers & ~kindTokens) === 0;

/** Several words were typed, and the name is a single one. */
function isJoined({ tokens }: ParsedQuery, { hit, lookup, typos }: Candidate): boolean {
  if (lookup.class !== "" || typos > 0 || hit.key !== lookup.key) return false;
  const covered = tokens.filter((_, n) => has(lookup.covers, n));
  const isName = covered.length > 1 && covered.every(({ isNumber }) => !isNumber);
  return isName && wordsOf(hit.alias ?? hit.name).length === 1;
}

function matchScore({ hit, lookup, typos, area }: Candidate): NameMatch {
  const { key } = hit;
  const ofName = hit.alias === null ? 0 : PART_OF_ALIAS;
  if (lookup.class === CODE || lookup.class === POSTCODE)
    return {
      score: key === lookup.key ? FULL_NAME : 0,
      isFull: false,
    };
  if (typos > 0) {
    const lettersMax = area === undefined ? typos : TYPOS_IN_AREA_MAX;
    const isFull = Math.abs(key.length - lookup.key.length) <= lettersMax;
    return {
      score: isFull ? FULL_NAME_WITH_TYPO : ofName,
      isFull,
    };
  }
  if (key === lookup.key) {
    const isWhole = lookup.class !== "" || area !== undefined || isWholeName(hit);
    return {
      score: isWhole ? FULL_NAME : FULL_WORDS,
      isFull: isWhole,
    };
  }
  const ofWords = endsAtWord(hit.alias ?? hit.name, lookup.key) ? FULL_WORDS : 0;
  return {
    score: ofWords + ofName,
    isFull: false,
  };
}

/** The key is of the whole name, perhaps with its town, and not of its last words. */
function isWholeName({ key, name, alias, town }: PlaceHit): boolean {
  const spelling = alias ?? name;
  const whole = [...nameKeys(spelling), wordsOf(spelling).map(canonicalKey).join("")];
  const townKey = foldName(town);
  return whole.some(
    (full) =>
      full === key || (townKey !== "" && key.endsWith(townKey) && key.length >= full.length),
  );
}

/** "Frankfurt" ends at a word of "Frankfurt am Main", and "Frank" does not. */
function endsAtWord(name: string, key: string): boolean {
  const words = wordsOf(name);
  for (const spell of [foldName, canonicalKey]) {
    let start = "";
    for (const word of words) {
      start += spell(word);
      if (start === key) return true;
      if (start.length > key.length) break;
    }
  }
  return false;
}
