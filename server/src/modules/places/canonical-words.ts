import { foldName } from "./name-matching.ts";

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
export const hasOtherSpelling = (name: string): boolean => OTHER_SPELLING.test(name);
