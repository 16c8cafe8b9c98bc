import { foldName } from "../name-matching.ts";
import { houseNumberKey } from "./addresses.ts";
import { findTrailingCountry } from "./country-words.ts";
import { shortenSaints, spellOutQuery } from "./street-words.ts";

/** What was typed, as a name in an area; every word belongs to one of the two. */
export interface NameInArea {
  /** Folded spellings of the name, the most likely one first. */
  readonly keys: readonly string[];
  /** Folded name of a town or district; empty if all words are the name. */
  readonly area: string;
}

export interface AddressQuery {
  readonly readings: readonly NameInArea[];
  /** Folded, empty if there is none. */
  readonly postcode: string;
  /** Key of the house number, and as it was typed. */
  readonly house: { readonly key: string; readonly text: string } | undefined;
  /** ISO 3166 code. */
  readonly country: string | undefined;
  /** Its name as it was typed, folded; empty if there is none. */
  readonly countryKey: string;
}

/** More words than an address has. */
const WORDS_MAX = 9;
/** Also with a country: "D-79098", "FL-9490", "AD500". */
const POSTCODE = /^(?:[a-z]{1,3}-)?(\d{4,6})$|^(ad\d{3})$/i;
const HOUSE_NUMBER = /^\d{1,3}[a-z]?(?:[-/+]\d{1,3}[a-z]?)?$/i;
const LETTER = /^[a-z]$/i;
/** Before a house number. */
const NUMBER_WORD = /^(?:nr|no|n°|nº|num|#)\.?$/i;
/** What people add to the name of a stop. */
const STOP_WORD = /^(?:bus)?(?:haltestelle|halt)$|^bushalt$/i;
const STATION = /^(?:hauptbahnhof|bhf|bf|hbf)\.?$/i;

/** Reads typed text as an address or as a place in a town; undefined if no words are left for a name. */
export function parseAddress(text: string): AddressQuery | undefined {
  const typed = text
    .normalize("NFC")
    .split(/[\s,;]+/)
    .filter((word) => word !== "");
  const { words: named, country, countryKey } = findTrailingCountry(typed);
  const tokens = named.filter((word) => !STOP_WORD.test(word));
  const postcodeAt = tokens.findIndex((word) => POSTCODE.test(word));
  const houseAt = tokens.findLastIndex((word, at) => at !== postcodeAt && HOUSE_NUMBER.test(word));
  const [postcode, houseNumber] = [tokens[postcodeAt] ?? "", tokens[houseAt]];
  const suffix = houseNumber !== undefined && LETTER.test(tokens[houseAt + 1] ?? "") ? tokens[houseAt + 1] : undefined;
  const isPartOfNumber = (at: number) =>
    at === houseAt ||
    (suffix !== undefined && at === houseAt + 1) ||
    (houseNumber !== undefined && at === houseAt - 1 && NUMBER_WORD.test(tokens[at] ?? ""));
  const words = tokens.filter((_, at) => at !== postcodeAt && !isPartOfNumber(at));
  if (words.length === 0 || words.length > WORDS_MAX) return undefined;
  const house = houseNumber === undefined ? undefined : `${houseNumber}${suffix ?? ""}`;
  const [, digits, other] = POSTCODE.exec(postcode) ?? [];
  return {
    readings: readingsOf(words),
    postcode: foldName(digits ?? other ?? ""),
    house: house === undefined ? undefined : { key: houseNumberKey(house), text: house },
    country,
    countryKey,
  };
}

/** All words as a name, then each way to divide them into a name and an area. */
function readingsOf(words: readonly string[]): NameInArea[] {
  const readings = [{ keys: keysOf(words), area: "" }];
  for (let at = 1; at < words.length; at++) {
    const [first, last] = [words.slice(0, at), words.slice(at)];
    readings.push({ keys: keysOf(first), area: foldName(last.join(" ")) });
    readings.push({ keys: keysOf(last), area: foldName(first.join(" ")) });
  }
  return readings.filter(({ keys }) => keys.length > 0);
}

/** As it is, for places, and with the kind of street spelt out. */
function keysOf(words: readonly string[]): string[] {
  const name = words.map((word) => (STATION.test(word) ? "bahnhof" : word)).join(" ");
  const spelt = [...spellOutQuery(name), name];
  const saints = spelt.flatMap((text) => shortenSaints(text) ?? []);
  return [...new Set([...spelt, ...saints].map(foldName))].filter((key) => key !== "");
}
