import type { KnownPlace, PlacePrediction, PlaceQuery } from "@commonlane/contract/places";
import type { LatLng } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import { timeZoneAt } from "#platform/time-zone.ts";
import { boxesAround } from "./boxes.ts";
import type { Geocoder } from "./geocoder.ts";
import { foldName, slipsOf } from "./names.ts";
import {
  findPlaceRow,
  type Hit,
  hitsAfterSlip,
  hitsStarting,
  hitsStartingIn,
  nearestRowIn,
  type PlaceRow,
  type Reader,
  someNearRows,
} from "./places.store.ts";
import { type Asked, countryOf, rank } from "./ranking.ts";

/** The places of GeoNames in our own database: towns and villages, no streets. */
export const geoNames = (ctx: Reader): Geocoder => ({
  predict: (query) => predict(ctx, query),
  find: (placeId) => find(ctx, placeId),
  nearest: (position) => nearest(ctx, position),
});

const MIN_LETTERS = 2;
// One sign of these scripts says as much as a syllable.
const SIGN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const SHORT_MAX = 3;
const SLIP_MIN_LETTERS = 4;
/** Longer than any name by which a slip could be found, and it bounds the work. */
const SLIP_MAX_LETTERS = 40;
/** Who has typed the full name of a town of this size made no slip. */
const FOUND_POPULATION = 2000;
const NEAR_M = 100_000;

async function predict(ctx: Reader, { query, lat, lng, limit }: PlaceQuery): Promise<PlacePrediction[]> {
  const [name = "", ...within] = query.split(",");
  const near = lat === undefined || lng === undefined ? undefined : { lat, lng };
  const asked = { key: foldName(name), within: foldName(within.at(-1) ?? ""), near };
  const letters = Array.from(asked.key).length;
  if (letters < MIN_LETTERS && !SIGN.test(asked.key)) return [];
  const around = near ? await hitsStartingIn(ctx, asked.key, boxesAround(near, NEAR_M)) : [];
  const ranked = rank([...around, ...(await startingWith(ctx, asked.key, letters, limit))], asked);
  const found =
    ranked.length >= limit || ranked.some((hit) => hit.key === asked.key && hit.population >= FOUND_POPULATION);
  // Three letters begin some name almost always; when they do not, one of them is wrong.
  const least = ranked.length > 0 ? SLIP_MIN_LETTERS : SLIP_MIN_LETTERS - 1;
  if (found || letters < least || letters > SLIP_MAX_LETTERS) return told(ranked, asked, limit);
  return told(rank([...ranked, ...(await hitsAfterSlip(ctx, slipsOf(asked.key)))], asked), asked, limit);
}

/** Thousands of names share their first letters; of those the large towns are enough, if there are any. */
async function startingWith(ctx: Reader, key: string, letters: number, limit: number): Promise<Hit[]> {
  if (letters <= SHORT_MAX) {
    const cities = await hitsStarting(ctx, key, { cities: true });
    if (new Set(cities.map(({ id }) => id)).size >= limit) return cities;
  }
  return hitsStarting(ctx, key, { cities: false });
}

const told = (ranked: readonly Hit[], { key }: Asked, limit: number): PlacePrediction[] =>
  ranked.slice(0, limit).map((hit) => ({ ...labelOf(hit), detail: detailOf(hit, key) }));

/** The region, and before it the name by which the place was found where the label does not show it. */
function detailOf({ name, alias, region }: Hit, key: string): string {
  const shown = alias === null || alias === name || foldName(name).startsWith(key);
  return [shown ? "" : alias, region].filter((part) => part !== "").join(" · ");
}

// Places that GeoNames gave no number that we know have one of ours, below zero.
const PLACE_ID = /^(gn|cl):([1-9]\d{0,9})$/;
const ID_MAX = 2 ** 31;

const placeIdOf = (id: number) => (id > 0 ? `gn:${id}` : `cl:${-id}`);

async function find(ctx: Reader, placeId: string): Promise<KnownPlace | undefined> {
  const [, source, digits] = PLACE_ID.exec(placeId) ?? [];
  const number = Number(digits);
  if (source === undefined || number >= ID_MAX) return undefined;
  const row = await findPlaceRow(ctx, source === "gn" ? number : -number);
  return row && placeOf(row);
}

/**
 * Exact on the sphere. A place that is near on the flat map bounds how far away the nearest can be; whatever is inside
 * that circle is then compared.
 */
async function nearest(ctx: Reader, position: LatLng) {
  const row = await nearestRow(ctx, position);
  return row && { ...placeOf(row), distanceM: Math.round(distanceM(position, row)) };
}

/** The country of the nearest town, as its two letters. */
export const countryAt = async (ctx: Reader, position: LatLng): Promise<string | undefined> =>
  (await nearestRow(ctx, position))?.country;

async function nearestRow(ctx: Reader, position: LatLng): Promise<PlaceRow | undefined> {
  const some = await someNearRows(ctx, position);
  const bound = Math.min(...some.map((row) => distanceM(position, row)));
  return some.length > 0 ? nearestRowIn(ctx, position, boxesAround(position, bound)) : undefined;
}

const labelOf = ({ id, name, country }: PlaceRow) => ({
  placeId: placeIdOf(id),
  label: `${name}, ${countryOf(country)}`,
});
export const placeOf = (row: PlaceRow): KnownPlace => ({
  ...labelOf(row),
  lat: row.lat,
  lng: row.lng,
  timeZone: timeZoneAt(row),
});
