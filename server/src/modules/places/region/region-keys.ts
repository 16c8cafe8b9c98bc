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
