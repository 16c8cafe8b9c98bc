import { houseNumberKey } from "../house-numbers.ts";
import { has, type Token, type TokenSet } from "./tokens.ts";

/** Tokens that may be a house number. */
export interface HouseReading {
  readonly key: string;
  readonly covers: TokenSet;
}

const NUMBER_WORDS: ReadonlySet<string> = new Set(
  "nr no n num numero numer cislo c cp co broj br szam nummer number hausnr hnr №".split(" "),
);
const HOUSE = /^(?:\d{1,5}[a-zа-я]{0,3}|[a-z]\d{1,4})$/u;
const SUFFIX = /^(?:[a-zа-я]|ii|iii|iv|bis|ter|quater|quinquies|rosso|snc)$/u;
/** What else is written like it: "12 II" is house 12-2 in Amsterdam, and "103 B" 103 bis in France. */
const OTHER_SUFFIXES: Readonly<Record<string, string>> = {
  i: "-1",
  ii: "-2",
  iii: "-3",
  iv: "-4",
  b: "bis",
  t: "ter",
};
/** "103, bis rue Belleville" */
const REPEATED = /^(?:bis|ter|quater|quinquies)$/u;
const NUMBER = /^\d{1,5}[a-z]?$/u;
/** Between two parts of one number: "12-14", "12/3", "12 1/2". */
const JOINS = /^\s?[-–/.\s]\s?$/u;
const THOUSANDS = /^\d{3}$/u;
const PARTS_MAX = 4;
const READINGS_MAX = 16;

/** Returns true for the word before a house number. */
export const isNumberWord = (key: string): boolean => NUMBER_WORDS.has(key);

/** Each number, alone and with the letters and numbers after it that may belong to it; the longest reading first. */
export function readHouses(
  text: string,
  tokens: readonly Token[],
  noise: TokenSet,
): HouseReading[] {
  const readings = tokens.flatMap((token, at) =>
    HOUSE.test(token.key) && !has(noise, at) ? readFrom(text, tokens, at) : [],
  );
  return readings.slice(0, READINGS_MAX);
}

function readFrom(text: string, tokens: readonly Token[], at: number): HouseReading[] {
  const first = tokens[at];
  if (!first) return [];
  let covers = 1 << at;
  const readings = [
    {
      key: houseNumberKey(text.slice(first.start, first.end)),
      covers,
    },
  ];
  for (let n = at + 1; n < Math.min(tokens.length, at + PARTS_MAX); n++) {
    const token = tokens[n];
    const before = tokens[n - 1];
    if (!token || !before) break;
    const between = text.slice(before.end, token.start);
    const isJoined = between === "" || JOINS.test(between) || REPEATED.test(token.key);
    if (!isJoined || !(SUFFIX.test(token.key) || NUMBER.test(token.key))) break;
    covers |= 1 << n;
    const number = houseNumberKey(text.slice(first.start, before.end));
    const suffix = OTHER_SUFFIXES[token.key];
    if (suffix !== undefined)
      readings.unshift({
        key: number + suffix,
        covers,
      });
    // "1.578" in Brazil.
    if (between === "." && THOUSANDS.test(token.key))
      readings.unshift({
        key: number + token.key,
        covers,
      });
    readings.unshift({
      key: houseNumberKey(text.slice(first.start, token.end)),
      covers,
    });
  }
  return readings;
}
