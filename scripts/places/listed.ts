import { readFileSync } from "node:fs";
import { importanceOf } from "../../server/src/modules/places/importance.ts";
import type { PlaceRecord } from "../../server/src/modules/places/place-file.ts";
import { PlaceKind } from "../../contract/src/places.ts";
import { distanceKm, type Grid, type Town, townAt } from "./town.ts";

const FOLDER = new URL("../data/", import.meta.url);
const rowsOf = (file: string) =>
  readFileSync(new URL(file, FOLDER), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split("\t"));

const UNIVERSITY_BASE = 260;
const TOWN_KM = 20;
const SAME_PLACE_KM = 6;

/** What is listed by hand: `universities.tsv`, and `known-places.tsv` of any kind, unless `settlements` have it. */
export function readListed(towns: Grid<Town>, settlements: Grid<Settlement>): PlaceRecord[] {
  const universities = rowsOf("universities.tsv").map(
    ([name = "", town = "", country = "", lat, lng, names = ""]) => ({
      kind: PlaceKind.parse("university"),
      name,
      town,
      country,
      lat: Number(lat),
      lng: Number(lng),
      importance: 0,
      names,
    }),
  );
  const others = rowsOf("known-places.tsv").map(
    ([kind, name = "", town = "", country = "", lat, lng, importance, names = ""]) => ({
      kind: PlaceKind.parse(kind),
      name,
      town,
      country,
      lat: Number(lat),
      lng: Number(lng),
      importance: Number(importance),
      names,
    }),
  );
  const missing = others.filter((place) => !isSettlementIn(settlements, place));
  return [...universities, ...missing].map((place) => {
    const town = findTown(towns, place);
    // A village is in no town, but named after its municipality where that is known.
    const townName = place.kind === "village" ? "" : (town?.name ?? place.town);
    return {
      ...place,
      id: undefined,
      town: townName,
      state: (town ?? townAt(towns, place))?.state ?? "",
      importance:
        place.importance || UNIVERSITY_BASE + Math.round(importanceOf(town?.population ?? 0) / 8),
      names: place.names === "" ? [] : place.names.split("|"),
    };
  });
}

type Listed = Pick<PlaceRecord, "kind" | "name" | "town" | "country" | "lat" | "lng">;
/** A town, village or district. */
export type Settlement = Pick<PlaceRecord, "name" | "lat" | "lng">;

/** The largest town around that is called so. */
const findTown = (towns: Grid<Town>, place: Listed): Town | undefined =>
  towns
    .near(place)
    .filter((other) => distanceKm(other, place) < TOWN_KM)
    .toSorted((a, b) => b.population - a.population)
    .find((other) => other.names.has(place.town));

const isSettlementIn = (settlements: Grid<Settlement>, place: Listed): boolean =>
  (place.kind === "village" || place.kind === "district") &&
  settlements
    .near(place)
    .some((other) => other.name === place.name && distanceKm(other, place) < SAME_PLACE_KM);

/** Codes that airlines use for all airports of a city, such as NYC. */
export function addCityCodes(towns: readonly Town[]): void {
  for (const [code = "", name = "", country = ""] of rowsOf("city-codes.tsv")) {
    const [city] = towns
      .filter((town) => town.country === country && town.names.has(name))
      .toSorted((a, b) => b.population - a.population);
    if (!city) throw new Error(`No city for the code ${code}.`);
    city.names.add(code);
  }
}
