import { LANGUAGES } from "@commonlane/contract/languages";
import { namesOf } from "./local-names.ts";
import { countryCodes, countryName } from "./place-label.ts";
import type { NamedTown } from "./places.store.ts";

/** For each word of a search, the names in all languages of the towns and countries that it may mean. */
export type FindSpellings = (words: readonly string[]) => readonly (readonly string[])[];

/** Of one word. A word of several names, such as "Frankfurt", means the most important ones. */
const PLACES_MAX = 5;

interface NamedPlace {
  readonly names: readonly string[];
  /** The words of all names, each after a space. */
  readonly text: string;
}

/** Lower case without accents, words separated by single spaces. */
const fold = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** `towns` begin with the most important one. */
export function createSpellingSearch(towns: readonly NamedTown[]): FindSpellings {
  const countries = countryCodes().map((code) =>
    LANGUAGES.map((language) => countryName(code, language)),
  );
  const places = [...countries, ...towns.map((town) => [...namesOf(town)])].map(
    (names): NamedPlace => {
      return {
        names,
        text: names.map((name) => ` ${fold(name)}`).join(""),
      };
    },
  );
  return (words) => {
    const starts = words.map((word) => ` ${fold(word)}`);
    const matches = new Map<NamedPlace, number>();
    for (const place of places) {
      const count = starts.filter((start) => start !== " " && place.text.includes(start)).length;
      if (count > 0) matches.set(place, count);
    }
    // The places with most words of the search first: "am" of "Frankfurt am Main" is not "Amsterdam".
    const likely = [...matches].toSorted(([, a], [, b]) => b - a).map(([place]) => place);
    return starts.map((start) => {
      const meant = likely
        .filter(({ text }) => start !== " " && text.includes(start))
        .slice(0, PLACES_MAX);
      return [...new Set(meant.flatMap(({ names }) => names))];
    });
  };
}
