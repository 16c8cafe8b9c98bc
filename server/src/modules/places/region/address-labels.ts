import { DEFAULT_LANGUAGE, type Language } from "@commonlane/contract/languages";
import type { PlaceDetails, PlacePrediction } from "@commonlane/contract/places";
import type { LatLng } from "@commonlane/contract/shapes";
import { timeZoneAt } from "#platform/time-zone.ts";
import { placeIdOf, type PlaceReference, regionOfRows } from "../place-id.ts";
import { countryName, joinLabel, labelOf } from "../place-label.ts";
import type { PlaceRow } from "../places.store.ts";
import { stateIn } from "../state-names.ts";
import type { RegionMatch } from "./region-search.ts";

/** Countries that write the number before the street. */
const NUMBER_FIRST = new Set(["AU", "CA", "FR", "GB", "IE", "IN", "LU", "MC", "NZ", "US", "ZA"]);

const HOUSE_ID = /^rg:([^:]{1,64}):([1-9]\d{0,15}):([a-z0-9.-]{1,40})$/;

/** Id of a house: that of its street and the key of its number. Letters that an id cannot have are written as codes. */
const houseIdOf = (street: PlaceReference, number: string): string =>
  `${placeIdOf(street)}:${number.replaceAll(/[^a-z0-9-]/gu, (letter) => `.${letter.codePointAt(0)?.toString(36)}.`)}`;

/** Undefined if it is not the id of a house. */
export function parseHouseId(placeId: string): { region: string; streetId: number; number: string } | undefined {
  const [, region, id, number] = HOUSE_ID.exec(placeId) ?? [];
  if (region === undefined || number === undefined || !Number.isSafeInteger(Number(id))) return undefined;
  const decoded = number.replaceAll(/\.([a-z0-9]{1,5})\./g, (text, code: string) => {
    const point = Number.parseInt(code, 36);
    return point <= 0x10_ff_ff ? String.fromCodePoint(point) : text;
  });
  return { region: regionOfRows(region), streetId: Number(id), number: decoded };
}

/** "Städtle 12, Vaduz, Liechtenstein"; without a number, the label of the place. */
function addressLabel(place: PlaceRow, number: string, language: Language | undefined): string {
  if (number === "") return labelOf(place, language).label;
  const { name, town, country } = place;
  const house = NUMBER_FIRST.has(country) ? `${number} ${name}` : `${name} ${number}`;
  return joinLabel([house, town, country === "" ? "" : countryName(country, language)], language);
}

export function toRegionPrediction(match: RegionMatch, language: Language | undefined): PlacePrediction {
  const { house, ignored } = match;
  return {
    placeId: house ? houseIdOf(match, house.number) : placeIdOf(match),
    kind: house ? "address" : match.kind,
    label: addressLabel(match, house?.number ?? "", language),
    detail: detailOf(match, language),
    ...(ignored !== undefined && { ignored }),
  };
}

/** Distinguishes streets with the same name in the same town. */
function detailOf(match: RegionMatch, language: Language = DEFAULT_LANGUAGE): string {
  const { postcode, district, state, town, name } = match;
  const stateName = state === town || state === name ? "" : stateIn(language, match);
  return [postcode, district, stateName]
    .filter((part, n, parts) => part !== "" && part !== town && part !== name && parts.indexOf(part) === n)
    .join(" · ");
}

export const toAddressDetails = (
  street: PlaceRow,
  number: string,
  { lat, lng }: LatLng,
  language: Language | undefined,
): PlaceDetails => ({
  placeId: number === "" ? placeIdOf(street) : houseIdOf(street, number),
  kind: number === "" ? street.kind : "address",
  label: addressLabel(street, number, language),
  lat,
  lng,
  timeZone: timeZoneAt({ lat, lng }),
});
