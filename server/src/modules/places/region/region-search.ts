import type { LatLng } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import { nearness } from "../importance.ts";
import { foldName, typoPatterns } from "../name-matching.ts";
import type { PlacesContext } from "../places.store.ts";
import { cellsAround } from "./area-keys.ts";
import { type AddressQuery, parseAddress } from "./parse-address.ts";
import {
  type AreaHit,
  type AreaLookup,
  findHouses,
  findInAreaByTypo,
  findInAreas,
  findInAreaTypos,
  findKnown,
  type House,
} from "./region-search.store.ts";

/** A place of a region for a query. */
export interface RegionMatch extends AreaHit {
  /** Higher is better; `scoreOf` explains the scale. */
  readonly score: number;
  readonly fit: Fit;
  /** The house with the number that was typed. */
  readonly house: House | undefined;
  /** What was typed and is not there: a house number. */
  readonly ignored: string | undefined;
}

/**
 * How sure it is that the place was meant: its complete name with its town or a house number, one of the two, the
 * beginning of its name, or a name with a typo.
 */
export type Fit = "sure" | "likely" | "part" | "typo";

interface Scored extends AreaHit {
  readonly score: number;
  readonly fit: Fit;
}

// The scale of the world's places: powers of ten of a town's population.
const FULL_NAME = 2;
/** All that was typed is its name: "Schaan Bahnhof" is the stop of that name rather than another station in Schaan. */
const WHOLE_TEXT = 2.5;
/** The town, district or postcode was typed. */
const IN_AREA = 3;
const OWN_TOWN = 0.5;
/** Or the beginning of it, such as "Triesen" of Triesenberg. */
const AREA_BEGUN = 1;
/** Who types the name of a street means it rather than the car park or the stop there. */
const STREET = 0.7;
/** Streets with the same name count as different if they are a few kilometres apart. */
const VERY_NEAR = 1;
const VERY_NEAR_FADES_M = 6000;
const TYPO = -2;
const WITH_HOUSE = 1.5;
const OTHER_POSTCODE = -1.5;
const SAME_POSTCODE = 1;
const OTHER_COUNTRY = -3;
/** "Uni Liechtenstein" is the place that has the country in its name, rather than another university there. */
const COUNTRY_IN_NAME = 1;
/** It is found by the beginning of its own name rather than by a later word, another name or what such places are called. */
const BEGINS_SO = 0.5;

const MIN_LETTERS = 3;
const TYPO_MIN_LETTERS = 5;
const TYPO_MAX_LETTERS = 40;
/** So many ways to divide the words are tried with typing errors; each takes some hundred lookups. */
const TYPO_READINGS = 2;
const CANDIDATES_MAX = 24;

/**
 * Streets and named places of regions for a query, best first. All words of the query are the name, a town or district,
 * a postcode, a house number or a country.
 */
export async function searchRegions(
  ctx: PlacesContext,
  text: string,
  near: LatLng | undefined,
  limit: number,
): Promise<RegionMatch[]> {
  const query = parseAddress(text);
  if (!query) return [];
  const hits = await findExact(ctx, query, near);
  const exact = rank(hits, query, near, false);
  const found = exact.length > 0 ? exact : rank(await findWithTypo(ctx, query), query, near, true);
  return (await addHouses(ctx, found.slice(0, CANDIDATES_MAX), query)).slice(0, limit);
}

const isLong = (key: string, letters: number) => Array.from(key).length >= letters;

async function findExact(ctx: PlacesContext, query: AddressQuery, near: LatLng | undefined): Promise<AreaHit[]> {
  const { readings, postcode } = query;
  const [whole, ...divided] = readings;
  const lookups = divided.flatMap(({ keys, area }) => keys.map((key): AreaLookup => ({ key, area })));
  const inAreas = lookups.filter(({ key }) => isLong(key, 1));
  const keys = (whole?.keys ?? []).filter((key) => isLong(key, MIN_LETTERS));
  const inPostcode = postcode === "" ? [] : keys.map((key) => ({ key, area: postcode }));
  const cells = near ? cellsAround(near.lat, near.lng) : [];
  return findInAreas(ctx, { inAreas: [...inAreas, ...inPostcode], areaPrefixes: lookups, keys, cells });
}

/** One typo in the name or in the town, where the other one is right; or in a name alone. */
async function findWithTypo(ctx: PlacesContext, { readings, postcode }: AddressQuery): Promise<AreaHit[]> {
  const areas = [...readings.map(({ area }) => area), postcode].filter((area) => area !== "");
  const known = await findKnown(
    ctx,
    areas,
    readings.flatMap(({ keys }) => keys),
  );
  const [whole, ...divided] = readings;
  const inTowns = divided
    .filter(({ area, keys }) => known.areas.has(area) && canHaveTypo(keys[0]))
    // The longest town: "Bad Ragaz" rather than "Ragaz".
    .toSorted((a, b) => b.area.length - a.area.length)
    .slice(0, TYPO_READINGS);
  const hits = await Promise.all(
    inTowns.map(({ area, keys }) => findInAreaByTypo(ctx, area, typoPatterns(keys[0] ?? ""))),
  );
  if (hits.flat().length > 0) return hits.flat();
  const ofTowns = divided
    .flatMap(({ area, keys }) => keys.filter((key) => known.keys.has(key)).map((key) => ({ key, area })))
    .filter(({ key, area }) => canHaveTypo(area) && isLong(key, MIN_LETTERS))
    .toSorted((a, b) => b.key.length - a.key.length)
    .slice(0, TYPO_READINGS);
  const inMisspelt = await Promise.all(ofTowns.map(({ key, area }) => findInAreaTypos(ctx, key, typoPatterns(area))));
  if (inMisspelt.flat().length > 0) return inMisspelt.flat();
  const key = whole?.keys[0];
  const alone = postcode !== "" && known.areas.has(postcode) ? postcode : "";
  return canHaveTypo(key) ? findInAreaByTypo(ctx, alone, typoPatterns(key ?? "")) : [];
}

const canHaveTypo = (key = "") => isLong(key, TYPO_MIN_LETTERS) && !isLong(key, TYPO_MAX_LETTERS + 1);

/** One match per place, by its best reading. */
function rank(hits: readonly AreaHit[], query: AddressQuery, near: LatLng | undefined, hasTypo: boolean): Scored[] {
  const best = new Map<string, Scored>();
  for (const hit of hits) {
    const score = scoreOf(hit, query, near, hasTypo);
    const id = `${hit.region} ${hit.id}`;
    if (score > (best.get(id)?.score ?? -Infinity)) best.set(id, { ...hit, score, fit: fitOf(hit, query, hasTypo) });
  }
  return [...best.values()].toSorted((a, b) => b.score - a.score || a.id - b.id);
}

function scoreOf(hit: AreaHit, query: AddressQuery, near: LatLng | undefined, hasTypo: boolean): number {
  let score = hit.importance / 100;
  if (hasTypo) score += TYPO;
  if (query.readings.some(({ keys }) => keys.includes(hit.key)))
    score += FULL_NAME + (hit.kind === "street" ? STREET : 0);
  const name = foldName(hit.name);
  if (query.readings[0]?.keys.includes(name)) score += WHOLE_TEXT;
  if (isInArea(hit.area, query)) score += IN_AREA + (hit.area === foldName(hit.town) ? OWN_TOWN : 0);
  else if (isTyped(hit.area)) score += AREA_BEGUN;
  if (query.postcode !== "" && hit.postcode !== "")
    score += foldName(hit.postcode) === query.postcode ? SAME_POSTCODE : OTHER_POSTCODE;
  if (query.country !== undefined && hit.country !== query.country) score += OTHER_COUNTRY;
  if (name.startsWith(hit.key)) score += BEGINS_SO;
  if (query.countryKey !== "" && name.includes(query.countryKey)) score += COUNTRY_IN_NAME;
  // A house number belongs to a street.
  if (query.house && hit.kind !== "street") score -= 1;
  if (near) {
    const metres = distanceM(near, hit);
    score += nearness(metres) + VERY_NEAR * Math.exp(-metres / VERY_NEAR_FADES_M);
  }
  return score;
}

function fitOf({ key, area }: AreaHit, query: AddressQuery, hasTypo: boolean): Fit {
  if (hasTypo) return "typo";
  const isFull = query.readings.some(({ keys }) => keys.includes(key));
  if (isFull && isInArea(area, query)) return "sure";
  return isFull || isTyped(area) ? "likely" : "part";
}

/** The complete name of the area was typed, or its postcode. */
const isInArea = (area: string, { readings, postcode }: AddressQuery): boolean =>
  area !== "" && (area === postcode || readings.some((reading) => reading.area === area));

const isTyped = (area: string) => area !== "" && !area.startsWith("@");

async function addHouses(
  ctx: PlacesContext,
  found: readonly Scored[],
  { house }: AddressQuery,
): Promise<RegionMatch[]> {
  const streets = found.filter(({ kind }) => kind === "street");
  if (!house || streets.length === 0) return found.map((hit) => ({ ...hit, house: undefined, ignored: undefined }));
  const digits = /^\d+/.exec(house.key)?.[0] ?? "";
  const houses = await findHouses(ctx, streets, [house.key, digits]);
  return found
    .map((hit): RegionMatch => {
      const own = houses.filter(({ region, street_id: street }) => region === hit.region && street === hit.id);
      const match = hit.kind === "street" ? bestHouse(own, house.key) : undefined;
      const isFound = match !== undefined && (match.number === house.key || isInRange(house.key, match.number));
      return {
        ...hit,
        house: isFound ? match : undefined,
        fit: isFound && hit.fit === "likely" ? "sure" : hit.fit,
        ignored: isFound || hit.kind !== "street" ? undefined : house.text,
        score: hit.score + (isFound ? WITH_HOUSE : 0),
      };
    })
    .toSorted((a, b) => b.score - a.score);
}

const bestHouse = (houses: readonly House[], key: string): House | undefined =>
  houses.find(({ number }) => number === key) ?? houses.find(({ number }) => isInRange(key, number));

/** "14" is in "12-16". */
function isInRange(key: string, range: string): boolean {
  const [, from, to] = /^(\d+)[a-z]?-(\d+)[a-z]?$/.exec(range) ?? [];
  return from !== undefined && /^\d+$/.test(key) && Number(from) <= Number(key) && Number(key) <= Number(to);
}
