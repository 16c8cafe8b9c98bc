import { normalizeName } from "@commonlane/contract/person-names";
import { INVISIBLE } from "@commonlane/contract/plain-numbers";
import { plainLetters } from "#platform/text.ts";

type Claims = Readonly<Record<string, unknown>>;

interface Names {
  readonly firstName: string;
  readonly lastName: string;
}

/** Longer than any name; the form says what is too long, nothing is cut out of a name. */
const CLAIM_MAX_LENGTH = 200;
/** "(Student)", "[ext]", "<ada@uni.example>", "| Uni Freiburg" and "- Staff": what a directory adds to a name. */
const REMARK = /[([{][^([{)\]}]*[)\]}]|<[^<>]*>|\s[-–—|/]\s.*/g;
/** "s1234567" and "UNI\\amuster", if there is no space: a name for signing in. */
const SIGN_IN_SIGN = /[\d\\_]/;
/** "ada.muster" is one, too. */
const DOTTED_NAME = /^\p{L}{2,}\.\p{L}{2,}$/u;
/** What directories write where a name is missing: first or last name unknown. */
const MISSING: ReadonlySet<string> = new Set([
  "FNU",
  "LNU",
  "N/A",
  "n/a",
  "NULL",
  "null",
  "Unknown",
  "unknown",
  "Not Provided",
]);
/** "Jr." belongs to the family name, also behind a comma of its own. */
const GENERATION = /^(?:jr|sr|ii|iii|iv)\.?$/i;
/** Salutations, academic titles and degrees, as single words without full stops. */
const TITLES: ReadonlySet<string> = new Set(
  (
    "herr frau mr mrs ms mme mlle cand stud maga dr prof univprof professor mag magister ing dipling diplinf diplkfm dipl med phil rer nat iur habil hc " +
    "msc bsc ba ma mba bba bed med llm llb phd dphil md dds mphil meng beng msci mres mfa bfa edd pd privdoz doz fh"
  ).split(" "),
);
/** Titles that are names or initials as well, unless they are written as a title: "Ma" and "M.A.". */
const ALSO_NAMES: ReadonlySet<string> = new Set(
  "ba ma ing med mag nat phil pd bed doz rer fh md prof".split(" "),
);
/** Small words between given and family names, in lower case. */
const PARTICLES: ReadonlySet<string> = new Set(
  (
    "von van vom zu zum zur der den de del della delle di da do dos das du des la le las los el al y e i af av ter ten " +
    "tot bin bint binti ibn ben st a/l a/p s/o d/o"
  ).split(" "),
);

/**
 * First and last name from the claims of a provider, as the person would enter them. Providers put titles, remarks, the
 * whole name or the other order into each of them. The person checks the result, so what cannot be known is left
 * together in the first name and never invented.
 */
export function readNames(claims: Claims, email: string | null): Names {
  const whole = cleanName(claims["name"]);
  const given = cleanName(claims["given_name"]);
  const family = cleanName(claims["family_name"]);

  // Some providers put the whole name into one of the parts, or the only name into both.
  if (given.includes(",") || given === family) return splitWhole(given || whole, email);
  if (given && family)
    return {
      firstName: without(given, family),
      lastName: without(family, given),
    };
  if (family) return splitWithFamily(whole, family);
  if (given === "" || given === whole) return splitWhole(whole, email);
  return {
    firstName: given,
    lastName: without(whole, given, splitWhole(whole, email).lastName),
  };
}

/** What a claim holds, or the first of a list: providers that translate from SAML send lists. */
export const firstOf = (claim: unknown): unknown =>
  Array.isArray(claim) ? (claim as unknown[])[0] : claim;

const isSignInName = (name: string): boolean =>
  (SIGN_IN_SIGN.test(name) && !name.includes(" ")) || DOTTED_NAME.test(name);

/** A claim without titles, remarks and needless spaces and commas; empty if it is no name. */
function cleanName(claim: unknown): string {
  const text = firstOf(claim);
  if (typeof text !== "string") return "";

  const visible = text.slice(0, CLAIM_MAX_LENGTH).replaceAll(INVISIBLE, "");
  const plain = normalizeName(visible.replaceAll(REMARK, " "));
  if (plain.includes("@") || isSignInName(plain)) return "";

  const [first = "", ...others] = plain
    .split(",")
    .map((part) => withoutTitles(part.trim()))
    .filter(isName);
  const generation = others.find((part) => GENERATION.test(part));
  const rest = others.filter((part) => part !== generation);
  return [generation === undefined ? first : `${first} ${generation}`, ...rest].join(", ");
}

const isName = (part: string): boolean => /\p{L}/u.test(part) && !MISSING.has(part);

function withoutTitles(part: string): string {
  const words = part.split(" ");
  const first = words.findIndex((word) => !isTitle(word));
  const last = words.findLastIndex((word) => !isTitle(word));
  return first === -1 ? "" : words.slice(first, last + 1).join(" ");
}

function isTitle(word: string): boolean {
  return word.split("-").every((part) => {
    const plain = part.toLowerCase().replaceAll(".", "");
    return TITLES.has(plain) && (part.includes(".") || !ALSO_NAMES.has(plain));
  });
}

/** The name without the other one at its begin or end; `fallback` if nothing else is left or it is not there. */
function without(name: string, other: string, fallback = name): string {
  const text = name.toLowerCase();
  const part = other.toLowerCase();
  if (text.endsWith(` ${part}`)) return name.slice(0, -part.length - 1).replace(/,$/, "");
  if (text.startsWith(`${part} `)) return name.slice(part.length + 1);
  if (text.startsWith(`${part}, `)) return name.slice(part.length + 2);
  return fallback;
}

function splitWithFamily(whole: string, family: string): Names {
  // Without a given name, the family name may be the whole name.
  if (whole === "" || whole === family) return splitWhole(family, null);
  return {
    firstName: without(whole, family, ""),
    lastName: family,
  };
}

/** Splits a name of which no part is known: "Muster, Ada", "Ada MUSTER", "Ada von Muster", "Ada Muster". */
function splitWhole(whole: string, email: string | null): Names {
  const [before = "", after = "", ...others] = whole.split(", ");
  if (after !== "" && others.length === 0)
    return {
      firstName: after,
      lastName: before,
    };

  const words = whole.replaceAll(",", "").split(" ");
  const familyWords = words.filter(isInCapitals);
  if (familyWords.length > 0 && familyWords.length < words.length) {
    const givenWords = words.filter((word) => !isInCapitals(word));
    return {
      firstName: givenWords.join(" "),
      lastName: familyWords.join(" "),
    };
  }
  if (isReversed(words, email))
    return {
      firstName: words.slice(1).join(" "),
      lastName: words[0] ?? "",
    };

  // A particle begins the family name.
  const particle = words.findIndex((word, n) => n > 0 && PARTICLES.has(word));
  const at = particle === -1 ? 1 : particle;
  return {
    firstName: words.slice(0, at).join(" "),
    lastName: words.slice(at).join(" "),
  };
}

const isInCapitals = (word: string): boolean =>
  /\p{Lu}.*\p{Lu}/u.test(word) && word === word.toUpperCase() && !word.includes(".");

/** "Muster Ada" with the address ada.muster@…: addresses begin with the given name. */
function isReversed(words: readonly string[], email: string | null): boolean {
  const [first, last] = [words[0] ?? "", words.at(-1) ?? ""].map(plainLetters);
  return words.length === 2 && email !== null && email.startsWith(`${last}.${first}@`);
}
