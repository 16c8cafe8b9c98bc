import { readFile } from "node:fs/promises";
import { translatable } from "@commonlane/contract/message";
import { findPasswordProblem, passwordMessages } from "@commonlane/contract/password";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { loadOnce } from "#platform/load-once.ts";

const COMMON_PASSWORD = translatable("Password must be harder to guess: this one is very common.");
const MADE_OF_OWN_WORDS = translatable(
  "Password must be harder to guess: don't build it from your name, e-mail address or the name of this community.",
);

/** Owner of the password to check. */
interface PasswordOwner {
  readonly email: string;
  readonly displayName?: string | null | undefined;
}

/**
 * Throws password_weak with the specification's message for the first rule that is not met, or with our own message for
 * a common password or one made of words from the owner's name, address or community, unless COMMON_PASSWORDS allows
 * these.
 */
export async function assertStrongPassword(
  { settings, community }: Context,
  password: string,
  { email, displayName = null }: PasswordOwner,
  field: "password" | "newPassword" = "password",
): Promise<void> {
  const words = ["Commonlane", community.name, email.slice(0, email.lastIndexOf("@")), displayName];
  const findWeakness = async () => {
    if (await isCommonPassword(password)) return COMMON_PASSWORD;
    return isMadeOfWords(password, words) ? MADE_OF_OWN_WORDS : undefined;
  };
  const problem = findPasswordProblem(password);
  const weakness =
    problem || settings.COMMON_PASSWORDS !== "refused" ? undefined : await findWeakness();
  const message = problem ? passwordMessages[problem] : weakness;
  if (message)
    throw new Problem("password_weak", {
      message,
      fields: { [field]: message },
    });
}

/**
 * Most common passwords of breaches, in lower case, chosen by scripts/prepare-passwords.ts (see server/data/README.md).
 */
const LIST_FILE = new URL("../../../../data/common-passwords.txt", import.meta.url);
/** With more characters added, a common word no longer counts as a common password. */
const ADDED_CHARS_MAX = 6;
const LETTER = /\p{L}/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** Shorter words are contained in too many other words. */
const WORD_MIN_LENGTH = 3;

/** Loads the list when the first password is checked; it takes half a megabyte from then on. */
const loadList = loadOnce(async (): Promise<ReadonlySet<string>> => {
  const text = await readFile(LIST_FILE, "utf8");
  return new Set(text.trimEnd().split("\n"));
});

/** Returns true for a password on the list in any case, also with a few digits and signs around it. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const text = normalize(password);
  const first = text.search(LETTER);
  const word = trimToPattern(text, LETTER);
  const variants = [
    text,
    trimToPattern(text, LETTER_OR_DIGIT),
    word,
    text.slice(0, Math.max(first, 0)) + word,
  ];
  const commonPasswords = await loadList();
  return variants.some(
    (variant) => variant.length + ADDED_CHARS_MAX >= text.length && commonPasswords.has(variant),
  );
}

/** Returns true if little more than a few digits and signs remains after removing the words of these texts. */
export function isMadeOfWords(password: string, texts: readonly (string | null)[]): boolean {
  const words = texts.flatMap(splitWords).toSorted((a, b) => b.length - a.length);
  const original = lettersAndDigits(password);
  // Replaced by a space, so that the remaining parts do not join to another word.
  const remaining = words.reduce((text, word) => text.replaceAll(word, " "), original);
  if (remaining === original) return false;
  const signs = Array.from(remaining.replaceAll(" ", ""));
  return (
    signs.length <= ADDED_CHARS_MAX &&
    signs.filter((sign) => LETTER.test(sign)).length < WORD_MIN_LENGTH
  );
}

/** Each word of a text, and the text as one word: "Ada", "Moreau" and "adamoreau". */
function splitWords(text: string | null): string[] {
  const words = normalize(text ?? "").split(/[^\p{L}]+/u);
  return [...words, lettersAndDigits(text ?? "")].filter(
    (word) => word.length >= WORD_MIN_LENGTH && LETTER.test(word),
  );
}

/** Different keyboards encode the same letter differently, and case does not matter here. */
const normalize = (text: string) => text.normalize("NFKC").toLowerCase();

function lettersAndDigits(text: string) {
  return normalize(text).replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** Cuts a text to the range from the first to the last matching character; empty if none matches. */
function trimToPattern(text: string, pattern: RegExp): string {
  const signs = Array.from(text);
  const matches = (char: string) => pattern.test(char);
  return signs
    .slice(Math.max(signs.findIndex(matches), 0), signs.findLastIndex(matches) + 1)
    .join("");
}
