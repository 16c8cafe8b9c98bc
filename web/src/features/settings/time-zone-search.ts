import { dateFormat, namesIn } from "#shared/formatting/formatters.ts";
import { shownTimeZone } from "#shared/formatting/user-time-zone.ts";

/** A time zone as it is shown and searched. */
export interface TimeZoneOption {
  readonly zone: string;
  /** The city in the zone's name. */
  readonly city: string;
  /** Countries in which it is used. */
  readonly countries: readonly string[];
  /** Normalized words of city, countries and zone. */
  readonly searchText: string;
}

// Names that people type, for zones whose name has the older spelling.
const CITY_ALIASES: Readonly<Record<string, string>> = {
  "Asia/Calcutta": "Kolkata Delhi Mumbai",
  "Asia/Katmandu": "Kathmandu",
  "Asia/Rangoon": "Yangon",
  "Asia/Saigon": "Ho Chi Minh City",
  "America/Buenos_Aires": "Buenos Aires",
  "Europe/Kiev": "Kyiv",
};

/** All time zones of this browser and `current`, by city. */
export function listTimeZones(locale: string, current?: string | null): TimeZoneOption[] {
  const countriesByZone = findCountries(locale);
  return [...new Set([...Intl.supportedValuesOf("timeZone"), ...(current ? [current] : [])])]
    .map((zone): TimeZoneOption => {
      const city = cityOf(zone);
      const countries = countriesByZone.get(zone) ?? [];
      const words = [city, zone, ...countries, CITY_ALIASES[zone] ?? ""];
      return {
        zone,
        city,
        countries,
        searchText: ` ${normalize(words.join(" "))}`,
      };
    })
    .toSorted((a, b) => a.city.localeCompare(b.city, locale));
}

export const cityOf = (zone: string): string =>
  (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");

/** Offset of a time zone at a moment, such as "UTC+1" or "UTC+5:30". */
export function offsetText(timeZone: string, at: Date): string {
  const options = {
    timeZone: shownTimeZone(timeZone),
    timeZoneName: "shortOffset",
  } as const;
  const parts = dateFormat(options, "en").formatToParts(at);
  return parts.find(({ type }) => type === "timeZoneName")?.value.replace("GMT", "UTC") ?? "";
}

/** Zones in which every typed word begins a word; those whose city begins with the text come first. */
export function findTimeZones(options: readonly TimeZoneOption[], query: string): TimeZoneOption[] {
  const text = normalize(query);
  const words = text.split(" ").filter(Boolean);
  const found = options.filter(({ searchText }) =>
    words.every((word) => searchText.includes(` ${word}`)),
  );
  const isCity = ({ city }: TimeZoneOption) => normalize(city).startsWith(text);
  return [...found.filter(isCity), ...found.filter((option) => !isCity(option))];
}

const normalize = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/\p{Diacritic}/gu, "")
    .toLowerCase()
    .replaceAll(/[\s/_-]+/g, " ")
    .trim();

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");

/** Names of the countries of each zone, as far as this browser knows them. */
function findCountries(locale: string): Map<string, string[]> {
  const byZone = new Map<string, string[]>();
  const names = namesIn(locale, {
    type: "region",
    fallback: "none",
  });
  for (const code of LETTERS.flatMap((first) => LETTERS.map((second) => first + second))) {
    const name = names.of(code);
    if (name === undefined) continue;
    for (const zone of timeZonesOfRegion(code))
      byZone.set(zone, [...(byZone.get(zone) ?? []), name]);
  }
  return byZone;
}

/** A newer part of Intl; browsers without it find zones by city and name only. */
function timeZonesOfRegion(code: string): readonly string[] {
  const locale: Intl.Locale & { getTimeZones?: () => string[] | undefined } = new Intl.Locale(
    `und-${code}`,
  );
  return locale.getTimeZones?.() ?? [];
}
