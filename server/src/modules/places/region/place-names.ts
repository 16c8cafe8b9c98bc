import { LANGUAGES } from "@commonlane/contract/languages";
import type { Tags } from "@commonlane/geo/osm/read-extract";
import type { LocalNames } from "../place-file.ts";

/** The name on signs, and other names that people may type. */
export interface PlaceNames {
  readonly name: string;
  readonly aliases: readonly string[];
  /** Names in the languages of the product. */
  readonly localNames?: LocalNames | undefined;
}

const NAME_MAX = 120;
const LIST_KEYS = [
  "alt_name",
  "old_name",
  "short_name",
  "official_name",
  "int_name",
  "loc_name",
  "reg_name",
  "nat_name",
];
/** Languages of names that are shipped for places of a region; towns have all of theirs in the world data. */
const OTHER_LANGUAGES = [
  "de",
  "en",
  "fr",
  "it",
  "es",
  "ca",
  "nl",
  "pl",
  "cs",
  "pt",
  "rm",
  "sl",
  "hr",
  "hu",
  "tr",
  "da",
  "sv",
];
/** Names that stops have in timetables. */
const STOP_KEYS = ["uic_name", "ref_name"];
const ALIASES_MAX = 12;

/** Names of an object, or undefined if it has none. */
export function readNames(tags: Tags): PlaceNames | undefined {
  const own = listOf(tags["name"] ?? tags["brand"] ?? tags["operator:short"]);
  const name = own[0];
  if (name === undefined) return undefined;
  const local = LANGUAGES.map(
    (language) => [language, listOf(tags[`name:${language}`])[0] ?? name] as const,
  ).filter(([, text]) => text !== name);
  // Before the others, of which not all may be kept.
  const aliases = new Set([...local.map(([, text]) => text), ...own.slice(1)]);
  for (const key of [
    ...LIST_KEYS,
    ...OTHER_LANGUAGES.map((language) => `name:${language}`),
    ...STOP_KEYS,
  ])
    for (const alias of listOf(tags[key])) aliases.add(alias);
  // Users type "Bahnhof Vaduz (Liechtenstein)" without the part in brackets.
  const short = withoutLastBrackets(name);
  if (short !== "") aliases.add(short);
  aliases.delete(name);
  const names = {
    name,
    aliases: [...aliases].slice(0, ALIASES_MAX),
  };
  return local.length === 0
    ? names
    : {
        ...names,
        localNames: Object.fromEntries(local),
      };
}

/** "Vaduz (Liechtenstein)" without the brackets at its end. */
export function withoutLastBrackets(name: string): string {
  const text = name.trimEnd();
  const start = text.indexOf("(", text.lastIndexOf(")", text.length - 2) + 1);
  return text.endsWith(")") && start >= 0 ? text.slice(0, start).trimEnd() : name;
}

// Tabs and line breaks separate fields and rows in our files.
const CONTROL = /\p{Cc}+/gu;

const listOf = (text: string | undefined): string[] =>
  (text ?? "")
    .split(";")
    .map((part) => part.replace(CONTROL, " ").trim().slice(0, NAME_MAX))
    .filter((part) => part !== "");
