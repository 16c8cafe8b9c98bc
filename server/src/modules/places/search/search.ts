import type { PlacePrediction, PlaceQuery } from "@commonlane/contract/places";
import type { LatLng } from "@commonlane/contract/shapes";
import { boxesAround } from "../bounding-boxes.ts";
import { typoPatterns } from "../name-matching.ts";
import { findByPrefixIn, findByTypo, findLarge, findOfKindIn, type PlacesContext } from "../places.store.ts";
import { findCountryCode } from "./country-codes.ts";
import { parseCoordinates } from "./coordinates.ts";
import type { Landmark } from "./explain.ts";
import { isConnector } from "./kind-words.ts";
import { runLookups } from "./lookups.store.ts";
import { predictPosition, toPredictions } from "./predictions.ts";
import { has, type ParsedQuery, parseQuery, planLookups, type TokenSet } from "./query.ts";
import { type Candidate, rank, type Ranked } from "./rank.ts";

const MIN_LETTERS = 2;
// One character of these scripts carries as much information as a syllable.
const SYLLABLE_SIGN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const SHORT_MAX = 3;
const TYPO_MIN_LETTERS = 4;
/** Longer than any name that a typo search could find. Limits the work. */
const TYPO_MAX_LETTERS = 40;
/** The full name of a town of this size is not treated as a typo. */
const NO_TYPO_IMPORTANCE = 330;
const NEAR_M = 100_000;

/** Suggestions for a text, most likely first. */
export async function searchPlaces(
  ctx: PlacesContext,
  placeQuery: PlaceQuery,
  nearestTown: (position: LatLng) => Promise<string>,
): Promise<PlacePrediction[]> {
  const { query: text, lat, lng, limit } = placeQuery;
  const position = parseCoordinates(text);
  if (position) return [predictPosition(position, await nearestTown(position))];
  const near = lat === undefined || lng === undefined ? undefined : { lat, lng };
  const query = parseQuery(text);
  const key = query.tokens.map((token) => token.key).join("");
  const letters = Array.from(key).length;
  if (letters < MIN_LETTERS && !SYLLABLE_SIGN.test(key)) return [];
  const search = new Search(ctx, query, near, limit);
  const ranked = await search.run(key, letters);
  return toPredictions(onlyBestExplained(ranked).slice(0, limit), query, ctx.language);
}

/** If some places explain the whole text, the others are wrong; otherwise those that explain most of it. */
function onlyBestExplained(ranked: readonly Ranked[]): Ranked[] {
  const whole = ranked.filter(({ unexplained }) => unexplained === 0);
  if (whole.length > 0) return whole;
  const [best] = ranked;
  return best ? ranked.filter(({ unexplained }) => bits(unexplained) <= bits(best.unexplained)) : [];
}

const bits = (set: TokenSet) => set.toString(2).replaceAll("0", "").length;

class Search {
  readonly #candidates: Candidate[] = [];
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
    const whole = { class: "", key, covers: (1 << this.#query.tokens.length) - 1 };
    if (this.#near) this.#add(await findByPrefixIn(this.#ctx, key, boxesAround(this.#near, NEAR_M)), whole);
    if (letters <= SHORT_MAX) this.#add(await findLarge(this.#ctx, key, this.#limit), whole);
    const plan = planLookups(this.#query);
    for (const hit of await runLookups(this.#ctx, plan)) {
      const lookup = plan[hit.lookup];
      if (lookup) this.#candidates.push({ hit, lookup, typos: 0 });
    }
    await this.#addOfKindNear();
    await this.#addOfKindNearTowns();
    let ranked = this.#rank();
    if (this.#mayHaveTypo(ranked, key, letters)) {
      await this.#addWithTypo(ranked[0], key);
      await this.#addOfKindNearTowns();
      ranked = this.#rank();
    }
    return ranked;
  }

  #add(hits: readonly Candidate["hit"][], lookup: Candidate["lookup"], typos = 0): void {
    for (const hit of hits) this.#candidates.push({ hit, lookup, typos });
  }

  #rank = () => rank(this.#query, this.#candidates, this.#landmarks(), this.#near);

  /** Towns and postcodes that parts of the query name in full. */
  #landmarks(): Landmark[] {
    return this.#candidates
      .filter(
        ({ hit, lookup, typos }) =>
          typos === 0 &&
          hit.key === lookup.key &&
          (hit.kind === "town" || hit.kind === "village" || hit.kind === "district" || hit.kind === "postcode"),
      )
      .map(({ hit, lookup }) => ({ place: hit, covers: lookup.covers }))
      .toSorted((a, b) => b.place.importance - a.place.importance);
  }

  #mayHaveTypo(ranked: readonly Ranked[], key: string, letters: number): boolean {
    const [best] = ranked;
    // Three letters almost always begin some name. If they do not, one of them is probably wrong.
    if (letters < (best ? TYPO_MIN_LETTERS : TYPO_MIN_LETTERS - 1)) return false;
    if (best === undefined || best.unexplained !== 0) return true;
    if (this.#query.tokens.length > 1) return false;
    const whole = ranked.filter(({ unexplained }) => unexplained === 0);
    return (
      whole.length < this.#limit && !whole.some(({ hit }) => hit.key === key && hit.importance >= NO_TYPO_IMPORTANCE)
    );
  }

  /** Looks for the whole text with a typo, and for its longest word that means nothing so far. */
  async #addWithTypo(best: Ranked | undefined, key: string): Promise<void> {
    const { tokens, nameTokens, kindWord, kindTokens } = this.#query;
    const name = nameTokens.map((n) => tokens[n]?.key).join("");
    const covers = nameTokens.reduce((set, n) => set | (1 << n), 0);
    const whole = { class: "", key: kindWord ? name : key, covers: kindWord ? covers : (1 << tokens.length) - 1 };
    if (whole.key.length >= TYPO_MIN_LETTERS - 1 && whole.key.length <= TYPO_MAX_LETTERS)
      this.#add(await findByTypo(this.#ctx, whole.class, typoPatterns(whole.key)), whole, 1);
    if (kindWord && name.length >= TYPO_MIN_LETTERS && name.length <= TYPO_MAX_LETTERS) {
      const ofKind = { class: kindWord.kind, key: name, covers: covers | kindTokens };
      this.#add(await findByTypo(this.#ctx, ofKind.class, typoPatterns(name)), ofKind, 1);
    }
    if (nameTokens.length < 2) return;
    const [longest] = nameTokens
      .filter((n) => best === undefined || has(best.unexplained, n) || !has(best.lookup.covers, n))
      .filter((n) => !isConnector(tokens[n]?.key ?? "") && findCountryCode(tokens[n]?.key ?? "") === undefined)
      .toSorted((a, b) => (tokens[b]?.key.length ?? 0) - (tokens[a]?.key.length ?? 0));
    const word = longest === undefined ? "" : (tokens[longest]?.key ?? "");
    if (longest === undefined || word.length < TYPO_MIN_LETTERS) return;
    this.#add(await findByTypo(this.#ctx, "", typoPatterns(word)), { class: "", key: word, covers: 1 << longest }, 1);
  }

  /** "Uni" alone means one of those around. */
  async #addOfKindNear(): Promise<void> {
    const { kindWord, kindTokens, nameTokens } = this.#query;
    const radiusM = kindWord && RADIUS_M[kindWord.kind];
    if (!radiusM || !this.#near || nameTokens.length > 0) return;
    const boxes = boxesAround(this.#near, AROUND * radiusM);
    const found = await findOfKindIn(this.#ctx, kindWord.kind, this.#near, boxes);
    const lookup = { class: "", key: "", covers: kindTokens };
    for (const hit of found) this.#candidates.push({ hit, lookup, typos: 0, bonus: OF_THOSE_AROUND });
  }

  /** "Munich station": the stations near a town that the rest of the query names in any language. */
  async #addOfKindNearTowns(): Promise<void> {
    const { kindWord, kindTokens } = this.#query;
    const radiusM = kindWord && RADIUS_M[kindWord.kind];
    if (!kindWord || radiusM === undefined) return;
    const towns = rank(
      this.#query,
      this.#candidates.filter(
        ({ hit, lookup }) => hit.kind !== kindWord.kind && SETTLEMENTS.has(hit.kind) && lookup.class === "",
      ),
      [],
      this.#near,
    ).slice(0, TOWNS_OF_KIND_MAX);
    for (const { hit: town, lookup, score, typos } of towns) {
      const found = await findOfKindIn(this.#ctx, kindWord.kind, town, boxesAround(town, radiusM));
      for (const hit of found) {
        const away = hit.distanceM / radiusM;
        const bonus = SHARE_OF_TOWN * (score - SCORE_OF_SMALL_TOWN) - FAR_FROM_TOWN * away;
        const covers = lookup.covers | kindTokens;
        this.#candidates.push({ hit, lookup: { class: "", key: lookup.key, covers }, typos, bonus });
      }
    }
  }
}

/** How far from its town a place of a kind may be. */
const RADIUS_M: Partial<Record<Ranked["hit"]["kind"], number>> = {
  station: 8000,
  airport: 50_000,
  university: 15_000,
  hospital: 10_000,
  school: 8000,
  parking: 8000,
  stop: 5000,
};
/** And from the user or their community, if no town was typed. */
const AROUND = 5;
const OF_THOSE_AROUND = 1.5;
const SETTLEMENTS: ReadonlySet<Ranked["hit"]["kind"]> = new Set(["town", "village", "district"]);
const TOWNS_OF_KIND_MAX = 3;
const SHARE_OF_TOWN = 0.4;
const SCORE_OF_SMALL_TOWN = 4;
const FAR_FROM_TOWN = 1.5;
