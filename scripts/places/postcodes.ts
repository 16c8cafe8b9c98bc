import { readFileSync } from "node:fs";
import { importanceOf } from "../../server/src/modules/places/importance.ts";
import type { PlaceRecord } from "../../server/src/modules/places/place-file.ts";
import { distanceKm, Grid, radiusKm, roundTo, type Town, townAt } from "./town.ts";

interface Line {
  readonly country: string;
  readonly code: string;
  readonly place: string;
  readonly lat: number;
  readonly lng: number;
}

/** Countries whose codes are shipped. */
const COUNTRIES = new Set(
  "AD AL AT AU AX BA BE BG BR CA CH CY CZ DE DK EE ES FI FO FR GB GG GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO NZ PL PT RO RS RU SE SI SK SM TR UA US VA ZA".split(
    " ",
  ),
);
/** Countries with a postcode per street: only the first characters are kept, which name a town or district. */
const SIGNS: Readonly<Record<string, number>> = {
  PT: 4,
  LU: 3,
  EE: 3,
  RU: 3,
  RO: 3,
  UA: 3,
  SE: 3,
  PL: 4,
  BR: 5,
};
/** Countries whose villages come from this list, too: its places are settlements there, and other sources lack them. */
const WITH_VILLAGES = new Set(
  "AT BE CH DE DK FI FR GB HU IE IM IS IT LI LU MT NL NO SE SI".split(" "),
);
const FIRST_SIGNS = 3;
/** Large recipients of mail in Germany and France have codes of their own. */
const RECIPIENT =
  /\d|[&@"/]|\b(GmbH|AG|KG|KGaA|e\.? ?V\.?|Bank|Sparkasse|Versicherung\w*|Verlag|Amt|\w+amt|Behörde|Verwaltung\w*|Klinik\w*|\w+klinik(um)?|Zentrum|\w*zentr\w+|Universität|Stadtwerke|Rundfunk|Fernsehen|ZDF|Postbank|Telekom|Bundes\w+|Landes\w+|Deutsche|Institut|Inc|Ltd|Service|Vertrieb|Versand|Lotto\w*|Gewinnspiel\w*|Werbe\w*|Direkt\w*|Kasse|\w+kasse|Anstalt|Finanz\w*|Ministerium|Gericht|Kreis|Stiftung|Verband|Union|International|Europa|Media|Commerz\w*|Volksbank|BKK|AOK|IBM|Siemens|Quelle|Kundenservice|Hauptverwaltung|Minister\w*|Firma|Gesellschaft|Zeitung|SP|CEDEX)\b/iu;

export interface Postcodes {
  readonly codes: readonly PlaceRecord[];
  /** Settlements that no other source has. */
  readonly villages: readonly Town[];
}

/** From a list of country, code, place, latitude and longitude, separated by tabs. */
export function readPostcodes(file: string, towns: readonly Town[]): Postcodes {
  const text = readFileSync(file, "utf8");
  const lines = text.split("\n").flatMap((line): Line[] => {
    const [country = "", code = "", place = "", lat, lng] = line.split("\t");
    return place === "" ||
      !COUNTRIES.has(country) ||
      RECIPIENT.test(place) ||
      code.includes("CEDEX")
      ? []
      : [{ country, code, place, lat: Number(lat), lng: Number(lng) }];
  });
  const villages = missingVillages(lines, towns);
  return { codes: codesOf(lines, new Grid([...towns, ...villages])), villages };
}

const fold = (name: string) =>
  name
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
const VILLAGE_NAME = /^\p{Lu}(?=.*\p{Ll}).{1,28}$/u;
const SAME_KM = 12;
/** Places with the same name as near as this are one. */
const TWICE_KM = 8;
/** Places within a town of this size are parts of it. */
const PARTS_POPULATION = 5000;

function missingVillages(lines: readonly Line[], towns: readonly Town[]): Town[] {
  const known = new Map<string, { lat: number; lng: number }[]>();
  const add = (country: string, name: string, at: { lat: number; lng: number }) => {
    const key = country + fold(name);
    const others = known.get(key);
    if (others) others.push(at);
    else known.set(key, [at]);
  };
  for (const town of towns) for (const name of town.names) add(town.country, name, town);
  const grid = new Grid(towns);
  const villages: Town[] = [];
  for (const line of lines) {
    const { country, lat, lng } = line;
    const name = line.place.trim();
    if (!WITH_VILLAGES.has(country) || !VILLAGE_NAME.test(name)) continue;
    const others = known.get(country + fold(name)) ?? [];
    if (others.some((other) => distanceKm(other, line) < (others.length > 1 ? TWICE_KM : SAME_KM)))
      continue;
    // "Pfreimd Pamsendorf" is a part of Pfreimd, and "Taufkirchen (Vils)" may be Taufkirchen.
    const [start = ""] = name.split(/ (?=\p{Lu}|\()/u);
    if (
      start !== name &&
      known.get(country + fold(start))?.some((other) => distanceKm(other, line) < SAME_KM)
    )
      continue;
    add(country, name, line);
    const around = townAt(grid, line);
    const isInTown =
      around !== undefined &&
      around.population >= PARTS_POPULATION &&
      distanceKm(around, line) < radiusKm(around);
    // Germany's other codes within towns are those of companies and offices.
    if (isInTown && country === "DE") continue;
    const state =
      around?.state ?? grid.near(line).find((town) => town.country === country)?.state ?? "";
    villages.push({
      id: undefined,
      name,
      country,
      state,
      population: 0,
      lat: roundTo(3, lat),
      lng: roundTo(3, lng),
      isDistrict: isInTown,
      names: new Set([name]),
      localNames: new Map(),
    });
  }
  return villages;
}

/** One place per code, in the most important of its towns. */
function codesOf(lines: readonly Line[], grid: Grid<Town>): PlaceRecord[] {
  const codes = new Map<string, Line[]>();
  for (const line of lines) {
    const signs = SIGNS[line.country] ?? Infinity;
    const code = shortened(line.code, signs);
    const key = `${line.country} ${code}`;
    const same = codes.get(key);
    if (same) same.push({ ...line, code });
    else codes.set(key, [{ ...line, code }]);
  }
  return [...codes.values()].map((same) => {
    const [first] = same;
    if (!first) throw new Error("A code without a line.");
    const ranked = same
      .slice(0, 200)
      .map((line) => ({ line, town: townNamed(grid, line) }))
      .toSorted((a, b) => (b.town?.population ?? 0) - (a.town?.population ?? 0));
    const { line, town } = ranked[0] ?? { line: first, town: undefined };
    return {
      id: undefined,
      kind: "postcode" as const,
      name: first.code,
      town: town?.name ?? line.place,
      state: town?.state ?? "",
      country: first.country,
      importance: Math.round(importanceOf(town?.population ?? 0) / 4),
      lat: roundTo(3, line.lat),
      lng: roundTo(3, line.lng),
      names: [],
    };
  });
}

/** Without a country's letters before it, and its first signs only where it names a street. */
function shortened(code: string, signs: number): string {
  const plain = code.replace(/^[A-Z]{1,2}[- ](?=\d)/u, "").replace(/ CEDEX.*$/u, "");
  return plain.length > signs ? plain.slice(0, Math.max(signs, FIRST_SIGNS)).trim() : plain;
}

const NAMED_KM = 15;

/** The town of that name, or the one around. */
function townNamed(grid: Grid<Town>, line: Line): Town | undefined {
  const key = fold(line.place);
  const near = grid
    .near(line)
    .filter((town) => town.country === line.country && distanceKm(town, line) < NAMED_KM);
  return (
    near
      .filter((town) => [...town.names].some((name) => fold(name) === key))
      .toSorted((a, b) => b.population - a.population)[0] ?? townAt(grid, line)
  );
}
