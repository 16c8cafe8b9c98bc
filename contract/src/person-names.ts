import { translatable } from "./message.ts";
import * as z from "zod/mini";
import { NAME_MAX_LENGTH } from "./limits.ts";
import { cleanText } from "./shapes.ts";

/** Scripts allowed in names, one per name (Unicode's recommended scripts and some more). */
const SINGLE_SCRIPTS: readonly RegExp[] = [
  [/^[\p{scx=Latin}]+$/u, /^[\p{scx=Cyrillic}]+$/u, /^[\p{scx=Greek}]+$/u, /^[\p{scx=Arabic}]+$/u],
  [
    /^[\p{scx=Hebrew}]+$/u,
    /^[\p{scx=Devanagari}]+$/u,
    /^[\p{scx=Bengali}]+$/u,
    /^[\p{scx=Gurmukhi}]+$/u,
  ],
  [/^[\p{scx=Gujarati}]+$/u, /^[\p{scx=Oriya}]+$/u, /^[\p{scx=Tamil}]+$/u, /^[\p{scx=Telugu}]+$/u],
  [
    /^[\p{scx=Kannada}]+$/u,
    /^[\p{scx=Malayalam}]+$/u,
    /^[\p{scx=Sinhala}]+$/u,
    /^[\p{scx=Thai}]+$/u,
  ],
  [/^[\p{scx=Lao}]+$/u, /^[\p{scx=Tibetan}]+$/u, /^[\p{scx=Myanmar}]+$/u, /^[\p{scx=Khmer}]+$/u],
  [
    /^[\p{scx=Georgian}]+$/u,
    /^[\p{scx=Armenian}]+$/u,
    /^[\p{scx=Ethiopic}]+$/u,
    /^[\p{scx=Thaana}]+$/u,
  ],
  [
    /^[\p{scx=Tifinagh}]+$/u,
    /^[\p{scx=Mongolian}]+$/u,
    /^[\p{scx=Cherokee}]+$/u,
    /^[\p{scx=Adlam}]+$/u,
  ],
  [/^[\p{scx=Nko}]+$/u, /^[\p{scx=Canadian_Aboriginal}]+$/u],
].flat();
/** East Asian names mix scripts and also contain Latin letters. */
const MIXED_SCRIPTS: readonly RegExp[] = [
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Latin}]+$/u,
  /^[\p{scx=Han}\p{scx=Hangul}\p{scx=Latin}]+$/u,
  /^[\p{scx=Han}\p{scx=Bopomofo}\p{scx=Latin}]+$/u,
];

const ALLOWED = /^[\p{L}\p{M} .'·・-]+$/u;
/** What keyboards put in place of the middle dot of Catalan and of translated names. */
const MIDDLE_DOTS = /[•‧∙⋅]/gu;
/** They choose a variant of a Han character, and another font shows the character itself. */
const VARIATION_SELECTORS = /[\u{FE00}-\u{FE0F}\u{E0100}-\u{E01EF}]/gu;
/** "son of" and "daughter of" in Malaysian and Singaporean names: "Ravi a/l Kumar". */
const DESCENT = /(?<!\p{L})(?:a\/l|a\/p|[sdw]\/o)(?!\p{L})/giu;
/**
 * What keyboards, phones and scholars put in place of an apostrophe and of a hyphen: "Oʻtkir" and "Hawaiʻi" are typed
 * with an apostrophe, too.
 */
const APOSTROPHES = /[’‘‛′´`ʹʻʼʽʾʿˈꞌ׳＇]/gu;
const HYPHENS = /[‐‑‒–—−﹣－]/gu;

/**
 * The one way in which a name is stored: accents composed, one kind of apostrophe, hyphen and space, and no spaces
 * around it.
 *
 * @example
 *   normalizeName(" O´Neill "); // "O'Neill"
 */
export const normalizeName = (name: string): string =>
  name
    .normalize("NFC")
    .replaceAll(APOSTROPHES, "'")
    .replaceAll(HYPHENS, "-")
    .replaceAll(MIDDLE_DOTS, "·")
    .replaceAll("･", "・")
    .replaceAll(VARIATION_SELECTORS, "")
    .replaceAll(/\s+/g, " ")
    .trim();
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}]/u;
/**
 * Persian names need the zero-width non-joiner between letters, where it shows as a gap, and names of India and Sri Lanka
 * both joiners after the sign that removes a vowel, where they choose the shape of the letters.
 */
const JOINERS =
  /(?<=\p{Script=Arabic})\u200C(?=\p{Script=Arabic})|(?<=[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA])[\u200C\u200D]/gu;
/** Four or more combining marks on a letter. Vietnamese has two, pointed Hebrew three. */
const STACKED_MARKS = /\p{M}{4}/u;
/**
 * A full stop ends an initial or abbreviation, as in "J.R.", "St. John" and "M.ª"; directly before other letters it
 * looks like a link.
 */
const LINK_LIKE = /\.(?! |-|$|[ªº]|\p{L}\.)/u;

const RESERVED =
  "admin admins administrator moderator moderators moderation support supportteam helpdesk customerservice system official operator commonlane".split(
    " ",
  );
/** Letters that look like Latin ones, and the digits 1 and 0 in place of letters. */
const LOOKALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ["аαɑᴀ", "a"],
    ["вβʙ", "b"],
    ["сϲᴄ", "c"],
    ["ԁɗ", "d"],
    ["еєεҽ", "e"],
    ["ɡց", "g"],
    ["һнհ", "h"],
    ["іιıɩlⅼǀ|!1ӏ", "i"],
    ["јϳ", "j"],
    ["кκ", "k"],
    ["мμᴍ", "m"],
    ["пηռո", "n"],
    ["оοσօ0", "o"],
    ["рρ", "p"],
    ["гᴦ", "r"],
    ["ѕꜱ", "s"],
    ["тτ", "t"],
    ["υսᴜц", "u"],
    ["νѵ", "v"],
    ["ѡω", "w"],
    ["хχ", "x"],
    ["уγү", "y"],
  ].flatMap(([letters = "", latin = ""]) => Array.from(letters, (letter) => [letter, latin])),
);

/** Reduces a name to its visual skeleton: no case, marks, signs or lookalike letters. */
function toSkeleton(name: string): string {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}|!]/gu, "");
  return Array.from(plain, (letter) => LOOKALIKES[letter] ?? letter).join("");
}

const reservedSkeletons = new Set(RESERVED.map(toSkeleton));

/** Error message for a first or last name; undefined if the name is allowed. */
export function findNameProblem(name: string): string | undefined {
  const text = normalizeName(name).replaceAll(JOINERS, "");
  if (Array.from(text).length > NAME_MAX_LENGTH)
    return translatable("Please use at most 40 characters.");
  if (INVISIBLE.test(text) || !/\p{L}/u.test(text))
    return translatable("Please use letters that can be seen.");
  if (!ALLOWED.test(text.replaceAll(DESCENT, "a")))
    return translatable("Please use only letters, spaces, hyphens and apostrophes.");
  if (LINK_LIKE.test(text))
    return translatable("Please leave out links. A full stop may only follow an initial.");
  if (STACKED_MARKS.test(text)) return translatable("Please use fewer accents on one letter.");
  const letters = text.replaceAll(/[^\p{L}\p{M}]/gu, "");
  if (![...SINGLE_SCRIPTS, ...MIXED_SCRIPTS].some((script) => script.test(letters)))
    return translatable("Please use the letters of one script.");
  return isReserved(text) ? RESERVED_MESSAGE : undefined;
}

export const RESERVED_MESSAGE = translatable("This name is reserved. Please use your own.");

function isReserved(text: string): boolean {
  const words = text.split(/\s+/).map(toSkeleton);
  // "A d m i n" reads as one word.
  const spelledOut =
    words.length > 2 && words.every((word) => word.length <= 2) ? [words.join("")] : [];
  return [...words, ...spelledOut].some((word) => reservedSkeletons.has(word));
}

/** True if a name looks like the name of the community, so that its owner could pose as the operator. */
export const isLookalikeName = (name: string, communityName: string): boolean =>
  toSkeleton(name) !== "" && toSkeleton(name) === toSkeleton(communityName);

/** Checks a full name word by word. */
function findFullNameProblem(names: string): string | undefined {
  for (const name of names.split(/\s+/)) {
    const problem = findNameProblem(name);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

const checkName = (findProblem: (name: string) => string | undefined) =>
  z.check<string>(({ value, issues }) => {
    const message = value === "" ? undefined : findProblem(value);
    if (message !== undefined)
      issues.push({
        code: "custom",
        message,
        input: value,
      });
  });

/** Longer than any valid name, so that slightly too long names get a specific message. */
const TYPED_MAX_LENGTH = 200;

/** A person's first name, or the only one. */
export const PersonName = z.pipe(
  z.pipe(cleanText(TYPED_MAX_LENGTH), z.string().check(z.minLength(1), checkName(findNameProblem))),
  z.transform(normalizeName),
);

/** A person's last name; empty for a person who has one name. */
export const LastName = z.pipe(
  z.pipe(cleanText(TYPED_MAX_LENGTH), z.string().check(checkName(findNameProblem))),
  z.transform(normalizeName),
);

/** First and last name, or the only name. */
export const joinNames = (firstName: string, lastName: string): string =>
  [firstName, lastName].filter((name) => name !== "").join(" ");

/** Full name of a new account until its profile is completed. */
export const DisplayName = z.optional(
  z
    .string()
    .check(
      z.maxLength(TYPED_MAX_LENGTH),
      z.overwrite(normalizeName),
      checkName(findFullNameProblem),
    ),
);
