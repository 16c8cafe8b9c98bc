import type { LatLng } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import { foldName } from "./name-matching.ts";
import { placeIdOf } from "./place-id.ts";
import type { PlaceHit } from "./places.store.ts";

/** A parsed query: key of the name, key of the text after a comma, and the position to rank by. */
export interface NameQuery {
  readonly key: string;
  readonly within: string;
  readonly near: LatLng | undefined;
}

// In powers of ten of population: a complete name counts as much as a hundredfold population, and a typo costs as much.
const FULL_NAME = 2;
const TYPO = -2;
const FULL_NAME_WITH_TYPO = 1;
/** A partial match in a rarely typed language must not lift the world's largest cities above the rest. */
const PART_OF_ALIAS = -0.5;
const WITHIN = 3;
const NEAR = 2.5;
const NEAR_FADES_M = 40_000;
const HAMLET_IMPORTANCE = 200;
/** The largest town whose name is exactly the input never ranks lower than third. */
const FULL_NAME_RANK = 3;

/** One hit per place, by its best name, most likely place first. */
export function rankPlaces(hits: readonly PlaceHit[], query: NameQuery): PlaceHit[] {
  const best = new Map<string, { hit: PlaceHit; score: number }>();
  for (const hit of hits) {
    const score = scoreOf(hit, query);
    const current = best.get(placeIdOf(hit));
    if (!current || score > current.score || (score === current.score && isBetterName(hit, current.hit)))
      best.set(placeIdOf(hit), { hit, score });
  }
  const ranked = [...best.values()].toSorted((a, b) => b.score - a.score || a.hit.id - b.hit.id).map(({ hit }) => hit);
  const full = ranked.findIndex(({ key }) => key === query.key);
  if (full >= FULL_NAME_RANK) ranked.splice(FULL_NAME_RANK - 1, 0, ...ranked.splice(full, 1));
  return ranked;
}

/** Of two names that match equally well, prefers the place's own name, then the shorter one. */
const isBetterName = (a: PlaceHit, b: PlaceHit) =>
  Number(a.alias !== null) - Number(b.alias !== null) < 0 ||
  (a.alias !== null && b.alias !== null && a.key.length < b.key.length);

function scoreOf(hit: PlaceHit, { key, within, near }: NameQuery): number {
  let score = Math.max(hit.importance, HAMLET_IMPORTANCE) / 100;
  if (hit.key === key) score += FULL_NAME;
  else if (hit.alias !== null) score += PART_OF_ALIAS;
  if (!hit.key.startsWith(key)) {
    score += TYPO;
    if (Math.abs(hit.key.length - key.length) <= 1) score += FULL_NAME_WITH_TYPO;
  }
  if (within !== "" && [hit.state, countryName(hit.country)].some((name) => foldName(name).startsWith(within)))
    score += WITHIN;
  if (near) score += NEAR * Math.exp(-distanceM(near, hit) / NEAR_FADES_M);
  return score;
}

const countries = new Intl.DisplayNames("en", { type: "region" });

/** English name of a country by its ISO 3166 code. */
export const countryName = (code: string): string => countries.of(code) ?? code;
