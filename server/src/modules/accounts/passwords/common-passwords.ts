import { readFile } from "node:fs/promises";

/** The commonest passwords of breaches, in lower case, as scripts/prepare-passwords.ts chose them (server/data/README.md). */
const LIST_FILE = new URL("../../../../data/common-passwords.txt", import.meta.url);
/** With more around it a common word is not the common password any more. */
const ADDED_CHARS_MAX = 6;
const LETTER = /\p{L}/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** Shorter ones are in half of all words. */
const WORD_MIN_LENGTH = 3;

let cachedList: Promise<ReadonlySet<string>> | undefined;

/** Read when the first password is chosen; half a megabyte from then on. */
async function loadList(): Promise<ReadonlySet<string>> {
  try {
    return await (cachedList ??= readFile(LIST_FILE, "utf8").then((text) => new Set(text.trimEnd().split("\n"))));
  } catch (error) {
    // Read anew by the next one.
    cachedList = undefined;
    throw error;
  }
}

/** Whether this is among the passwords that everybody tries first, in whatever case, also with a few digits and signs around it. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const text = normalize(password);
  const first = text.search(LETTER);
  const word = trimToPattern(text, LETTER);
  const variants = [text, trimToPattern(text, LETTER_OR_DIGIT), word, text.slice(0, Math.max(first, 0)) + word];
  const commonPasswords = await loadList();
  return variants.some((variant) => variant.length + ADDED_CHARS_MAX >= text.length && commonPasswords.has(variant));
}

/** Whether hardly more than a few digits and signs is left of a password when the words of these texts are taken out. */
export function isMadeOfWords(password: string, texts: readonly (string | null)[]): boolean {
  const words = texts.flatMap(splitWords).toSorted((a, b) => b.length - a.length);
  const original = lettersAndDigits(password);
  // Not joined where a word was, so that what is left makes no other word.
  const remaining = words.reduce((text, word) => text.replaceAll(word, " "), original);
  if (remaining === original) return false;
  const signs = Array.from(remaining.replaceAll(" ", ""));
  return signs.length <= ADDED_CHARS_MAX && signs.filter((sign) => LETTER.test(sign)).length < WORD_MIN_LENGTH;
}

/** Each word of a text, and all of it in one: "Ada", "Moreau" and "adamoreau". */
function splitWords(text: string | null): string[] {
  const words = normalize(text ?? "").split(/[^\p{L}]+/u);
  return [...words, lettersAndDigits(text ?? "")].filter((word) => word.length >= WORD_MIN_LENGTH && LETTER.test(word));
}

/** Keyboards write the same letter in different ways, and a capital makes no other word. */
const normalize = (text: string) => text.normalize("NFKC").toLowerCase();

/** Its letters and digits, nothing else. */
const lettersAndDigits = (text: string) => normalize(text).replaceAll(/[^\p{L}\p{N}]/gu, "");

/** From the first such sign to the last; nothing where there is none. */
function trimToPattern(text: string, pattern: RegExp): string {
  const signs = Array.from(text);
  const matches = (char: string) => pattern.test(char);
  return signs.slice(Math.max(signs.findIndex(matches), 0), signs.findLastIndex(matches) + 1).join("");
}
