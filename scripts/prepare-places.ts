import { writeFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";
import { importanceOf } from "../server/src/modules/places/importance.ts";
import {
  formatPlace,
  parsePlace,
  type PlaceRecord,
  readLines,
} from "../server/src/modules/places/place-file.ts";
import { readAirports } from "./places/airports.ts";
import { addCityCodes, readListed, type Settlement } from "./places/listed.ts";
import { readPostcodes } from "./places/postcodes.ts";
import { readStations, readTramStops } from "./places/stations.ts";
import { cityAt, Grid, type Town, townAt } from "./places/town.ts";
import { readTowns } from "./places/towns.ts";

const USAGE = "usage: node scripts/prepare-places.ts ⟨postcodes.tsv⟩ | --listed";
const DATA = new URL("../server/data/", import.meta.url);
const TOWN_POPULATION = 5000;

const [source] = process.argv.slice(2);
if (source === undefined) throw new Error(USAGE);
const towns = readTowns(new URL("place-names.tsv", DATA));
addCityCodes(towns);
const grid = new Grid(towns);
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
// Neighbours beside each other: positions and states compress best so.
const settlements = (list: readonly Town[]) =>
  list
    .toSorted((a, b) => compare(a.country, b.country) || compare(a.state, b.state) || a.lat - b.lat)
    .map(toRecord);
const byName = (list: readonly PlaceRecord[]) =>
  list.toSorted(
    (a, b) => compare(a.country, b.country) || compare(a.town, b.town) || compare(a.name, b.name),
  );

if (source === "--listed") await replaceListed();
else await prepareAll(source);

async function prepareAll(postcodesFile: string): Promise<void> {
  const { codes, villages } = readPostcodes(postcodesFile, towns);
  // A first start waits for the first file only (`places-import.store.ts`).
  write("places.tsv.br", { towns: settlements(towns) });
  write("more-places.tsv.br", {
    stations: byName(await readStations(towns)),
    stops: byName(await readTramStops(towns)),
    airports: byName(await readAirports(towns)),
    villages: settlements(villages),
    postcodes: codes.toSorted((a, b) => compare(a.country, b.country) || compare(a.name, b.name)),
    listed: readListed(grid, new Grid<Settlement>([...towns, ...villages])),
  });
}

/** Leaves the rows of other sources as they are; the listed ones come last, after the postcodes. */
async function replaceListed(): Promise<void> {
  const records: PlaceRecord[] = [];
  for await (const lines of readLines(new URL("more-places.tsv.br", DATA)))
    for (const line of lines) if (line !== "") records.push(parsePlace(line));
  const end = records.findLastIndex(({ kind }) => kind === "postcode") + 1;
  const others = records.slice(0, end);
  const villages = others.filter(({ kind }) => kind === "village" || kind === "district");
  write("more-places.tsv.br", {
    "other places": others,
    listed: readListed(grid, new Grid<Settlement>([...towns, ...villages])),
  });
}

function toRecord({
  id,
  name,
  country,
  state,
  population,
  lat,
  lng,
  isDistrict,
  names,
  localNames,
}: Town): PlaceRecord {
  const at = { lat, lng, country };
  const settlementKind = population >= TOWN_POPULATION ? "town" : "village";
  const town = isDistrict ? (cityAt(grid, at) ?? townAt(grid, at))?.name : undefined;
  return {
    id,
    kind: isDistrict ? "district" : settlementKind,
    name,
    town: town === undefined || town === name ? "" : town,
    state,
    country,
    importance: importanceOf(population),
    lat,
    lng,
    names: [...names].filter((other) => other !== name),
    localNames: Object.fromEntries([...localNames].filter(([, local]) => local !== name)),
  };
}

function write(file: string, parts: Readonly<Record<string, readonly PlaceRecord[]>>): void {
  const records = Object.values(parts).flat();
  const text = Buffer.from(`${records.map(formatPlace).join("\n")}\n`);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  const packed = brotliCompressSync(text, { params });
  writeFileSync(new URL(file, DATA), packed);
  for (const [what, list] of Object.entries(parts))
    process.stdout.write(`${what}: ${list.length}\n`);
  process.stdout.write(`${file}: ${records.length} rows, ${packed.length} bytes packed\n`);
}
