import { join } from "node:path";
import type { BuildInput, BuildStep } from "#platform/regions/build-step.ts";
import { formatHouseNumber, formatPlace } from "../place-file.ts";
import { buildStreets } from "./build-streets.ts";
import { type CollectedPlace, collectElements } from "./collect-elements.ts";
import { readCountries } from "./find-country.ts";
import { mergePlaces } from "./merge-places.ts";
import { formatPlaceAreas } from "./place-areas-file.ts";
import { LineFile } from "./place-files.ts";
import {
  recordOfPlace,
  recordOfStreet,
  recordsOfHouses,
  recordsOfPoints,
  type RegionRecord,
} from "./place-records.ts";
import { Settlements } from "./settlements.ts";

/** Names of the files of a region's places, in its folder. */
export const REGION_FILES = {
  /** Like the shipped places of the world. */
  places: "places.tsv.br",
  /** For each place, in the same order, the areas that it is looked for in. */
  areas: "place-areas.tsv.br",
  houseNumbers: "house-numbers.tsv.br",
  /** Like the house numbers, without a number. */
  streetPoints: "street-points.tsv.br",
} as const;

/** The shipped places of the world, which name the country and state of a place. */
const WORLD = new URL("../../../../data/places.tsv.br", import.meta.url);
const READING = 0.8;

/** Build step of a region: its streets, house numbers and named places, from an extract of OpenStreetMap. */
export const buildPlaces: BuildStep = {
  name: "places",
  weight: 2,
  run,
};

async function run({ extract, folder, region, onProgress, signal }: BuildInput) {
  const collected = await collectElements(extract, signal, (fraction) =>
    onProgress(READING * fraction),
  );
  const settlements = new Settlements(collected.settlements, collected.areas, collected.addresses);
  const countries = await readCountries(WORLD, region.bbox);
  const files = {
    places: new LineFile(join(folder, REGION_FILES.places)),
    areas: new LineFile(join(folder, REGION_FILES.areas)),
    houseNumbers: new LineFile(join(folder, REGION_FILES.houseNumbers)),
    streetPoints: new LineFile(join(folder, REGION_FILES.streetPoints)),
  };
  const write = async ({ place, areas }: RegionRecord) => {
    await files.places.write(formatPlace(place));
    await files.areas.write(formatPlaceAreas(areas));
  };
  const isShipped = ({ kind, lat, lng, name }: CollectedPlace) =>
    (kind === "town" || kind === "village") && countries.hasTown(lat, lng, name);
  const newSettlements = mergePlaces(collected.settlements).filter((place) => !isShipped(place));
  for (const place of [...newSettlements, ...mergePlaces(collected.places)])
    await write(recordOfPlace(place, settlements, countries));
  signal.throwIfAborted();
  const streets = buildStreets(collected, settlements);
  for (const street of streets) {
    await write(recordOfStreet(street, countries));
    for (const house of recordsOfHouses(street, collected.addresses))
      await files.houseNumbers.write(formatHouseNumber(house));
    for (const point of recordsOfPoints(street, collected.streets))
      await files.streetPoints.write(formatHouseNumber(point));
  }
  for (const file of Object.values(files)) await file.close();
  onProgress(1);
  return {
    places: files.places.rows,
    streets: streets.length,
    houseNumbers: files.houseNumbers.rows,
  };
}
