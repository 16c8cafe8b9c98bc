import { PlaceKind } from "@commonlane/contract/places";
import { lngBetween } from "@commonlane/geo/road-network/shapes";
import { importanceOf } from "../importance.ts";
import { foldName } from "../name-matching.ts";
import type { HouseNumberRecord, PlaceRecord } from "../place-file.ts";
import type { AddressTable } from "./address-table.ts";
import type { Street } from "./build-streets.ts";
import type { RegionPlaceKind } from "./classify-place.ts";
import type { CollectedPlace } from "./collect-elements.ts";
import type { CountryFinder } from "./find-country.ts";
import { flatDistanceM, type Position } from "./outlines.ts";
import type { PlaceAreasRecord } from "./place-files.ts";
import type { Settlements } from "./settlements.ts";
import type { StreetWays } from "./street-ways.ts";

/** Rows of the files of a region for one place. */
export interface RegionRecord {
  readonly place: PlaceRecord;
  readonly areas: PlaceAreasRecord;
}

const KINDS: Readonly<Partial<Record<RegionPlaceKind, PlaceKind>>> = {
  kindergarten: "school",
  dwelling: "street",
  culture: "sight",
};
const isOwnKind = (kind: string): kind is PlaceKind =>
  PlaceKind.options.some((option) => option === kind);

const contractKind = (kind: RegionPlaceKind): PlaceKind =>
  KINDS[kind] ?? (isOwnKind(kind) ? kind : "place");

export function recordOfPlace(
  place: CollectedPlace,
  settlements: Settlements,
  countries: CountryFinder,
): RegionRecord {
  const where = settlements.find(place.lat, place.lng);
  const isSettlement =
    place.kind === "town" || place.kind === "village" || place.kind === "district";
  const town = settlements.isKnown(place.town) && !isSettlement ? place.town : where.town;
  const isItsTown = foldName(town) === foldName(place.name);
  const inName = settlements.knownStart(place.name);
  const areas = [town, where.town, where.district, inName].filter(
    (area) => area !== "" && foldName(area) !== foldName(place.name),
  );
  const names = new Set([...place.aliases, ...namesWithout(place, areas), ...(place.words ?? [])]);
  return {
    place: {
      id: place.id,
      kind: contractKind(place.kind),
      name: place.name,
      town: isSettlement && isItsTown ? "" : town,
      ...countries.find(place.lat, place.lng, town),
      importance: isSettlement
        ? importanceOf(place.importance)
        : comparedWithTowns(place.importance),
      lat: round(place.lat),
      lng: round(place.lng),
      names: [...names],
      localNames: place.localNames,
    },
    areas: {
      placeId: place.id,
      postcode: place.postcode === "" ? where.postcode : place.postcode,
      areas: withParts(place.kind === "station" ? [...areas, place.name] : areas),
    },
  };
}

export function recordOfStreet(street: Street, countries: CountryFinder): RegionRecord {
  const { id, name, town, district, postcode, importance, lat, lng, aliases, localNames } = street;
  return {
    place: {
      id,
      kind: "street",
      name,
      town,
      ...countries.find(lat, lng, town),
      importance: comparedWithTowns(importance),
      lat: round(lat),
      lng: round(lng),
      names: aliases,
      localNames,
    },
    areas: {
      placeId: id,
      postcode,
      areas: withParts([town, district]),
    },
  };
}

export function* recordsOfHouses(
  street: Street,
  addresses: AddressTable,
): Generator<HouseNumberRecord> {
  const seen = new Set<string>();
  for (const house of street.houses) {
    const number = addresses.number(house);
    if (seen.has(number)) continue;
    seen.add(number);
    yield {
      streetId: street.id,
      number,
      lat: round(addresses.lat(house)),
      lng: round(addresses.lng(house)),
    };
  }
}

/** Places of other kinds rank below towns, as if they were thirty times smaller. */
const LESS_THAN_TOWNS = 150;
const comparedWithTowns = (importance: number) =>
  Math.max(0, importanceOf(importance) - LESS_THAN_TOWNS);

/** Between two points of a street; a position is named after the nearest one. */
const POINT_SPACING_M = 80;

/** Points along a street, so that it is found from any position near it. */
export function* recordsOfPoints(street: Street, ways: StreetWays): Generator<HouseNumberRecord> {
  for (const way of street.ways) {
    const [start, end] = ways.points(way);
    let last: Position | undefined;
    for (let point = start; point < end; point++) {
      const here = {
        lat: ways.lat(point),
        lng: ways.lng(point),
      };
      const metres = last ? flatDistanceM(last.lat, last.lng, here.lat, here.lng) : Infinity;
      if (metres < POINT_SPACING_M && point < end - 1) continue;
      const parts = last ? Math.max(1, Math.floor(metres / POINT_SPACING_M)) : 1;
      const from = last ?? here;
      for (let part = 1; part <= parts; part++)
        yield {
          streetId: street.id,
          number: "",
          lat: round(from.lat + ((here.lat - from.lat) * part) / parts),
          lng: round(lngBetween(from.lng, here.lng, part / parts)),
        };
      last = here;
    }
  }
}

/** "Schaan, Realschule" is the Realschule of Schaan, and typed "Realschule Schaan" as well. */
function namesWithout({ name, aliases }: CollectedPlace, areas: readonly string[]): string[] {
  return [name, ...aliases]
    .flatMap((text) =>
      areas.flatMap((area) => {
        const rest = text.startsWith(area) ? text.slice(area.length) : "";
        return /^[\s,/-]/.test(rest) ? [rest.replace(/^[\s,/-]+/, "")] : [];
      }),
    )
    .filter((rest) => rest !== "");
}

const PART_LETTERS = 4;

const ARTICLE = /^(?:(?:les|las|los|els|la|le|el|il|lo|die|der|das|the)\s+|l['’])/iu;

/** Each area once, the parts of "Gamprin-Bendern", and "Escaldes" of "les Escaldes". */
const withParts = (areas: readonly string[]): string[] => {
  const parts = areas
    .flatMap((area) => area.split(/[-/]/))
    .filter((part) => part.length >= PART_LETTERS);
  const withoutArticle = areas.map((area) => area.replace(ARTICLE, ""));
  return [...new Set([...areas, ...parts, ...withoutArticle])].filter((area) => area !== "");
};

/** About a metre. */
const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5;
