import { foldName } from "../name-matching.ts";

const LANGUAGES = [
  "en",
  "de",
  "fr",
  "es",
  "it",
  "nl",
  "pl",
  "pt",
  "cs",
  "da",
  "sv",
  "hu",
  "tr",
  "ru",
];
const CODES =
  "AD AE AF AL AM AR AT AU AZ BA BD BE BG BR BY CA CH CL CN CO CU CY CZ DE DK DZ EC EE EG ES FI FO FR GB GE GI GR HK HR HU ID IE IL IN IQ IR IS IT JO JP KE KR KZ LB LI LK LT LU LV MA MC MD ME MK MT MX MY NG NL NO NP NZ PE PH PK PL PT QA RO RS RU SA SE SG SI SK SM SY TH TN TR TW UA US UY VA VE VN XK ZA".split(
    " ",
  );
/** Signs of cars and other short names. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  d: "DE",
  a: "AT",
  f: "FR",
  i: "IT",
  e: "ES",
  b: "BE",
  fl: "LI",
  uk: "GB",
  england: "GB",
  scotland: "GB",
  schottland: "GB",
  wales: "GB",
  ecosse: "GB",
  angleterre: "GB",
  usa: "US",
  america: "US",
  brd: "DE",
  schweiz: "CH",
  suisse: "CH",
  tschechien: "CZ",
  holland: "NL",
};

/** Made for the first search: the names are in fourteen tables of Node's. */
let countries: ReadonlyMap<string, string> | undefined;

/** Code of the country that a folded name, code or car sign means. */
export function findCountryCode(key: string): string | undefined {
  countries ??= codesByKey();
  return countries.get(key);
}

function codesByKey(): ReadonlyMap<string, string> {
  const codes = new Map<string, string>();
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames(language, { type: "region" });
    for (const code of CODES) codes.set(foldName(names.of(code) ?? code), code);
  }
  for (const code of CODES) codes.set(code.toLowerCase(), code);
  for (const [name, code] of Object.entries(SHORT_NAMES)) codes.set(name, code);
  return codes;
}
