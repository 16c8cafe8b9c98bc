import type { PlaceKind } from "@commonlane/contract/places";
import type { LatLng } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import { CODE, POSTCODE } from "../place-keys.ts";
import { nearness } from "../importance.ts";
import { foldName } from "../name-matching.ts";
import { placeIdOf } from "../place-id.ts";
import type { PlaceHit, PlaceRow } from "../places.store.ts";
import { isStreetKind } from "../street-words.ts";
import { type Candidate, isSettlement } from "./candidate.ts";
import { explain, type Landmark, wordKeysOf } from "./explain.ts";
import { isConnector, isOneTypoApart } from "./kind-words.ts";
import { isPostcodeOf, isSeparatedLikeIn } from "./postcodes.ts";
import type { ParsedQuery } from "./query.ts";
import { has, joinedKey, type TokenSet, tokensWhere } from "./tokens.ts";
import { type NameMatch, matchOf } from "./match-name.ts";

export interface Ranked extends Candidate {
  readonly score: number;
  readonly unexplained: TokenSet;
  /** The name is complete. */
  readonly isFull: boolean;
  /** The other street of a corner. */
  readonly corner?: PlaceRow;
}

/** Several words that are a name as they are. */
const VERBATIM = 1.5;
/** FRA rather than fra. */
const CODE_IN_CAPITALS = 1.5;
/** "UZH" is rather the University of Zurich than a small airport. */
const CODE_OF_UNIVERSITY = 1;
const TYPO = -2;
const ALIAS_WITH_TYPO = -2;
/** Kinds of places that people know by their names alone. */
const WELL_KNOWN: ReadonlySet<PlaceKind> = new Set([
  "town",
  "village",
  "district",
  "sight",
  "hospital",
  "university",
]);
const DISTRICT_REACH_M = 15_000;
const BEHIND = 0.01;
const OF_KIND = 2.5;
const MAIN_STATION = 0.8;
/** The station "Feldkirch" rather than "Tisis (Feldkirch)". */
const NAMED_SO = 0.3;
const PART_OF_CODE = -1.5;
const SEPARATED_CODE = 2;
const HAMLET_IMPORTANCE = 200;
/** Without a word for it, a place of these kinds is less likely meant than a town of that name. */
const LESS_LIKELY: Partial<Record<PlaceKind, number>> = {
  station: -1,
  airport: -0.8,
  district: -0.1,
  village: 0,
  town: 0,
  street: 0,
  postcode: 0,
  stop: -0.5,
  university: -0.3,
  hospital: -0.3,
  school: -0.5,
  sight: -0.3,
};
const LESS_LIKELY_OTHER = -1.2;
/** Who types the name of a street means it rather than the car park or the stop there. */
const STREET = 0.7;
/** All that was typed is its name: "Schaan Bahnhof" is the stop of that name rather than the station of Schaan. */
const WHOLE_TEXT = 2.5;
/** It is found by the beginning of its own name rather than by a later word or by what such places are called. */
const BEGINS_SO = 1.2;
/** Streets and stops of one name count as different if they are a few kilometres apart. */
const VERY_NEAR = 1;
const VERY_NEAR_FADES_M = 6000;
/** A code beside words that mean something else is hardly one. */
const CODE_AMONG_WORDS = -2;
/** Also "København H" and "Stockholm C", but not each name with such a letter. */
const MAIN_NAME =
  /(?<!\p{L})(?:hbf|hauptbahnhof|hb|h|c|s|sbb|central\p{L}*|hlavn\p{L}+|g[łl][óo]wn\p{L}+)(?!\p{L})/iu;
/** The largest place whose name is exactly the input never ranks lower than third. */
const FULL_NAME_RANK = 3;

/** One result per place, by its best name, most likely place first. */
export function rank(
  query: ParsedQuery,
  candidates: readonly Candidate[],
  landmarks: readonly Landmark[],
  near: LatLng | undefined,
): Ranked[] {
  const names = wordsOfNames(query);
  const best = new Map<string, Ranked>();
  for (const candidate of candidates) {
    if (isTownMistaken(query, candidate, landmarks) || isOtherCode(query, candidate)) continue;
    const ranked = score(query, candidate, landmarks, near);
    if (isAnyStreet(names, ranked)) continue;
    const id = placeIdOf(candidate.hit);
    const current = best.get(id);
    if (
      !current ||
      ranked.score > current.score ||
      (ranked.score === current.score && isBetterName(ranked.hit, current.hit))
    )
      best.set(id, ranked);
  }
  const found = withoutMistakenNames([...best.values()]);
  const sorted = found.toSorted((a, b) => b.score - a.score || a.hit.id - b.hit.id);
  const full = sorted.findIndex(
    ({ isFull, unexplained, hit }) => isFull && unexplained === 0 && isSettlement(hit.kind),
  );
  if (full >= FULL_NAME_RANK) sorted.splice(FULL_NAME_RANK - 1, 0, ...sorted.splice(full, 1));
  return sorted;
}

/**
 * Who types the whole name of a place hardly means another name of a city with a typo, or the mistyped beginning of one:
 * "Wengen" is not Wenen, and "Titlis" not Tiflis. And a district of that name is meant rather than its city.
 */
function withoutMistakenNames(found: readonly Ranked[]): readonly Ranked[] {
  const namedSo = found.filter(
    ({ isFull, unexplained, hit }) =>
      isFull && unexplained === 0 && hit.alias === null && WELL_KNOWN.has(hit.kind),
  );
  if (namedSo.length === 0) return found;
  return found.map((match) => {
    if (isMistaken(match))
      return {
        ...match,
        score: match.score + ALIAS_WITH_TYPO,
      };
    const district = match.hit.alias === null ? undefined : districtIn(match, namedSo);
    return district
      ? {
          ...match,
          score: Math.min(match.score, district.score - BEHIND),
        }
      : match;
  });
}

function isMistaken({ typos, hit, lookup }: Ranked): boolean {
  if (typos === 0) return false;
  if (hit.alias !== null) return true;
  // With two typos the names are as long as what was typed.
  return typos === 1 && !isOneTypoApart(hit.key, lookup.key);
}

const districtIn = ({ hit }: Ranked, namedSo: readonly Ranked[]): Ranked | undefined =>
  namedSo.find(
    (other) => other.hit.kind === "district" && distanceM(other.hit, hit) < DISTRICT_REACH_M,
  );

/** The words that name a street or a town: no numbers, kinds of streets, connectors or noise. */
const wordsOfNames = ({ tokens, noise }: ParsedQuery): TokenSet =>
  tokensWhere(
    tokens,
    ({ isNumber, key }, n) =>
      !isNumber && !isStreetKind(key) && !isConnector(key) && !has(noise, n),
  );

/** Of "Rue du 11 Novembre" only "Rue du" begins the name of this street: another one was meant. */
function isAnyStreet(names: TokenSet, { hit, lookup, unexplained }: Ranked): boolean {
  if (hit.kind !== "street" || hit.key === lookup.key) return false;
  return (lookup.covers & names) === 0 && (unexplained & names) !== 0;
}

/** "Triesen Sportplatz" is no typing error of "Friesensportplatz": Triesen is a town. */
function isTownMistaken(
  { tokens }: ParsedQuery,
  { hit, lookup, typos }: Candidate,
  landmarks: readonly Landmark[],
): boolean {
  if (typos === 0) return false;
  const towns = landmarks.filter(
    ({ place, covers }) =>
      place.kind !== "street" && (covers & lookup.covers) !== 0 && covers !== lookup.covers,
  );
  if (towns.length === 0) return false;
  const words = wordKeysOf(hit);
  return towns.every(({ covers }) =>
    tokens.some(({ key }, n) => has(covers, n) && !words.includes(key)),
  );
}

/** The first four of five digits are no code of a country whose codes have four. */
function isOtherCode(query: ParsedQuery, { hit, lookup }: Candidate): boolean {
  if (!lookup.isPart) return false;
  return !isPostcodeOf(hit.country, typedKeys(query, lookup.covers).join(""));
}

const typedKeys = ({ tokens }: ParsedQuery, covers: TokenSet): string[] =>
  tokens.filter((_, n) => has(covers, n)).map(({ key }) => key);

/** Of two names that match equally well, prefers the place's own name, then the shorter one. */
function isBetterName(a: PlaceHit, b: PlaceHit): boolean {
  if (b.alias === null) return false;
  return a.alias === null || a.key.length < b.key.length;
}

function score(
  query: ParsedQuery,
  candidate: Candidate,
  landmarks: readonly Landmark[],
  near: LatLng | undefined,
): Ranked {
  const { hit, lookup, typos, bonus = 0 } = candidate;
  const match = matchOf(query, candidate);
  const explanation = explain(query, candidate, landmarks);
  const { unexplained } = explanation;
  const isFull = match.isFull && typos === 0;
  const least = isSettlement(hit.kind) ? HAMLET_IMPORTANCE : 100;
  let total = Math.max(hit.importance, least) / 100 + match.score + explanation.score + bonus;
  total += kindBonus(query, candidate, match);
  if (isFull && hit.kind === "street") total += STREET;
  if (isFull && lookup.class === "" && query.tokens.length > 1 && lookup.covers === query.all)
    total += candidate.area ? WHOLE_TEXT : VERBATIM;
  if (candidate.area && foldName(hit.name).startsWith(lookup.key)) total += BEGINS_SO;
  if (lookup.class === CODE) total += codeBonus(query, hit, unexplained);
  if (lookup.isPart) total += PART_OF_CODE;
  if (lookup.class === POSTCODE && isSeparatedLikeIn(hit.country, typedKeys(query, lookup.covers)))
    total += SEPARATED_CODE;
  total += TYPO * typos;
  if (near) total += nearBonus(hit, distanceM(near, hit));
  return {
    ...candidate,
    score: total,
    unexplained,
    isFull,
  };
}

function kindBonus(query: ParsedQuery, { hit, lookup }: Candidate, { isFull }: NameMatch): number {
  const { kindWord } = query;
  if (kindWord?.kind !== hit.kind) {
    // The word for a kind is met where it is part of the name.
    if (kindWord && isNamedAsTyped(query, hit)) return OF_KIND;
    return lookup.class === CODE ? 0 : (LESS_LIKELY[hit.kind] ?? LESS_LIKELY_OTHER);
  }
  const isMain = kindWord.isMain && MAIN_NAME.test(hit.name);
  const isNamedSo = isFull && foldName(hit.name) === lookup.key;
  return OF_KIND + (isMain ? MAIN_STATION : 0) + (isNamedSo ? NAMED_SO : 0);
}

/** All that was typed, several words, is its own name. */
const isNamedAsTyped = ({ tokens }: ParsedQuery, { name, alias }: PlaceHit): boolean =>
  tokens.length > 1 && alias === null && foldName(name) === joinedKey(tokens);

function codeBonus(
  { text }: ParsedQuery,
  { kind, alias }: PlaceHit,
  unexplained: TokenSet,
): number {
  const typed = text.trim();
  let bonus = unexplained === 0 ? 0 : CODE_AMONG_WORDS;
  if (typed === typed.toUpperCase() || typed === alias) bonus += CODE_IN_CAPITALS;
  if (kind === "university") bonus += CODE_OF_UNIVERSITY;
  return bonus;
}

function nearBonus({ kind }: PlaceHit, metres: number): number {
  return (
    nearness(metres) + (isSettlement(kind) ? 0 : VERY_NEAR * Math.exp(-metres / VERY_NEAR_FADES_M))
  );
}
