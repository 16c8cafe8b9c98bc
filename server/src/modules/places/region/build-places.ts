import { join } from "node:path";
import type { BuildInput, BuildStep } from "#platform/regions/build-step.ts";
import { foldName } from "../name-matching.ts";
import { formatHouseNumber, formatPlace } from "../place-file.ts";
import { buildStreets } from "./build-streets.ts";
import { type CollectedPlace, collectElements } from "./collect-elements.ts";
import { readCountries } from "./find-country.ts";
import { flatDistanceM } from "./outlines.ts";
import { formatPlaceAreas, LineFile } from "./place-files.ts";
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

/** Objects with one name and kind that are no further apart are one place: the two sides of a bus stop, for example. */
const SAME_PLACE_M = 150;
/** A station has platforms and stops with its name. */
const SAME_STATION_M = 400;

interface Merged {
  readonly members: CollectedPlace[];
}

/** Merges objects that are one place for people; the result is where the most central of them is. */
function mergePlaces(places: readonly CollectedPlace[]): CollectedPlace[] {
  const groups = new Map<string, Merged[]>();
  // Stations first, so that stops find theirs.
  for (const place of places.toSorted((a, b) => b.importance - a.importance || a.id - b.id)) {
    const key = foldName(place.name);
    const group = groups.get(key) ?? [];
    const same = group.find(({ members }) => members.some((member) => isSame(member, place)));
    if (same) same.members.push(place);
    else group.push({ members: [place] });
    groups.set(key, group);
  }
  return [...groups.values()].flat().map(({ members }) => mergeMembers(members));
}

function isSame(a: CollectedPlace, b: CollectedPlace): boolean {
  const metres = flatDistanceM(a.lat, a.lng, b.lat, b.lng);
  if (a.kind === "station" && (b.kind === "station" || b.kind === "stop"))
    return metres <= SAME_STATION_M;
  return a.kind === b.kind && metres <= SAME_PLACE_M;
}

function mergeMembers(members: readonly CollectedPlace[]): CollectedPlace {
  const [first] = members;
  if (!first) throw new Error("no members");
  if (members.length === 1) return first;
  const own = members.filter(({ kind }) => kind === first.kind);
  const centre = {
    lat: own.reduce((sum, { lat }) => sum + lat, 0) / own.length,
    lng: own.reduce((sum, { lng }) => sum + lng, 0) / own.length,
  };
  const distance = ({ lat, lng }: CollectedPlace) =>
    flatDistanceM(lat, lng, centre.lat, centre.lng);
  const middle = own.reduce(
    (best, member) => (distance(member) < distance(best) ? member : best),
    first,
  );
  const aliases = new Set(members.flatMap(({ name, aliases }) => [name, ...aliases]));
  aliases.delete(first.name);
  const stated = (pick: (member: CollectedPlace) => string) =>
    members.map(pick).find((text) => text !== "") ?? "";
  return {
    ...first,
    // The smallest id of the group, so that it stays the same when a member moves.
    id: Math.min(...own.map(({ id }) => id)),
    lat: middle.lat,
    lng: middle.lng,
    aliases: [...aliases],
    town: stated(({ town }) => town),
    postcode: stated(({ postcode }) => postcode),
  };
}
