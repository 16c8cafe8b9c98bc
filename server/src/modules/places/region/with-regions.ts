import type { Language } from "@commonlane/contract/languages";
import type { PlaceKind, PlacePrediction, PlaceQuery } from "@commonlane/contract/places";
import type { LatLng } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import { foldName } from "../name-matching.ts";
import type { Geocoder } from "../geocoding/geocoder.ts";
import { findPlaceRow, type PlacesContext } from "../places.store.ts";
import { kindOfWord } from "../search/kind-words.ts";
import { parseHouseId, toAddressDetails, toRegionPrediction } from "./address-labels.ts";
import { findNearestAddress } from "./nearest-address.store.ts";
import { findHouses } from "./region-search.store.ts";
import { type Fit, type RegionMatch, searchRegions } from "./region-search.ts";

/** Puts the streets, houses and named places of regions beside the places of the world. */
export const withRegions = (ctx: PlacesContext, world: Geocoder): Geocoder => ({
  predict: (query) => predict(ctx, world, query),
  findPlace: async (placeId) => (await findHouse(ctx, placeId)) ?? world.findPlace(placeId),
  async findNearest(position) {
    const address = await findNearestAddress(ctx, position);
    if (!address) return world.findNearest(position);
    return {
      ...toAddressDetails(address, address.number, address, ctx.language),
      distanceM: Math.round(address.distanceM),
    };
  },
});

async function findHouse(ctx: PlacesContext, placeId: string) {
  const id = parseHouseId(placeId);
  const street = id && (await findPlaceRow(ctx, id.region, id.streetId));
  if (!id || street?.kind !== "street") return undefined;
  const houses = await findHouses(ctx, [street], [id.number]);
  const house = houses.find(({ number }) => number === id.number);
  return house && toAddressDetails(street, house.number, house, ctx.language);
}

async function predict(ctx: PlacesContext, world: Geocoder, query: PlaceQuery): Promise<PlacePrediction[]> {
  const near = query.lat === undefined || query.lng === undefined ? undefined : { lat: query.lat, lng: query.lng };
  const found = await searchRegions(ctx, query.query, near, query.limit);
  // Who types a street, its town and a number means no other place of the world.
  const isAddress = found.some(({ fit, house, ignored }) => fit === "sure" && (house ?? ignored) !== undefined);
  const ofWorld = isAddress ? [] : await world.predict(query);
  const kind = kindOfWord(foldName(query.query));
  if (kind) return mergeOfKind(kind, found, ofWorld, ctx.language).slice(0, query.limit);
  return merge(found, ofWorld, { text: query.query, near, language: ctx.language }).slice(0, query.limit);
}

/** A place of a region that is further away is not what "near" means. */
const NEAR_M = 60_000;
/** The likeliest town or airport comes before places near that only begin like the text, and then a few of these. */
const PARTS_FIRST = 2;
/** "Zürich" is hardly a typing error of "Zur Schule". */
const WITHOUT_TYPO_FIRST = 2;
const OF_KIND_FIRST = 5;

const STREET_WORD =
  /(?:str|straße|strasse|gasse|weg|platz|allee|street|road|lane|avenue)\b|\b(?:rue|av|avenue|via|viale|calle|carrer|avinguda|plaça|plaza|piazza)\b/iu;
const TOWN_KINDS: ReadonlySet<PlaceKind> = new Set(["town", "village", "district", "postcode"]);

/** There are too many of them for one far away to be meant by the beginning of its name. */
const SMALL_KINDS: ReadonlySet<PlaceKind> = new Set(["station", "stop"]);

const isTown = ({ kind }: PlacePrediction) => TOWN_KINDS.has(kind);
const isLarge = ({ kind }: PlacePrediction) => !SMALL_KINDS.has(kind);

/** A street that is not known leaves its town rather than a place with a similar name. */
const townsFirst = (predictions: readonly PlacePrediction[]): PlacePrediction[] => {
  if (predictions.some(({ ignored }) => ignored === undefined)) return [...predictions];
  return [...predictions.filter(isTown), ...predictions.filter((prediction) => !isTown(prediction))];
};

/** "Hospital" alone: the world's search knows those around, also of regions. */
const mergeOfKind = (
  kind: PlaceKind,
  found: readonly RegionMatch[],
  ofWorld: readonly PlacePrediction[],
  language: Language | undefined,
): PlacePrediction[] => {
  const others = found.filter((match) => match.kind !== kind).map((match) => toRegionPrediction(match, language));
  return withoutCopies([...ofWorld.slice(0, OF_KIND_FIRST), ...others, ...ofWorld.slice(OF_KIND_FIRST)]);
};

/** The order of both lists stays; where they meet depends on how sure each match is. */
function merge(
  found: readonly RegionMatch[],
  ofWorld: readonly PlacePrediction[],
  { text, near, language }: { text: string; near: LatLng | undefined; language: Language | undefined },
): PlacePrediction[] {
  const toPrediction = (match: RegionMatch) => toRegionPrediction(match, language);
  if (found.length === 0) return withoutCopies(STREET_WORD.test(text) ? townsFirst(ofWorld) : ofWorld);
  const isNear = (match: RegionMatch) => near === undefined || distanceM(near, match) <= NEAR_M;
  const ofFit = (...fits: readonly Fit[]) =>
    found.filter((match) => fits.includes(match.fit) && isNear(match)).map(toPrediction);
  const far = found.filter((match) => match.fit !== "sure" && !isNear(match)).map(toPrediction);
  // What the world's places leave out of the text, the region's places explain.
  const whole = ofWorld.filter(({ ignored }) => ignored === undefined);
  const isNamed = ({ label }: PlacePrediction) => foldName(label.split(/[,،]/u)[0] ?? "") === foldName(text);
  const named = whole.filter((prediction) => isTown(prediction) && isNamed(prediction));
  const sure = found.filter(({ fit }) => fit === "sure").map(toPrediction);
  const parts = ofFit("part", "typo");
  const hasTypo = found.some(({ fit }) => fit === "typo");
  const first = hasTypo ? whole.slice(0, WITHOUT_TYPO_FIRST) : whole.slice(0, 1).filter(isLarge);
  return withoutCopies([
    ...named.slice(0, 1),
    ...sure,
    ...ofFit("likely"),
    ...first,
    ...parts.slice(0, PARTS_FIRST),
    ...whole.slice(first.length),
    ...parts.slice(PARTS_FIRST),
    ...far,
  ]);
}

/** Towns and stations may be in the world's data and in that of a region. */
function withoutCopies(predictions: readonly PlacePrediction[]): PlacePrediction[] {
  const shown = new Set<string>();
  return predictions.filter(({ placeId, kind, label, detail }) => {
    const isStreet = kind === "street" || kind === "address";
    const names = [placeId, isStreet ? `${label}\t${detail}` : label];
    if (names.some((name) => shown.has(name))) return false;
    for (const name of names) shown.add(name);
    return true;
  });
}
