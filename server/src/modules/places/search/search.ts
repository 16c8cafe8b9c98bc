import type { PlacePrediction, PlaceQuery } from "@commonlane/contract/places";
import type { LatLng } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import { boxesAround } from "../bounding-boxes.ts";
import { typoPatterns } from "../name-matching.ts";
import { placeIdOf } from "../place-id.ts";
import {
  findByPrefixIn,
  findByTypo,
  findKeysWithTwoTypos,
  findLarge,
  type PlacesContext,
} from "../places.store.ts";
import { cellsAround } from "../region/region-keys.ts";
import { findAddressTypos } from "./address-typos.ts";
import { findCountryCode } from "./country-codes.ts";
import { parseCoordinates } from "./coordinates.ts";
import { findCorners } from "./corners.ts";
import { type Candidate, isSettlement } from "./candidate.ts";
import type { Landmark } from "./explain.ts";
import { isGenericText, withoutAsides } from "./generic-words.ts";
import { withHouses } from "./houses.ts";
import { isConnector } from "./kind-words.ts";
import { type AreaHit, findInAreas, PREFIX_ROWS, runLookups } from "./lookups.store.ts";
import { onlyMeantByWord, predictPosition, toPredictions } from "./predictions.ts";
import { type ParsedQuery, parseQuery, planLookups } from "./query.ts";
import { findOfKindNear, findOfKindNearTown } from "./places-of-kind.ts";
import { planAreaLookups, planRomanizedNames } from "./plan-area-lookups.ts";
import { rank, type Ranked } from "./rank.ts";
import { countTokens, has, joinedKey, tokenSet } from "./tokens.ts";

const MIN_LETTERS = 2;
// One character of these scripts carries as much information as a syllable.
const SYLLABLE_SIGN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const SHORT_MAX = 3;
/** More places begin with so many letters than are read by importance alone. */
const COMMON_MAX = 5;
const TYPO_MIN_LETTERS = 4;
/** Shorter words have two letters in common with too many names. */
const TWO_TYPOS_MIN_LETTERS = 7;
const ROMANIZED_TOWNS_MAX = 2;
/** Longer than any name that a typo search could find. Limits the work. */
const TYPO_MAX_LETTERS = 40;
/** The full name of a town of this size is not treated as a typo. */
const NO_TYPO_IMPORTANCE = 330;
const NEAR_M = 100_000;
/** What begins with the text and is further away is rather a typo of a place around the user. */
const AROUND_M = 30_000;

/** Suggestions for a text, most likely first. */
export async function searchPlaces(
  ctx: PlacesContext,
  placeQuery: PlaceQuery,
  nearestTown: (position: LatLng) => Promise<string>,
): Promise<PlacePrediction[]> {
  const { lat, lng, limit } = placeQuery;
  const isGeneric = isGenericText(placeQuery.query);
  const query = parseQuery(isGeneric ? withoutAsides(placeQuery.query) : placeQuery.query);
  const position = parseCoordinates(query.text);
  if (position) return [predictPosition(position, await nearestTown(position))];
  const near = lat === undefined || lng === undefined ? undefined : { lat, lng };
  const key = joinedKey(query.tokens);
  const letters = Array.from(key).length;
  if (letters < MIN_LETTERS && !SYLLABLE_SIGN.test(key)) return [];
  const search = new Search(ctx, query, near, limit);
  const found = await search.run(key, letters);
  const ranked = isGeneric ? onlyMeantByWord(found, near) : found;
  return toPredictions(onlyBestExplained(ranked, query), query, ctx.language).slice(0, limit);
}

/** If some places explain the whole text as it is, the others are wrong; otherwise those that explain less than the best. */
function onlyBestExplained(ranked: readonly Ranked[], { noise }: ParsedQuery): Ranked[] {
  const open = ({ unexplained }: Ranked) => countTokens(unexplained & ~noise);
  const [best] = ranked;
  if (!best) return [];
  const isWhole = ranked.some((match) => open(match) === 0 && match.typos === 0);
  return ranked.filter((match) => open(match) <= (isWhole ? 0 : open(best)));
}

class Search {
  readonly #candidates: Candidate[] = [];
  /** Towns around which places of the kind were looked for. */
  readonly #townsOfKind = new Set<string>();
  readonly #ctx: PlacesContext;
  readonly #query: ParsedQuery;
  readonly #near: LatLng | undefined;
  readonly #limit: number;

  constructor(ctx: PlacesContext, query: ParsedQuery, near: LatLng | undefined, limit: number) {
    this.#ctx = ctx;
    this.#query = query;
    this.#near = near;
    this.#limit = limit;
  }

  async run(key: string, letters: number): Promise<Ranked[]> {
    await this.#addWithoutTypo(key, letters);
    let ranked = await this.#rankWithHouses();
    if (this.#mayHaveTypo(ranked, key, letters)) {
      await this.#addWithTypo(ranked[0], key);
      await this.#addOfKindNearTowns();
      ranked = await this.#rankWithHouses();
      if (await this.#addWithTwoTypos(ranked[0])) ranked = await this.#rankWithHouses();
    }
    return this.#query.isCorner ? findCorners(this.#ctx, this.#query, ranked) : ranked;
  }

  async #addWithoutTypo(key: string, letters: number): Promise<void> {
    const whole = { class: "", key, covers: this.#query.all };
    const plan = planLookups(this.#query);
    const cells = this.#near ? cellsAround(this.#near.lat, this.#near.lng) : [];
    const isCommon = letters <= COMMON_MAX;
    const around = isCommon ? this.#findAround(key) : [];
    const large = letters <= SHORT_MAX ? findLarge(this.#ctx, key, this.#limit) : [];
    const named = runLookups(this.#ctx, plan);
    const inAreas = findInAreas(this.#ctx, planAreaLookups(this.#query), cells);

    this.#add(await around, whole);
    this.#add(await large, whole);
    const namedHits = await named;
    const ofBeginning = namedHits.filter(
      (hit) => plan[hit.lookup]?.key === key && plan[hit.lookup]?.isPrefix,
    );
    // More begin so than were read: those around may be missing.
    if (!isCommon && ofBeginning.length >= PREFIX_ROWS)
      this.#add(await this.#findAround(key), whole);
    for (const hit of namedHits) {
      const lookup = plan[hit.lookup];
      const bonus = hit.is_in_region ? CODE_OF_REGION : 0;
      if (lookup) this.#candidates.push({ hit, lookup, typos: 0, bonus });
    }
    this.#addInAreas(await inAreas, 0);
    await this.#addOfKindNear();
    await this.#addOfKindNearTowns();
  }

  #findAround = async (key: string) =>
    this.#near ? findByPrefixIn(this.#ctx, key, boxesAround(this.#near, NEAR_M)) : [];

  #add(hits: readonly Candidate["hit"][], lookup: Candidate["lookup"], typos = 0): void {
    for (const hit of hits) this.#candidates.push({ hit, lookup, typos });
  }

  #addInAreas(hits: readonly AreaHit[], typos: number): void {
    for (const hit of hits) {
      const lookup = { class: "", key: hit.typed, covers: hit.name_covers };
      const area = { key: hit.area, covers: hit.area_covers, isBegun: hit.is_begun };
      this.#candidates.push({ hit, lookup, area, typos });
    }
  }

  async #rankWithHouses(): Promise<Ranked[]> {
    const ranked = this.#rank(this.#candidates, this.#landmarks());
    const withTheirs = await withHouses(this.#ctx, this.#query, ranked);
    if (withTheirs.length === 0) return ranked;
    // Their addresses may be those of places that were named beside them.
    const addresses = withTheirs.map(({ hit, lookup, house }): Landmark => {
      return {
        place: hit,
        covers: lookup.covers | (house?.covers ?? 0),
        ...(house && { house: house.at }),
      };
    });
    return this.#rank([...this.#candidates, ...withTheirs], [...addresses, ...this.#landmarks()]);
  }

  #rank = (candidates: readonly Candidate[], landmarks: readonly Landmark[]) =>
    rank(this.#query, candidates, landmarks, this.#near);

  /** Towns, postcodes and streets that parts of the query name in full. */
  #landmarks(): Landmark[] {
    return this.#candidates
      .filter(({ hit, lookup, typos }) => typos === 0 && hit.key === lookup.key && isLandmark(hit))
      .map(({ hit, lookup, area }) => ({ place: hit, covers: lookup.covers | (area?.covers ?? 0) }))
      .toSorted((a, b) => b.place.importance - a.place.importance);
  }

  #mayHaveTypo(ranked: readonly Ranked[], key: string, letters: number): boolean {
    const [best] = ranked;
    // Three letters almost always begin some name. If they do not, one of them is probably wrong.
    if (letters < (best ? TYPO_MIN_LETTERS : TYPO_MIN_LETTERS - 1)) return false;
    if (best === undefined) return true;
    const open = best.unexplained & ~this.#query.noise;
    const isNumberOnly = this.#query.tokens.every(
      (token, n) => token.isNumber || token.key.length === 1 || !has(open, n),
    );
    if (open !== 0) return best.hit.kind !== "street" || !isNumberOnly;
    if (this.#query.tokens.length > 1) return false;
    const whole = ranked.filter(({ unexplained }) => unexplained === 0);
    if (whole.some(({ hit }) => hit.key === key && hit.importance >= NO_TYPO_IMPORTANCE))
      return false;
    const isElsewhere =
      this.#near !== undefined &&
      letters > TYPO_MIN_LETTERS &&
      !best.isFull &&
      distanceM(this.#near, best.hit) > AROUND_M;
    return whole.length < this.#limit || isElsewhere;
  }

  /** Looks for the whole text with a typo, for its longest word that means nothing so far, and in the areas it names. */
  async #addWithTypo(best: Ranked | undefined, key: string): Promise<void> {
    const { tokens, nameTokens, kindWord, kindTokens, all } = this.#query;
    const name = nameTokens.map((n) => tokens[n]?.key).join("");
    const covers = tokenSet(nameTokens);
    // Thousands of names are one letter apart from three letters.
    const lettersMin = best ? TYPO_MIN_LETTERS : TYPO_MIN_LETTERS - 1;
    const lookups = kindWord
      ? [
          { class: "", key: name, covers },
          { class: kindWord.kind, key: name, covers: covers | kindTokens },
        ]
      : [{ class: "", key, covers: all }];
    const word = nameTokens.length >= 2 ? this.#wordWithTypo(best) : undefined;
    if (word) lookups.push(word);

    const tried = lookups.filter(
      (lookup) => lookup.key.length >= lettersMin && lookup.key.length <= TYPO_MAX_LETTERS,
    );
    const inAreas = findAddressTypos(this.#ctx, this.#query);
    const romanized = this.#findRomanized();
    const hits = await Promise.all(
      tried.map((lookup) => findByTypo(this.#ctx, lookup.class, typoPatterns(lookup.key))),
    );
    tried.forEach((lookup, n) => this.#add(hits[n] ?? [], lookup, 1));
    this.#addInAreas(await inAreas, 1);
    this.#addInAreas(await romanized, 0);
  }

  /** Names in Greek or Cyrillic letters, around the user and the towns that were typed beside them. */
  async #findRomanized(): Promise<AreaHit[]> {
    const names = planRomanizedNames(this.#query);
    const towns = this.#landmarks().filter(({ place }) => place.kind === "town");
    const centres = [this.#near, ...towns.slice(0, ROMANIZED_TOWNS_MAX).map(({ place }) => place)];
    const cells = centres.flatMap((at) => (at ? cellsAround(at.lat, at.lng) : []));
    if (names.length === 0 || cells.length === 0) return [];
    return findInAreas(this.#ctx, { names, areas: [], beginnings: [] }, [...new Set(cells)]);
  }

  /** Looks for a long word that still means nothing with two typos; false if there is none, or nothing like it. */
  async #addWithTwoTypos(best: Ranked | undefined): Promise<boolean> {
    const word = this.#wordWithTypo(best);
    if (!word || word.key.length < TWO_TYPOS_MIN_LETTERS) return false;
    if (best && (best.unexplained & word.covers) === 0) return false;
    const keys = await findKeysWithTwoTypos(this.#ctx, word.key);
    const hits = await runLookups(
      this.#ctx,
      keys.map((key) => ({ class: "", key, isPrefix: false })),
    );
    this.#add(hits, word, 2);
    return hits.length > 0;
  }

  /** The longest word that means nothing so far. */
  #wordWithTypo(best: Ranked | undefined): Candidate["lookup"] | undefined {
    const { tokens, nameTokens } = this.#query;
    const words = nameTokens
      .filter(
        (n) =>
          !isConnector(tokens[n]?.key ?? "") && findCountryCode(tokens[n]?.key ?? "") === undefined,
      )
      .toSorted((a, b) => (tokens[b]?.key.length ?? 0) - (tokens[a]?.key.length ?? 0));
    const open = words.filter(
      (n) => best === undefined || has(best.unexplained, n) || !has(best.lookup.covers, n),
    );
    const [longest = words[0]] = open;
    const word = longest === undefined ? undefined : tokens[longest]?.key;
    if (longest === undefined || word === undefined || word.length < TYPO_MIN_LETTERS)
      return undefined;
    return { class: "", key: word, covers: 1 << longest };
  }

  async #addOfKindNear(): Promise<void> {
    this.#candidates.push(...(await findOfKindNear(this.#ctx, this.#query, this.#near)));
  }

  async #addOfKindNearTowns(): Promise<void> {
    const { kindWord } = this.#query;
    if (!kindWord) return;
    const ofTowns = this.#candidates.filter(
      ({ hit, lookup }) =>
        hit.kind !== kindWord.kind && isSettlement(hit.kind) && lookup.class === "",
    );
    const towns = this.#rank(ofTowns, []).slice(0, TOWNS_OF_KIND_MAX);
    const unseen = towns.filter(({ hit }) => !this.#townsOfKind.has(placeIdOf(hit)));
    await Promise.all(
      unseen.map(async (town) => {
        this.#townsOfKind.add(placeIdOf(town.hit));
        this.#candidates.push(...(await findOfKindNearTown(this.#ctx, this.#query, town)));
      }),
    );
  }
}

const isLandmark = ({ kind }: Candidate["hit"]): boolean =>
  isSettlement(kind) || kind === "postcode" || kind === "street";

/** Of the countries that have such a postcode, one with a built region is likely meant. */
const CODE_OF_REGION = 1;
const TOWNS_OF_KIND_MAX = 3;
