import type { PlaceDetails, PlacePrediction, PlaceQuery } from "@commonlane/contract/places";
import type { LatLng } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import { timeZoneAt } from "#platform/time-zone.ts";
import { boxesAround } from "./bounding-boxes.ts";
import type { Geocoder } from "./geocoding/geocoder.ts";
import { importanceOf } from "./importance.ts";
import { foldName, typoPatterns } from "./name-matching.ts";
import {
  findPlaceRow,
  type PlaceHit,
  findByTypo,
  findByPrefix,
  findByPrefixIn,
  findNearestIn,
  type PlaceRow,
  type PlacesContext,
  findRoughlyNearest,
} from "./places.store.ts";
import { parsePlaceId, placeIdOf } from "./place-id.ts";
import { type NameQuery, countryName, rankPlaces } from "./place-ranking.ts";

/** GeoNames places in our own database: towns and villages, no streets. */
export const createGeoNamesGeocoder = (ctx: PlacesContext): Geocoder => ({
  predict: (query) => predict(ctx, query),
  findPlace: (placeId) => findPlace(ctx, placeId),
  findNearest: (position) => findNearest(ctx, position),
});

const MIN_LETTERS = 2;
// One character of these scripts carries as much information as a syllable.
const SYLLABLE_SIGN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const SHORT_MAX = 3;
const TYPO_MIN_LETTERS = 4;
/** Longer than any name that a typo search could find. Limits the work. */
const TYPO_MAX_LETTERS = 40;
/** The full name of a town of this size is not treated as a typo. */
const NO_TYPO_IMPORTANCE = importanceOf(2000);
const NEAR_M = 100_000;

async function predict(ctx: PlacesContext, { query, lat, lng, limit }: PlaceQuery): Promise<PlacePrediction[]> {
  const [name = "", ...within] = query.split(",");
  const near = lat === undefined || lng === undefined ? undefined : { lat, lng };
  const nameQuery = { key: foldName(name), within: foldName(within.at(-1) ?? ""), near };
  const letters = Array.from(nameQuery.key).length;
  if (letters < MIN_LETTERS && !SYLLABLE_SIGN.test(nameQuery.key)) return [];
  const around = near ? await findByPrefixIn(ctx, nameQuery.key, boxesAround(near, NEAR_M)) : [];
  const ranked = rankPlaces([...around, ...(await findStartingWith(ctx, nameQuery.key, letters, limit))], nameQuery);
  const found =
    ranked.length >= limit || ranked.some((hit) => hit.key === nameQuery.key && hit.importance >= NO_TYPO_IMPORTANCE);
  // Three letters almost always begin some name. If they do not, one of them is probably wrong.
  const minLetters = ranked.length > 0 ? TYPO_MIN_LETTERS : TYPO_MIN_LETTERS - 1;
  if (found || letters < minLetters || letters > TYPO_MAX_LETTERS) return toPredictions(ranked, nameQuery, limit);
  return toPredictions(
    rankPlaces([...ranked, ...(await findByTypo(ctx, typoPatterns(nameQuery.key)))], nameQuery),
    nameQuery,
    limit,
  );
}

/** Thousands of names share their first letters. The large towns among them are enough, if there are any. */
async function findStartingWith(ctx: PlacesContext, key: string, letters: number, limit: number): Promise<PlaceHit[]> {
  if (letters <= SHORT_MAX) {
    const cities = await findByPrefix(ctx, key, { cities: true });
    if (new Set(cities.map(placeIdOf)).size >= limit) return cities;
  }
  return findByPrefix(ctx, key, { cities: false });
}

const toPredictions = (ranked: readonly PlaceHit[], { key }: NameQuery, limit: number): PlacePrediction[] =>
  ranked.slice(0, limit).map((hit) => ({ ...labelOf(hit), detail: detailOf(hit, key) }));

/** The state, preceded by the name that matched if the label does not show it. */
function detailOf({ name, alias, state }: PlaceHit, key: string): string {
  const shown = alias === null || alias === name || foldName(name).startsWith(key);
  return [shown ? "" : alias, state].filter((part) => part !== "").join(" · ");
}

async function findPlace(ctx: PlacesContext, placeId: string): Promise<PlaceDetails | undefined> {
  const key = parsePlaceId(placeId);
  const row = key && (await findPlaceRow(ctx, key.region, key.id));
  return row && toPlaceDetails(row);
}

/**
 * Exact on the sphere: a place that is near on the flat map gives an upper bound, and all places within that circle are
 * compared.
 */
async function findNearest(ctx: PlacesContext, position: LatLng) {
  const row = await findNearestRow(ctx, position);
  return row && { ...toPlaceDetails(row), distanceM: Math.round(distanceM(position, row)) };
}

/** Two-letter country code of the nearest town. */
export const findCountry = async (ctx: PlacesContext, position: LatLng): Promise<string | undefined> =>
  (await findNearestRow(ctx, position))?.country;

async function findNearestRow(ctx: PlacesContext, position: LatLng): Promise<PlaceRow | undefined> {
  const nearby = await findRoughlyNearest(ctx, position);
  const bound = Math.min(...nearby.map((row) => distanceM(position, row)));
  return nearby.length > 0 ? findNearestIn(ctx, position, boxesAround(position, bound)) : undefined;
}

const labelOf = (row: PlaceRow) => ({
  placeId: placeIdOf(row),
  kind: row.kind,
  label: [row.name, row.town, countryName(row.country)].filter((part) => part !== "").join(", "),
});
export const toPlaceDetails = (row: PlaceRow): PlaceDetails => ({
  ...labelOf(row),
  lat: row.lat,
  lng: row.lng,
  timeZone: timeZoneAt(row),
});
