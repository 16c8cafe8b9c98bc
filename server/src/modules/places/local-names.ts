import { isLanguage, type Language } from "@commonlane/contract/languages";
import type { LocalNames } from "./place-file.ts";

const NAME_SEPARATOR = "|";

/** As the column `place.local_names` has them: "de=Kairo|en=Cairo". */
export const formatLocalNames = (names: LocalNames = {}): string =>
  Object.entries(names)
    .map(([language, name]) => `${language}=${name}`)
    .join(NAME_SEPARATOR);

export function parseLocalNames(text: string): LocalNames {
  if (text === "") return {};
  const pairs = text
    .split(NAME_SEPARATOR)
    .map((pair) => [pair.slice(0, 2), pair.slice(3)] as const);
  return Object.fromEntries(pairs.filter(([language]) => isLanguage(language)));
}

/** The name that a reader expects; the place's own name if it has no other in this language. */
export const nameIn = (
  language: Language,
  {
    name,
    local_names,
  }: {
    name: string;
    local_names: string;
  },
): string => parseLocalNames(local_names)[language] ?? name;

/** All names of a place, each once. */
export const namesOf = ({
  name,
  local_names,
}: {
  name: string;
  local_names: string;
}): ReadonlySet<string> => new Set([name, ...Object.values(parseLocalNames(local_names))]);

/** In these countries `name` is the English one and the local name is Arabic. */
const ARABIC_COUNTRIES: ReadonlySet<string> = new Set(
  "AE BH DJ DZ EG IQ JO KM KW LB LY MA MR OM PS QA SA SD SO SY TD TN YE".split(" "),
);

/** The name on the place's own signs. */
export const ownName = (place: { name: string; country: string; local_names: string }): string =>
  ARABIC_COUNTRIES.has(place.country) ? nameIn("ar", place) : place.name;
