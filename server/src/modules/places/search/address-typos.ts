import { typoPatterns } from "../name-matching.ts";
import type { PlacesContext } from "../places.store.ts";
import { EVERYWHERE } from "../region/region-keys.ts";
import {
  type AreaHit,
  type AreaTypo,
  findAreaTypos,
  findKnown,
  findNameTypos,
  findSimilarNames,
} from "./lookups.store.ts";
import type { ParsedQuery } from "./query.ts";
import { planAreaLookups } from "./plan-area-lookups.ts";
import { has, joinedKey, tokenRange, type TokenSet } from "./tokens.ts";

const TYPO_MIN_LETTERS = 5;
const TYPO_MAX_LETTERS = 40;
const TWO_TYPOS_MIN_LETTERS = 9;
/** So many ways to divide the words are tried with typing errors; each takes some hundred lookups. */
const READINGS_MAX = 2;

interface Reading {
  readonly key: string;
  readonly area: string;
  readonly nameCovers: TokenSet;
  readonly areaCovers: TokenSet;
}

/** Streets and places of regions with one typo in the name or in the town, where the other one is right; or alone. */
export async function findAddressTypos(ctx: PlacesContext, query: ParsedQuery): Promise<AreaHit[]> {
  const { names, areas } = planAreaLookups(query);
  const inAreas = areas
    .flatMap(({ key, covers }) => longestName(query, covers, key))
    .filter(({ key }) => mayHaveTypo(key));
  const inTypos = names
    .filter(({ key }) => key.length > 2)
    .flatMap(({ key, covers }) =>
      longestName(query, covers, "").map((area) => ({
        key,
        area: area.key,
        nameCovers: covers,
        areaCovers: area.nameCovers,
      })),
    )
    .filter(({ area }) => mayHaveTypo(area));
  const isOneName = inAreas.length === 0 && inTypos.length === 0;
  const inBoth = isOneName ? [] : await findInOneOf(ctx, inAreas, inTypos);
  if (inBoth.length > 0) return inBoth;

  const alone = longestName(query, 0, EVERYWHERE).filter(({ key }) => mayHaveTypo(key));
  return findEach(ctx, alone, ({ key }) => key, findNameTypos);
}

/** Misspelt names in areas that exist, else names that exist in misspelt areas. */
async function findInOneOf(
  ctx: PlacesContext,
  inAreas: readonly Reading[],
  inTypos: readonly Reading[],
): Promise<AreaHit[]> {
  const known = await findKnown(
    ctx,
    inAreas.map(({ area }) => area),
    inTypos.map(({ key }) => key),
  );
  const ofAreas = inAreas.filter(({ area }) => known.areas.has(area));
  const named = await findEach(ctx, ofAreas, ({ key }) => key, findNameTypos);
  if (named.length > 0) return named;

  const ofNames = inTypos.filter(({ key }) => known.keys.has(key));
  const inMisspelt = await findEach(ctx, ofNames, ({ area }) => area, findAreaTypos);
  return inMisspelt.length > 0 ? inMisspelt : findWithTwoTypos(ctx, ofAreas);
}

/** "Gumpendofer Strase" of Vienna. */
async function findWithTwoTypos(
  ctx: PlacesContext,
  readings: readonly Reading[],
): Promise<AreaHit[]> {
  const long = readings.filter(({ key }) => key.length >= TWO_TYPOS_MIN_LETTERS);
  const found = await Promise.all(
    long.slice(0, READINGS_MAX).map(async (reading) => {
      const similar = await findSimilarNames(ctx, reading.area, reading.key);
      const patterns = similar.map((key) => ({
        head: key,
        pattern: key,
      }));
      return patterns.length === 0
        ? []
        : findNameTypos(ctx, {
            ...reading,
            patterns,
          });
    }),
  );
  return found.flat();
}

const mayHaveTypo = (key: string) =>
  key.length >= TYPO_MIN_LETTERS && key.length <= TYPO_MAX_LETTERS;

async function findEach(
  ctx: PlacesContext,
  readings: readonly Reading[],
  misspelt: (reading: Reading) => string,
  find: (ctx: PlacesContext, typo: AreaTypo) => Promise<AreaHit[]>,
): Promise<AreaHit[]> {
  // The longest first: "Bad Ragaz" rather than "Ragaz".
  const tried = readings.toSorted(
    (a, b) => b.area.length + b.key.length - a.area.length - a.key.length,
  );
  const found = await Promise.all(
    tried.slice(0, READINGS_MAX).map((reading) =>
      find(ctx, {
        ...reading,
        patterns: typoPatterns(misspelt(reading)),
      }),
    ),
  );
  return found.flat();
}

/** The longest run of words outside of the tokens, without numbers, kinds of streets and the like at its ends. */
function longestName(query: ParsedQuery, without: TokenSet, area: string): Reading[] {
  const { tokens, aside } = query;
  let best: Reading | undefined;
  for (let from = 0; from < tokens.length; from++) {
    if (has(without | aside, from)) continue;
    let end = from;
    while (end + 1 < tokens.length && !has(without, end + 1)) end++;
    while (end > from && has(aside, end)) end--;
    const words = tokens.slice(from, end + 1);
    const key = joinedKey(words);
    const nameCovers = tokenRange(from, end + 1);
    if (key.length > (best?.key.length ?? 0))
      best = {
        key,
        area,
        nameCovers,
        areaCovers: without,
      };
    from = end;
  }
  return best ? [best] : [];
}
