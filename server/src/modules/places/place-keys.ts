import { foldName, nameKeys } from "./name-matching.ts";
import type { PlaceRecord } from "./place-file.ts";
import { isConnector, isWordOfKind } from "./search/kind-words.ts";

/** Words with several spellings, by the spelling that all of them are folded to. */
const SPELLINGS: Readonly<Record<string, string>> = {
  st: "sankt saint sainte ste skt sanct sint sveti svaty szent",
  road: "rd",
  avenue: "ave av avda",
  boulevard: "bd blvd boul",
  mount: "mt",
  fort: "ft",
};
const canonical = new Map(
  Object.entries(SPELLINGS).flatMap(([word, others]) =>
    others.split(" ").map((other): [string, string] => [other, word]),
  ),
);

const WORDS = /[^\s,;:/()[\]\-–—.|+]+/gu;

export const wordsOf = (name: string): string[] => name.match(WORDS) ?? [];

/** Of a folded word. */
export const canonicalWord = (key: string): string => canonical.get(key) ?? key;

export const canonicalKey = (word: string): string => canonicalWord(foldName(word));

const OTHER_SPELLING = new RegExp(
  String.raw`(?<!\p{L})(?:${[...canonical.keys()].join("|")})(?!\p{L})`,
  "iu",
);

/** Returns true if the canonical spelling of a name may differ from its own. */
const hasOtherSpelling = (name: string): boolean => OTHER_SPELLING.test(name);

/** Part of the version of imported places: change it whenever other keys or ids are made of the same files. */
export const KEYS_VERSION = 4;

/** A key that finds a place. */
export interface PlaceKey {
  /**
   * Empty for a name; `CODE` for a code such as FRA or ETH; `POSTCODE`; or the kind of place whose word is left out of
   * the key, so that "Freiburg Hbf" is found as the station "freiburg".
   */
  readonly class: string;
  readonly key: string;
  /** The spelling, undefined if it is the place's own name. */
  readonly name: string | undefined;
}

export const CODE = "code";
export const POSTCODE = "postcode";

/** Also "UvA". */
const CODE_NAME = /^(?:[A-Z]{2,5}|[A-Z][A-Za-z]{1,3}[A-Z])$/u;
const AIRPORT_CODE = /^[A-Z]{3}$/u;
/** Names of public places are also found by their later words: "Heathrow" of "London Heathrow". */
const LATER_WORDS_MAX = 3;
const LATER_LETTERS_MIN = 4;

/** All keys of a place, each once. */
export function placeKeys(place: PlaceRecord): PlaceKey[] {
  const { kind, name, names } = place;
  if (kind === "postcode")
    return [
      {
        class: POSTCODE,
        key: foldName(name),
        name: undefined,
      },
    ];
  const keys = new Map<string, PlaceKey>();
  const isTown = kind === "town" || kind === "village";
  for (const known of [name, ...names]) {
    const add = (keyClass: string, key: string) => {
      const id = `${keyClass} ${key}`;
      if (key !== "" && !keys.has(id))
        keys.set(id, {
          class: keyClass,
          key,
          name: known === name ? undefined : known,
        });
    };
    for (const key of nameKeys(known)) add("", key);
    if (isTown ? AIRPORT_CODE.test(known) : CODE_NAME.test(known)) add(CODE, foldName(known));
    if (isTown && !hasOtherSpelling(known)) continue;
    const words = wordsOf(known)
      .map(canonicalKey)
      .filter((word) => word !== "");
    add("", words.join(""));
    if (!isTown) addPublicKeys(place, known, words, add);
  }
  return [...keys.values()];
}

/** With the town after the name, and without the word for the kind. */
function addPublicKeys(
  { kind, town }: PlaceRecord,
  known: string,
  words: readonly string[],
  add: (keyClass: string, key: string) => void,
): void {
  const townKey = foldName(town);
  if (known.includes("(")) add("", foldName(withoutBrackets(known)));
  const withoutTown = words.join("").startsWith(townKey)
    ? words.join("").slice(townKey.length)
    : words.join("");
  if (townKey !== "" && withoutTown !== "") add("", withoutTown + townKey);
  if (kind === "district" || kind === "street") return;
  const core = words.filter((word) => !isWordOfKind(word, kind) && !isConnector(word));
  if (core.length === 0) add(kind, townKey);
  for (let at = 0; at <= Math.min(core.length - 1, LATER_WORDS_MAX); at++) {
    const rest = core.slice(at).join("");
    if (at > 0 && rest.length < LATER_LETTERS_MIN) continue;
    add(kind, rest);
    if (at > 0 && kind !== "university") add("", rest);
  }
  if (core.length > 0 && townKey !== "" && !core.join("").includes(townKey))
    add(kind, core.join("") + townKey);
}

/** "Neustadt (Dosse) Süd" without what is in brackets. */
function withoutBrackets(name: string): string {
  const parts = name.split(")");
  const rest = parts.pop() ?? "";
  return [
    ...parts.map((part) => (part.includes("(") ? part.slice(0, part.indexOf("(")) : `${part})`)),
    rest,
  ].join(" ");
}

const HIGH_SEED = 0x811c9dc5;
const LOW_SEED = 0x9747b28c;
const FNV_PRIME = 0x01000193;
const LOW_BITS = 20;

/** Id of a place that has none in its source: below zero, and the same as long as kind, name and position are (FNV-1a). */
export function generatedId({ kind, country, name, lat, lng }: PlaceRecord): number {
  const text = `${kind}\t${country}\t${name}\t${lat}\t${lng}`;
  let high = HIGH_SEED;
  let low = LOW_SEED;
  for (let at = 0; at < text.length; at++) {
    high = Math.imul(high ^ text.charCodeAt(at), FNV_PRIME);
    low = Math.imul(low ^ text.charCodeAt(at), FNV_PRIME);
  }
  return -1 - ((high >>> 0) * 2 ** LOW_BITS + (low >>> (32 - LOW_BITS)));
}
