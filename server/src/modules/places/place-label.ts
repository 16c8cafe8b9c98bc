import type { PlaceDetails } from "@commonlane/contract/places";
import { timeZoneAt } from "#platform/time-zone.ts";
import { foldName } from "./name-matching.ts";
import { placeIdOf } from "./place-id.ts";
import type { PlaceRow } from "./places.store.ts";

const countries = new Intl.DisplayNames("en", { type: "region" });

/** English name of a country by its ISO 3166 code. */
export const countryName = (code: string): string => countries.of(code) ?? code;

const FIRST_WORD = /^[^\s(/-]{4,}/u;

/** Name, town unless the name shows it, and country; a postcode is written before its town. */
export function labelOf({ kind, name, town, country }: PlaceRow): { label: string } {
  const countryLabel = countryName(country);
  if (kind === "postcode") return { label: `${name} ${town}, ${countryLabel}`.replace(" ,", ",") };
  const [townWord = town] = FIRST_WORD.exec(town) ?? [];
  const showsTown = town === "" || foldName(name).includes(foldName(townWord));
  return {
    label: [name, showsTown && kind !== "street" ? "" : town, countryLabel].filter((part) => part !== "").join(", "),
  };
}

export const toPlaceDetails = (row: PlaceRow): PlaceDetails => ({
  placeId: placeIdOf(row),
  kind: row.kind,
  ...labelOf(row),
  lat: row.lat,
  lng: row.lng,
  timeZone: timeZoneAt(row),
});
