import { readFileSync } from "node:fs";
import { importanceOf } from "../../server/src/modules/places/importance.ts";
import type { PlaceRecord } from "../../server/src/modules/places/place-file.ts";
import { distanceKm, type Grid, type Town } from "./town.ts";

const FOLDER = new URL("../data/", import.meta.url);
const rowsOf = (file: string) =>
  readFileSync(new URL(file, FOLDER), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split("\t"));

const UNIVERSITY_BASE = 260;
const TOWN_KM = 20;

/** Universities and sights that are listed by hand: `universities.tsv` and `sights.tsv`. */
export function readListed(towns: Grid<Town>): PlaceRecord[] {
  const universities = rowsOf("universities.tsv").map(
    ([name = "", town = "", country = "", lat, lng, names = ""]) => ({
      kind: "university" as const,
      name,
      town,
      country,
      lat: Number(lat),
      lng: Number(lng),
      importance: 0,
      names,
    }),
  );
  const sights = rowsOf("sights.tsv").map(
    ([, name = "", town = "", country = "", lat, lng, importance, names = ""]) => ({
      kind: "sight" as const,
      name,
      town,
      country,
      lat: Number(lat),
      lng: Number(lng),
      importance: Number(importance),
      names,
    }),
  );
  return [...universities, ...sights].map((place) => {
    const town = towns
      .near(place)
      .filter((other) => distanceKm(other, place) < TOWN_KM)
      .toSorted((a, b) => b.population - a.population)
      .find((other) => other.names.has(place.town));
    return {
      ...place,
      id: undefined,
      town: town?.name ?? place.town,
      state: town?.state ?? "",
      importance:
        place.importance || UNIVERSITY_BASE + Math.round(importanceOf(town?.population ?? 0) / 8),
      names: place.names === "" ? [] : place.names.split("|"),
    };
  });
}

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
