import { LANGUAGES } from "../../contract/src/languages.ts";
import { readFileSync } from "node:fs";

/** Languages in which a country's towns write their names, if GeoNames' main name is English or Latin. */
interface Naming {
  /** Language codes of the name list, best first. */
  languages: readonly string[];
  /** A name counts only if it is entirely in this script; the lists contain transliterations. */
  script: RegExp;
  /** Administrative words around a town's name. */
  trim?: RegExp;
  /** Countries where the list of smaller towns is worse than GeoNames' main names. */
  onlyCapital?: true;
}

const LATIN = /^\p{Script=Latin}[\p{Script=Latin}\p{M}\s.'’ʻ\-()/]*$/u;
const written = (script: string) => new RegExp(`^[\\p{Script=${script}}\\p{M}\\s.'’\\-‌]+$`, "u");
const CYRILLIC = written("Cyrillic");
const GREEK = written("Greek");
const ARABIC = written("Arabic");
const HEBREW = written("Hebrew");
const HAN = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u;
const latin = (language: string): Naming => ({ languages: [language], script: LATIN });
const capital = (language: string): Naming => ({ ...latin(language), onlyCapital: true });
const cyrillic = (language: string): Naming => ({ languages: [language], script: CYRILLIC });
const arabic: Naming = {
  languages: ["ar"],
  script: ARABIC,
  trim: /^(مدينة|محافظة|إمارة|شعبية)\s|[\u064B-\u0652\u200E\u200F]/gu,
};
const persian: Naming = {
  languages: ["fa"],
  script: ARABIC,
  trim: /^(استان|شهرستان)\s|[\u064B-\u0652]/gu,
};

const ARABIC_SPEAKING = "AE BH DZ EG IQ JO KW LB LY MA MR OM PS QA SA SD SY TN YE".split(" ");

// Countries missing here have several main languages, or local main names in GeoNames.
const NAMING: Record<string, Naming> = {
  DE: latin("de"),
  AT: latin("de"),
  IT: latin("it"),
  PT: latin("pt"),
  NL: latin("nl"),
  DK: capital("da"),
  PL: latin("pl"),
  CZ: latin("cs"),
  RO: latin("ro"),
  MD: capital("ro"),
  XK: capital("sq"),
  RS: latin("sr"),
  LV: latin("lv"),
  LT: latin("lt"),
  TR: latin("tr"),
  AZ: latin("az"),
  UZ: latin("uz"),
  VN: { languages: ["vi"], script: LATIN, trim: /^Thành phố\s/giu },
  MX: capital("es"),
  GT: capital("es"),
  CU: capital("es"),
  BG: cyrillic("bg"),
  MK: cyrillic("mk"),
  UA: cyrillic("uk"),
  RU: cyrillic("ru"),
  KG: cyrillic("ky"),
  MN: cyrillic("mn"),
  GR: { languages: ["el"], script: GREEK },
  CY: { languages: ["el"], script: GREEK },
  GE: { languages: ["ka"], script: written("Georgian") },
  AM: { languages: ["hy"], script: written("Armenian") },
  IL: { languages: ["he"], script: HEBREW },
  IR: persian,
  AF: persian,
  CN: { languages: ["zh_CN", "zh"], script: HAN, trim: /(?<=..)市$/gu },
  TW: { languages: ["zh_TW", "zh"], script: HAN, trim: /(?<=..)[市區]$/gu },
  HK: { languages: ["zh_TW", "zh"], script: HAN },
  JP: { languages: ["ja"], script: HAN, trim: /(?<=..)市$|(?<=東京)都$/gu },
  KR: { languages: ["ko"], script: written("Hangul"), trim: /(?<=..)(특별시|광역시|시)$/gu },
  KP: { languages: ["ko"], script: written("Hangul"), trim: /(?<=..)(직할시|시)$/gu },
  TH: {
    languages: ["th"],
    script: written("Thai"),
    trim: /^(เทศบาล(นคร|เมือง|ตำบล)|อำเภอ|อําเภอ)/gu,
  },
  ...Object.fromEntries(ARABIC_SPEAKING.map((country) => [country, arabic])),
};

const names = readNames(new URL("../../server/data/place-names.tsv", import.meta.url));

/** A town's local name if the list has it, otherwise GeoNames' main name. */
export function localName(town: {
  cityId: number;
  name: string;
  country: string;
  featureCode: string;
}): string {
  const naming = NAMING[town.country];
  const listed = names.get(town.cityId);
  if (!naming || !listed || (naming.onlyCapital && town.featureCode !== "PPLC")) return town.name;
  for (const language of naming.languages) {
    const name = trimmed(listed.get(language), naming);
    if (name && naming.script.test(name)) return name;
  }
  return town.name;
}

/** Names in the languages of the product that differ from `shown`, as attributes of a tile: `name:de`. */
export const namesIn = (
  names: readonly (readonly [language: string, name: string | null | undefined])[],
  shown: string,
): Record<string, string> =>
  Object.fromEntries(
    names.flatMap(([language, name]) =>
      name && name !== shown ? [[`name:${language}`, name]] : [],
    ),
  );

/**
 * A town's names in the languages of the product. The list leaves out the languages whose name is GeoNames' main one.
 */
export function townNames({ cityId, name: main }: { cityId: number; name: string }, shown: string) {
  const listed = names.get(cityId);
  return listed
    ? namesIn(
        LANGUAGES.map((language) => [language, listed.get(language) ?? main]),
        shown,
      )
    : {};
}

/** The language of a country's region names that need another script than Latin, as in Natural Earth. */
export function regionLanguage(country: string): string | undefined {
  const naming = NAMING[country];
  if (!naming || naming.script === LATIN) return undefined;
  return country === "TW" || country === "HK" ? "zht" : naming.languages.at(-1);
}

function trimmed(name: string | undefined, { trim }: Naming): string | undefined {
  return trim && name ? name.replaceAll(trim, "").trim() : name;
}

function readNames(file: URL): Map<number, Map<string, string>> {
  const byTown = new Map<number, Map<string, string>>();
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const [id, name, languages] = line.split("\t");
    if (line.startsWith("#") || !id || !name || !languages) continue;
    const listed = byTown.get(Number(id)) ?? new Map<string, string>();
    for (const language of languages.split(" ")) listed.set(language, name);
    byTown.set(Number(id), listed);
  }
  return byTown;
}
