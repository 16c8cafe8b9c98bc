import { nameOfNickname } from "../nicknames.ts";
import { romanizedKey } from "../romanized-names.ts";
import { shortenSaints } from "../street-names.ts";
import { titlesOfWord } from "../street-words.ts";
import type { AreaName, AreaPlan } from "./lookups.store.ts";
import { joinedKey, joinedKeys, type Token, tokenRange, type TokenSet } from "./tokens.ts";
import type { ParsedQuery } from "./query.ts";

const AREA_TOKENS_MAX = 4;
const STREET_TOKENS_MAX = 9;
/** The letter of a house number begins many names. */
const NAME_LETTERS_MIN = 2;
const SPELLINGS_MAX = 8;
const AREA_PREFIX_TOKENS_MAX = 2;
/** Of one of the streets at a corner. */
const SIDE_TOKENS_MAX = 3;
const LETTER = /\p{L}/u;

/**
 * Names to look for in the towns, districts and postcodes of regions that the query names, in the cells around the user,
 * and everywhere: each run of words, so that every number may also belong to the name.
 */
export function planAreaLookups(query: ParsedQuery): AreaPlan {
  const { tokens } = query;
  const names: AreaName[] = [];
  const areas: AreaPlan["areas"][number][] = [];
  const beginnings: AreaPlan["areas"][number][] = [];

  for (const [from, to] of runsOf(tokens.length, STREET_TOKENS_MAX)) {
    const words = tokens.slice(from, to);
    const covers = tokenRange(from, to);
    if (!LETTER.test(joinedKey(words))) continue;
    const isWhole = isMainName(query, covers);
    const isSide = query.isCorner && to - from <= SIDE_TOKENS_MAX;
    for (const key of spellingsOfName(words))
      if (isWhole || key.length >= NAME_LETTERS_MIN)
        names.push({ key, covers, isMain: isWhole || isSide });
    const [initial, ...rest] = words;
    if (initial?.isShortened && initial.key.length === 1 && rest.length > 0)
      names.push({
        key: initial.key,
        pattern: `_%${joinedKey(rest)}`,
        covers,
        isMain: false,
      });
  }

  for (const [from, to] of runsOf(tokens.length, AREA_TOKENS_MAX)) {
    const words = tokens.slice(from, to);
    const covers = tokenRange(from, to);
    for (const key of joinedKeys(words)) areas.push({ key, covers });
    const isTyping = to === tokens.length && to - from <= AREA_PREFIX_TOKENS_MAX;
    const key = joinedKey(words);
    if (isTyping && LETTER.test(key)) beginnings.push({ key, covers });
  }

  const ofBeginnings = beginnings.flatMap(({ key, covers }) =>
    names
      .filter(
        (name) =>
          name.pattern === undefined &&
          (name.covers & covers) === 0 &&
          isMainName(query, name.covers | covers),
      )
      .map((name) => ({
        key: name.key,
        area: key,
        nameCovers: name.covers,
        areaCovers: covers,
      })),
  );
  return { names, areas, beginnings: ofBeginnings };
}

const ROMANIZED_TOKENS_MAX = 4;
const ROMANIZED_LETTERS_MIN = 5;

/** Runs of words that may be the name of a street in Greek or Cyrillic letters. */
export function planRomanizedNames({ tokens }: ParsedQuery): AreaName[] {
  return [...runsOf(tokens.length, ROMANIZED_TOKENS_MAX)].flatMap(([from, to]) => {
    const words = tokens.slice(from, to);
    const key = romanizedKey(words.map((word) => word.key));
    if (key === undefined || key.length < ROMANIZED_LETTERS_MIN) return [];
    const isWord = words.some(({ isNumber }) => !isNumber);
    return isWord ? [{ key, covers: tokenRange(from, to), isMain: true }] : [];
  });
}

/** All that is left out beside the name are numbers and the like. */
const isMainName = ({ all, aside }: ParsedQuery, covers: TokenSet): boolean =>
  (all & ~covers & ~aside) === 0;

function* runsOf(count: number, longest: number): Generator<readonly [from: number, to: number]> {
  for (let from = 0; from < count; from++)
    for (let to = from + 1; to <= Math.min(count, from + longest); to++) yield [from, to];
}

const isInside = (key: string, spelling: string): boolean =>
  spelling === key || /^\d+$/u.test(spelling) || titlesOfWord(key).includes(spelling);

/** The words of a name joined, with what its first and last word and its numerals may stand for. */
function spellingsOfName(words: readonly Token[]): Set<string> {
  let keys = [""];
  for (const [at, { key, spellings }] of words.entries()) {
    const isOutside = at === 0 || at === words.length - 1;
    const others = isOutside ? spellings : spellings.filter((spelling) => isInside(key, spelling));
    keys = keys
      .flatMap((start) => others.map((spelling) => start + spelling))
      .slice(0, SPELLINGS_MAX);
  }
  const saints = shortenSaints(words.map(({ key }) => key).join(" "));
  const others = [saints?.replaceAll(" ", ""), nameOfNickname(keys[0] ?? "")];
  return new Set([...keys, ...others.filter((key) => key !== undefined)]);
}
