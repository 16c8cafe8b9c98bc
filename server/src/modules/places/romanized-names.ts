import { foldName } from "./name-matching.ts";
import { wordsOf } from "./place-keys.ts";

/** Letters that are written in Latin ones in several ways, folded. */
const LETTERS: Readonly<Record<string, string>> = {
  ...pairs(
    "α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ ks ο o π p ρ r σ s τ t υ y φ f χ h ψ ps ω o",
  ),
  ...pairs(
    "а a б b в v г g д d е e ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х h ц ts",
  ),
  ...pairs(
    "ч ch ш sh щ sht ъ a ы i э e ю yu я ya є ye і i ї i ґ g ђ d ј i љ li њ ni ћ c џ dz ѓ g ќ k ѕ dz",
  ),
};

/** Letters, each with what it is written as. */
function pairs(text: string): Record<string, string> {
  const parts = text.split(" ");
  const entries = parts.flatMap((letter, n): [string, string][] =>
    n % 2 === 0 ? [[letter, parts[n + 1] ?? ""]] : [],
  );
  return Object.fromEntries(entries);
}

/** What is written in several ways, and one letter for all of them; in this order. */
const WAYS: readonly (readonly [written: RegExp, letters: string])[] = [
  [/shch/gu, "sht"],
  [/kh|ch/gu, "h"],
  [/ck/gu, "k"],
  [/ph/gu, "f"],
  [/([gtsz])h/gu, "$1"],
  [/tz|c/gu, "ts"],
  [/x/gu, "ks"],
  [/ou|oy/gu, "u"],
  [/[eo]i|[yj]/gu, "i"],
  [/ai/gu, "e"],
  [/([ae])[uv]/gu, "$1f"],
  [/mp|b/gu, "v"],
  [/nt|nd/gu, "d"],
  [/gk|ng/gu, "g"],
  [/(.)\1+/gu, "$1"],
  // Saints of Greece: "Αγίου", "Αγίας", "Ag.".
  [/^ag(?:iu|ias|ia|ios|ion)$/u, "ag"],
];

const OTHER_LETTER = /[\p{Script=Greek}\p{Script=Cyrillic}]/u;
const LATIN = /^[a-z0-9]+$/u;
/** Before the key, so that it is no key of a name as it is written. */
const MARK = "~";

/**
 * One key for the ways in which Latin letters write a name in Greek or Cyrillic ones, such as "Ermou", "Ermoy" and
 * "Ermu" for "Ερμού". Of folded words; undefined if they are in other letters.
 */
export function romanizedKey(words: readonly string[]): string | undefined {
  const latin = words.map((word) =>
    Array.from(word, (letter) => LETTERS[letter] ?? letter).join(""),
  );
  if (!latin.every((word) => LATIN.test(word))) return undefined;
  const simple = latin.map((word) =>
    WAYS.reduce((text, [written, letters]) => text.replace(written, letters), word),
  );
  return MARK + simple.join("");
}

/** The key of a name in Greek or Cyrillic letters. */
export const romanizedKeyOf = (name: string): string | undefined =>
  OTHER_LETTER.test(name)
    ? romanizedKey(
        wordsOf(name)
          .map(foldName)
          .filter((word) => word !== ""),
      )
    : undefined;
