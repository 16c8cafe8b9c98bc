import { readFile } from "node:fs/promises";

/** The commonest passwords of breaches, in lower case, as scripts/prepare-passwords.ts chose them (server/data/README.md). */
const LIST = new URL("../../../data/common-passwords.txt", import.meta.url);
/** With more around it a common word is not the common password any more. */
const ADDED_MAX = 6;
const LETTER = /\p{L}/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** Shorter ones are in half of all words. */
const WORD_MIN_LENGTH = 3;

let list: Promise<ReadonlySet<string>> | undefined;

/** Read when the first password is chosen; half a megabyte from then on. */
async function common(): Promise<ReadonlySet<string>> {
  try {
    return await (list ??= readFile(LIST, "utf8").then((text) => new Set(text.trimEnd().split("\n"))));
  } catch (error) {
    // Read anew by the next one.
    list = undefined;
    throw error;
  }
}

/** Whether this is among the passwords that everybody tries first, in whatever case, also with a few digits and signs around it. */
export async function isCommon(password: string): Promise<boolean> {
  const text = folded(password);
  const first = text.search(LETTER);
  const word = between(text, LETTER);
  const forms = [text, between(text, LETTER_OR_DIGIT), word, text.slice(0, Math.max(first, 0)) + word];
  const known = await common();
  return forms.some((form) => form.length + ADDED_MAX >= text.length && known.has(form));
}

/** Whether hardly more than a few digits and signs is left of a password when the words of these texts are taken out. */
export function isMadeOf(password: string, texts: readonly (string | null)[]): boolean {
  const words = texts.flatMap(wordsOf).toSorted((a, b) => b.length - a.length);
  const whole = bare(password);
  // Not joined where a word was, so that what is left makes no other word.
  const left = words.reduce((text, word) => text.replaceAll(word, " "), whole);
  if (left === whole) return false;
  const signs = Array.from(left.replaceAll(" ", ""));
  return signs.length <= ADDED_MAX && signs.filter((sign) => LETTER.test(sign)).length < WORD_MIN_LENGTH;
}

/** Each word of a text, and all of it in one: "Ada", "Moreau" and "adamoreau". */
function wordsOf(text: string | null): string[] {
  const words = folded(text ?? "").split(/[^\p{L}]+/u);
  return [...words, bare(text ?? "")].filter((word) => word.length >= WORD_MIN_LENGTH && LETTER.test(word));
}

/** Keyboards write the same letter in different ways, and a capital makes no other word. */
const folded = (text: string) => text.normalize("NFKC").toLowerCase();

/** Its letters and digits, nothing else. */
const bare = (text: string) => folded(text).replaceAll(/[^\p{L}\p{N}]/gu, "");

/** From the first such sign to the last; nothing where there is none. */
function between(text: string, sign: RegExp): string {
  const signs = Array.from(text);
  const isOne = (one: string) => sign.test(one);
  return signs.slice(Math.max(signs.findIndex(isOne), 0), signs.findLastIndex(isOne) + 1).join("");
}
