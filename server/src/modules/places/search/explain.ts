import type { PlaceKind } from "@commonlane/contract/places";
import type { LatLng } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import { canonicalKey, wordsOf } from "../place-keys.ts";
import { foldName } from "../name-matching.ts";
import { regionOfRows } from "../place-id.ts";
import type { PlaceRow } from "../places.store.ts";
import { namesState } from "../state-names.ts";
import { isStreetKind } from "../street-words.ts";
import { findCountryCode } from "./country-codes.ts";
import { isNumberWord } from "./house-readings.ts";
import { isConnector, isOneTypoApart } from "./kind-words.ts";
import { isPostcodeOf, postcodeArea } from "./postcodes.ts";
import type { ParsedQuery } from "./query.ts";
import { type Candidate, isSettlement } from "./candidate.ts";
import { has, joinedKey, type Token, tokenRange, type TokenSet } from "./tokens.ts";

/** A town, a postcode or an address of the query, which explains its tokens for places near it. */
export interface Landmark {
  readonly place: PlaceRow;
  readonly covers: TokenSet;
  /** Where the house is. */
  readonly house?: LatLng;
}

export interface Explanation {
  /** What the tokens beside the name add to the score, or take from it. */
  readonly score: number;
  /** Tokens that the place has nothing to do with. */
  readonly unexplained: TokenSet;
}

const AREA_TOKENS_MAX = 4;
const POSTCODE_TOKENS_MAX = 3;

// Parts of the score, in powers of ten of population.
const CONNECTOR = -0.1;
/** "Frankfurt/O." is rather that on the Oder. */
const OTHER_INITIAL = -1;
const IN_NAME = 0.4;
const IN_NAME_WITH_TYPO = -0.6;
const IN_COUNTRY = 0.6;
const IN_AREA = 1;
const IN_OWN_TOWN = 0.5;
/** The area was begun, such as "Triesen" of Triesenberg. */
const IN_BEGUN_AREA = 0.3;
const NEAR_LANDMARK = 0.5;
const FAR_FROM_LANDMARK = 1;
const SAME_POSTCODE = 1;
const NEAR_POSTCODE = 0.5;
const OTHER_POSTCODE = -1.5;
const WITH_HOUSE = 1.5;
const STREET_KIND = -0.3;
const NOISE = -0.1;
const UNEXPLAINED = -4;
const UNEXPLAINED_NUMBER = -2.5;
const UNEXPLAINED_LETTER = -1;

/** How the tokens that the matched name does not cover fit a place: its house, postcode, town, state and country. */
export function explain(
  query: ParsedQuery,
  candidate: Candidate,
  landmarks: readonly Landmark[],
): Explanation {
  const { area, house, lookup } = candidate;
  const place = candidate.hit;
  const { tokens, kindWord, kindTokens } = query;
  let explained = candidate.lookup.covers;
  let score = 0;
  const mark = (covers: TokenSet, bonus: number) => {
    explained |= covers;
    score += bonus;
  };

  if (kindWord?.kind === place.kind) explained |= kindTokens;
  if (area) mark(area.covers, areaBonus(area, place));
  if (house) mark(house.covers, WITH_HOUSE);
  const otherPostcode = markPostcode(query, place, () => explained, mark);

  for (const [run, covers] of freeRuns(query, () => explained, AREA_TOKENS_MAX))
    if (isArea(run, place)) mark(covers, IN_COUNTRY);

  // "Rathaus Vaduz" is not meant by "Städtle 43, Vaduz", wherever it is.
  const isTown = landmarks.some(
    ({ place: { kind }, covers }) => isSettlement(kind) && covers === candidate.lookup.covers,
  );
  for (const landmark of landmarks) {
    if (isTown && landmark.place.kind === "street") continue;
    if (
      (landmark.covers & explained) !== 0 ||
      isSame(landmark.place, place) ||
      !mayContain(landmark.place, place) ||
      isAcrossBorder(landmark, place)
    )
      continue;
    const share = distanceM(landmark.house ?? landmark.place, place) / reachM(landmark, place);
    if (share <= 1) mark(landmark.covers, NEAR_LANDMARK - share * FAR_FROM_LANDMARK);
  }

  const words = wordKeysOf(place);
  const isAddress = place.kind === "street" && place.key === lookup.key;
  let unexplained = 0;
  tokens.forEach((token, n) => {
    if (has(explained, n)) return;
    const isLast = n === tokens.length - 1;
    // The 5 of "Hauptstr. 5" is not that of a fifth quarter.
    const isOfUnknown = token.isNumber && (n === 0 || has(unexplained, n - 1));
    if (!isOfUnknown && words.some((word) => isWord(token, word, isLast))) score += IN_NAME;
    else if (isConnector(token.key) && !isSuffix(query, n))
      score += isLast && token.isShortened ? OTHER_INITIAL : CONNECTOR;
    else if (isAddress && isPartOfAddress(query, n)) score += STREET_KIND;
    else if (words.some((word) => isMistypedWord(token, word))) score += IN_NAME_WITH_TYPO;
    else {
      unexplained |= 1 << n;
      score += has(otherPostcode, n) ? OTHER_POSTCODE : costOf(query, n);
    }
  });
  return { score, unexplained };
}

function costOf(query: ParsedQuery, n: number): number {
  const token = query.tokens[n];
  if (has(query.noise, n)) return NOISE;
  if (token?.isNumber) return UNEXPLAINED_NUMBER;
  return isSuffix(query, n) ? UNEXPLAINED_LETTER : UNEXPLAINED;
}

/** The letter of a house number, "A" of "43/A". */
const isSuffix = ({ tokens, houses }: ParsedQuery, n: number): boolean =>
  tokens[n]?.key.length === 1 &&
  tokens[n - 1]?.isNumber === true &&
  houses.some(({ covers }) => has(covers, n));

function areaBonus(
  {
    key,
    isBegun,
  }: {
    key: string;
    isBegun: boolean;
  },
  place: PlaceRow,
): number {
  if (key === "" || key.startsWith("@")) return 0;
  if (isBegun) return IN_BEGUN_AREA;
  return IN_AREA + (key === foldName(place.town) ? IN_OWN_TOWN : 0);
}

/** "ul.", where the name has no such word, and "Nr." before the number. */
const isPartOfAddress = ({ tokens }: ParsedQuery, n: number): boolean => {
  const key = tokens[n]?.key ?? "";
  return (
    (isStreetKind(key) && key.length > 1) || (isNumberWord(key) && tokens[n + 1]?.isNumber === true)
  );
};

/** Runs of tokens that nothing explains yet, the longest first. */
function* freeRuns(
  { tokens }: ParsedQuery,
  explained: () => TokenSet,
  longest: number,
): Generator<readonly [run: readonly Token[], covers: TokenSet]> {
  for (let at = 0; at < tokens.length; at++)
    for (let count = Math.min(longest, tokens.length - at); count > 0; count--) {
      const covers = tokenRange(at, at + count);
      if ((covers & explained()) === 0) yield [tokens.slice(at, at + count), covers];
    }
}

/** Explains the postcode of the place, or one of its area; returns the tokens that are written like another one. */
function markPostcode(
  query: ParsedQuery,
  { country, postcode }: PlaceRow,
  explained: () => TokenSet,
  mark: (covers: TokenSet, bonus: number) => void,
): TokenSet {
  if (postcode === "") return 0;
  const own = foldName(postcode);
  let other: TokenSet = 0;
  for (const [run, covers] of freeRuns(query, explained, POSTCODE_TOKENS_MAX)) {
    if (!run.some(({ isNumber }) => isNumber)) continue;
    const key = joinedKey(run);
    if (key === own) mark(covers, SAME_POSTCODE);
    else if (!isPostcodeOf(country, key)) continue;
    else if (postcodeArea(country, key) === postcodeArea(country, own)) mark(covers, NEAR_POSTCODE);
    else other |= covers;
  }
  return other & ~explained();
}

const isSame = (a: PlaceRow, b: PlaceRow) => a.id === b.id && a.region === b.region;

/** A district does not explain its town. */
function mayContain(landmark: PlaceRow, place: PlaceRow): boolean {
  // The address of a museum; a street has none.
  if (landmark.kind === "street")
    return place.kind !== "street" && !isSettlement(place.kind) && place.kind !== "postcode";
  return (
    landmark.kind === "postcode" ||
    !isSettlement(place.kind) ||
    landmark.importance > place.importance
  );
}

/** Towns share stations and airports with those across a border, but no hospitals. */
const isAcrossBorder = (landmark: Landmark, { kind, country }: PlaceRow): boolean =>
  landmark.place.country !== country && kind !== "station" && kind !== "airport";

function isArea(run: readonly Token[], place: PlaceRow): boolean {
  const key = joinedKey(run);
  return findCountryCode(key) === place.country || namesState(key, place);
}

const REACH_M = 8000;
const REACH_TO_STREET_M = 2000;
const REACH_OF_POSTCODE_M = 12_000;
const REACH_PER_ROOT_M = 20;
const REACH_MAX_M = 60_000;

const REACH_OF_STREET_M = 1500;
const REACH_OF_HOUSE_M = 300;

/** How far from a town its parts may be, and from an address the place that has it. */
function reachM({ place, house }: Landmark, to: PlaceRow): number {
  if (place.kind === "street") return house ? REACH_OF_HOUSE_M : REACH_OF_STREET_M;
  if (place.kind === "postcode") return REACH_OF_POSTCODE_M;
  const ownReach = REACH_PER_ROOT_M * Math.sqrt(10 ** (place.importance / 100));
  return Math.min(REACH_MAX_M, leastReachM(place, to) + ownReach);
}

function leastReachM(town: PlaceRow, to: PlaceRow): number {
  if (isOfOtherTown(town, to)) return 0;
  // The next village has a street of that name, too.
  return to.kind === "street" ? REACH_TO_STREET_M : REACH_M;
}

/** People say "Munich airport", but no sports ground is called after the next town. */
const SHARED_KINDS: ReadonlySet<PlaceKind> = new Set([
  "station",
  "airport",
  "university",
  "hospital",
]);

/** Places of regions know their town. */
function isOfOtherTown(town: PlaceRow, place: PlaceRow): boolean {
  if (regionOfRows(place.region) === "" || place.town === "") return false;
  if (SHARED_KINDS.has(place.kind)) return false;

  const names = new Set([place.town, place.district].map(foldName));
  return !names.has(foldName(town.name)) && (town.town === "" || !names.has(foldName(town.town)));
}

/** Folded words of the name and the town of a place, with and without the usual spellings of each. */
export const wordKeysOf = ({ name, town, district }: PlaceRow): string[] =>
  wordsOf(`${name} ${town} ${district}`).flatMap((word) => [foldName(word), canonicalKey(word)]);

const PART_LETTERS = 4;

function isWord(
  { key, canonical, isShortened, isNumber }: Token,
  word: string,
  isLast: boolean,
): boolean {
  if (word === key || word === canonical) return true;
  if (isNumber) return false;
  const mayBePart = isShortened || (isLast && key.length > 1) || key.length >= PART_LETTERS;
  return mayBePart && word.startsWith(key);
}

const isMistypedWord = ({ key, isNumber }: Token, word: string) =>
  !isNumber &&
  key.length >= PART_LETTERS &&
  word.length >= PART_LETTERS &&
  isOneTypoApart(key, word);
