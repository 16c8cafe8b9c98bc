import { foldName } from "../name-matching.ts";
import { canonicalWord } from "../canonical-words.ts";

/** A word of the query. */
export interface Token {
  /** Folded. */
  readonly key: string;
  /** Folded to one spelling, such as "st" for Saint and Sankt. */
  readonly canonical: string;
  /** Its end is left out: a dot follows, or words do after a slash. */
  readonly isShortened: boolean;
  /** Contains a digit. */
  readonly isNumber: boolean;
  /** Where it is in the text. */
  readonly start: number;
  readonly end: number;
}

const WORD = /[^\s,;:/()[\]\-–—.|+]+/gu;
const TOKENS_MAX = 8;
/** "Hauptstr" is written without its dot, too. */
const STREET_WITHOUT_DOT = /.str$/u;

export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(WORD)) {
    const [word] = match;
    const end = match.index + word.length;
    const key = foldName(word);
    if (key === "" || tokens.length >= TOKENS_MAX) continue;
    const next = text.charAt(end);
    const isShortened = next === "." || next === "/" || STREET_WITHOUT_DOT.test(key);
    tokens.push({
      key,
      canonical: canonicalWord(key),
      isShortened,
      isNumber: /\d/u.test(key),
      start: match.index,
      end,
    });
  }
  return tokens;
}
