import { DEFAULT_LANGUAGE, type Language } from "@commonlane/contract/languages";
import type { PlaceDetails } from "@commonlane/contract/places";
import type { LatLng } from "@commonlane/contract/shapes";
import { timeZoneAt } from "#platform/time-zone.ts";
import { nameIn } from "./local-names.ts";
import { placeIdOf, type PlaceReference, regionOfRows } from "./place-id.ts";
import { countryName, joinLabel, labelOf } from "./place-label.ts";
import type { PlaceRow } from "./places.store.ts";
import { stateIn } from "./state-names.ts";

/** Countries that write the number before the street. */
const NUMBER_FIRST = new Set(["AU", "CA", "FR", "GB", "IE", "IN", "LU", "MC", "NZ", "US", "ZA"]);

const HOUSE_ID = /^rg:([^:]{1,64}):([1-9]\d{0,15}):([a-z0-9.-]{1,40})$/;

/** Id of a house: that of its street and the key of its number. Letters that an id cannot have are written as codes. */
const houseIdOf = (street: PlaceReference, number: string): string =>
  `${placeIdOf(street)}:${number.replaceAll(/[^a-z0-9-]/gu, (letter) => `.${letter.codePointAt(0)?.toString(36)}.`)}`;

/** Undefined if it is not the id of a house. */
export function parseHouseId(placeId: string):
  | {
      region: string;
      streetId: number;
      number: string;
    }
  | undefined {
  const [, region, id, number] = HOUSE_ID.exec(placeId) ?? [];
  if (region === undefined || number === undefined || !Number.isSafeInteger(Number(id)))
    return undefined;
  const decoded = number.replaceAll(/\.([a-z0-9]{1,5})\./g, (text, code: string) => {
    const point = Number.parseInt(code, 36);
    return point <= 0x10_ff_ff ? String.fromCodePoint(point) : text;
  });
  return {
    region: regionOfRows(region),
    streetId: Number(id),
    number: decoded,
  };
}

const CORNER_ID = /^rg:([^:]{1,40}):([1-9]\d{0,15})\+([1-9]\d{0,15})$/u;

/** Id of the corner of two streets of one region. */
const cornerIdOf = (first: PlaceReference, second: PlaceReference): string =>
  `${placeIdOf(first)}+${second.id}`;

/** Undefined if it is not the id of a corner. */
export function parseCornerId(placeId: string):
  | {
      region: string;
      first: number;
      second: number;
    }
  | undefined {
  const [, region, first, second] = CORNER_ID.exec(placeId) ?? [];
  const corner = {
    region: regionOfRows(region ?? ""),
    first: Number(first),
    second: Number(second),
  };
  return Number.isSafeInteger(corner.first) && Number.isSafeInteger(corner.second)
    ? corner
    : undefined;
}

/** "103 bis" */
const BEFORE_WORD = /(?<=\d)(?=\p{L}{2})/u;

/** What of a place is meant, if it is a street: one of its houses, or its corner with another one. */
export interface PlacePart {
  readonly number?: string | undefined;
  readonly corner?: PlaceRow | undefined;
}

export function describePlace(
  place: PlaceRow,
  { number = "", corner }: PlacePart,
  language: Language = DEFAULT_LANGUAGE,
): Pick<PlaceDetails, "placeId" | "kind" | "label"> {
  if (corner)
    return {
      placeId: cornerIdOf(place, corner),
      kind: "street",
      label: cornerLabel(place, corner, language),
    };
  if (number === "")
    return {
      placeId: placeIdOf(place),
      kind: place.kind,
      label: labelOf(place, language),
    };
  return {
    placeId: houseIdOf(place, number),
    kind: "address",
    label: addressLabel(place, number, language),
  };
}

/** "Städtle 12, Vaduz, Liechtenstein" */
function addressLabel(place: PlaceRow, number: string, language: Language): string {
  const shown = number.replaceAll("_", " ").replace(BEFORE_WORD, " ");
  const name = nameIn(language, place);
  return joinAddress(
    NUMBER_FIRST.has(place.country) ? `${shown} ${name}` : `${name} ${shown}`,
    place,
    language,
  );
}

/** "Städtle & Äulestrasse, Vaduz, Liechtenstein" */
const cornerLabel = (first: PlaceRow, second: PlaceRow, language: Language): string =>
  joinAddress(`${nameIn(language, first)} & ${nameIn(language, second)}`, first, language);

const joinAddress = (address: string, { town, country }: PlaceRow, language: Language): string =>
  joinLabel([address, town, country === "" ? "" : countryName(country, language)], language);

/** Distinguishes places of regions with the same name in the same town. */
export function regionDetail(place: PlaceRow, language: Language): string {
  const { postcode, district, state, town, name } = place;
  const stateName = state === town || state === name ? "" : stateIn(language, place);
  return [postcode, district, stateName]
    .filter(
      (part, n, parts) =>
        part !== "" && part !== town && part !== name && parts.indexOf(part) === n,
    )
    .join(" · ");
}

/** `at` is where the part of the place is. */
export const toPlaceDetails = (
  place: PlaceRow,
  language: Language | undefined,
  part: PlacePart = {},
  { lat, lng }: LatLng = place,
): PlaceDetails => ({
  ...describePlace(place, part, language),
  lat,
  lng,
  timeZone: timeZoneAt({ lat, lng }),
});
