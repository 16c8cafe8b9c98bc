import type { PlaceKind } from "@commonlane/contract/places";
import { nameKeys } from "../name-matching.ts";
import type { PlaceRecord } from "../place-file.ts";
import { romanizedKeyOf } from "../romanized-names.ts";
import { namesOfStreet, shortenSaints, withoutFirstName } from "../street-names.ts";

/** What people call a place whose town they name beside it. */
const KIND_WORDS: Readonly<Partial<Record<PlaceKind, readonly string[]>>> = {
  station: ["Bahnhof", "station", "gare", "stazione", "estació"],
  hospital: ["Spital", "Krankenhaus", "Klinikum", "hospital", "hôpital", "ospedale"],
  university: ["Universität", "Uni", "university", "université", "universitat"],
};
/** Of a hospital; a clinic with a few doctors is not "the hospital". */
const KIND_IMPORTANCE = 180;

/** "Landesspital" of "Liechtensteinisches Landesspital" is looked for, too, and the "Stadion" of "Vaduz, Rheinpark Stadion". */
const LATER_WORDS_MAX = 2;
const LATER_LETTERS_MIN = 5;
const WITHOUT_LATER_WORDS: ReadonlySet<PlaceKind> = new Set([
  "street",
  "town",
  "village",
  "district",
]);

/** Folded names by which a place of a region is found in its areas; those of streets also without abbreviations and without the kind of street. */
export function regionKeys({ kind, name, names, importance, country }: PlaceRecord): Set<string> {
  const known = [name, ...names];
  const own = kind === "street" ? known.flatMap((text) => namesOfStreetIn(text, country)) : known;
  const words = importance >= KIND_IMPORTANCE ? (KIND_WORDS[kind] ?? []) : [];
  const later = WITHOUT_LATER_WORDS.has(kind) ? [] : laterWords(name);
  const spelt = [...own, ...words, ...later];
  const keys = [...spelt, ...spelt.flatMap((text) => shortenSaints(text) ?? [])].flatMap(nameKeys);
  return new Set([...keys, ...spelt.flatMap((text) => romanizedKeyOf(text) ?? [])]);
}

const namesOfStreetIn = (text: string, country: string): string[] =>
  [text, withoutFirstName(text, country)].flatMap((known) =>
    known === undefined ? [] : namesOfStreet(known),
  );

function laterWords(name: string): string[] {
  const words = name.split(/\s+/);
  const starts = Array.from(
    { length: Math.min(LATER_WORDS_MAX, words.length - 1) },
    (_, n) => n + 1,
  );
  return starts
    .map((start) => words.slice(start).join(" "))
    .filter((text) => text.length >= LATER_LETTERS_MIN);
}

/** The area that every place is in. */
export const EVERYWHERE = "";
/** About 11 km from north to south. */
const CELLS_PER_DEGREE = 10;
/** Cells around a position, to each side. */
const CELLS_AROUND = 2;
const COLUMNS = 10_000;

/** The grid cell of a position, as an area. */
export const cellArea = (lat: number, lng: number): string =>
  cellName(Math.floor(lat * CELLS_PER_DEGREE), Math.floor(lng * CELLS_PER_DEGREE));

/** The cells within about 20 km of a position. */
export function cellsAround(lat: number, lng: number): string[] {
  const row = Math.floor(lat * CELLS_PER_DEGREE);
  const column = Math.floor(lng * CELLS_PER_DEGREE);
  const steps = Array.from({ length: CELLS_AROUND * 2 + 1 }, (_, n) => n - CELLS_AROUND);
  return steps.flatMap((y) => steps.map((x) => cellName(row + y, column + x)));
}

const cellName = (row: number, column: number) => `@${row * COLUMNS + column}`;
