import Flatbush from "flatbush";
import { foldName } from "../name-matching.ts";
import type { AddressTable } from "./address-table.ts";
import type { CollectedPlace, NamedArea } from "./collect-elements.ts";
import { flatDistanceM, isInside, type Path } from "./outlines.ts";
import { withoutLastBrackets } from "./place-names.ts";

/** Where a place is, in the words of an address. */
export interface Whereabouts {
  /** Municipality, or the nearest town or village; empty if there is none near. */
  readonly town: string;
  /** A village or part of the town that has a name of its own; often empty. */
  readonly district: string;
  readonly postcode: string;
}

const POSTAL_LEVEL = 0;
const MUNICIPALITY_LEVEL = 8;
/** Levels of a city that is a district or a state of its own, such as Vienna; other areas of these are no towns. */
const CITY_LEVELS = new Set([4, 5, 6, 7]);
/** How far a settlement reaches, by kind: a hamlet two kilometres away does not name a house, a city ten away does. */
const REACH_M = {
  town: 5000,
  village: 2200,
  hamlet: 900,
  district: 900,
};
const CITY_REACH_M = 12_000;
const CITY_IMPORTANCE = 50_000;
const HAMLET_IMPORTANCE = 600;
/** Of a house outside of every municipality, in multiples of the reach. */
const REACH_MAX = 4;
const NEIGHBOURS = 12;

interface Area {
  readonly name: string;
  readonly level: number;
  readonly rings: readonly Path[];
}

/**
 * Finds the settlement of a position: by boundaries, and where the extract cuts these off, by the addresses around it
 * and the nearest place.
 */
export class Settlements {
  readonly #areas: readonly Area[];
  readonly #areaIndex: Flatbush | undefined;
  readonly #places: readonly CollectedPlace[];
  readonly #placeIndex: Flatbush | undefined;
  readonly #municipalities: readonly (string | undefined)[];
  readonly #names: ReadonlySet<string>;
  readonly #postcodes = new Map<string, string>();
  readonly #addresses: AddressAreas;

  constructor(
    places: readonly CollectedPlace[],
    areas: readonly NamedArea[],
    addresses: AddressTable,
  ) {
    this.#addresses = new AddressAreas(addresses);
    this.#places = places.filter(
      ({ kind }) => kind === "town" || kind === "village" || kind === "district",
    );
    this.#placeIndex = indexOf(this.#places.map(({ lat, lng }) => [lng, lat, lng, lat]));
    const found = areas.map((area) => ({
      ...area,
      name: area.level === POSTAL_LEVEL ? area.name : townName(area.name),
    }));
    const townNames = new Set(this.#places.filter(isTown).map(({ name }) => foldName(name)));
    this.#areas = found.filter(
      ({ level, name }) =>
        level === POSTAL_LEVEL ||
        level === MUNICIPALITY_LEVEL ||
        (CITY_LEVELS.has(level) && townNames.has(foldName(name))),
    );
    this.#areaIndex = indexOf(this.#areas.map(({ rings }) => boxOf(rings)));
    this.#municipalities = this.#places.map(({ lat, lng }) =>
      municipalityOf(this.#areasAt(lat, lng)),
    );
    for (const { name, postcode } of this.#places)
      if (postcode !== "") this.#postcodes.set(foldName(name), postcode);
    const areaNames = this.#areas
      .filter(({ level }) => level !== POSTAL_LEVEL)
      .map(({ name }) => foldName(name));
    this.#names = new Set([...townNames, ...areaNames, ...this.#addresses.towns]);
  }

  /** True for a town, village or municipality of the region. */
  isKnown(name: string): boolean {
    return this.#names.has(foldName(name));
  }

  /** The town that a name begins with, such as "Planken" of "Planken, Vorderplanken"; empty if there is none. */
  knownStart(name: string): string {
    const [start = ""] = name.split(/[\s,]/);
    return start !== name && this.isKnown(start) ? start : "";
  }

  find(lat: number, lng: number): Whereabouts {
    const around = this.#areasAt(lat, lng);
    const municipality = municipalityOf(around);
    const near = this.#nearest(lat, lng);
    const address = this.#addresses.find(lat, lng);
    const town = municipality ?? address.town ?? nearestTown(near) ?? "";
    const district = near.find(
      ({ place, ratio, within }) =>
        ratio <= 1 &&
        foldName(place.name) !== foldName(town) &&
        (municipality === undefined || within === municipality),
    )?.place.name;
    const postcode = around.find(({ level }) => level === POSTAL_LEVEL)?.name;
    const known =
      this.#postcodes.get(foldName(district ?? "")) ?? this.#postcodes.get(foldName(town));
    return {
      town,
      district: district ?? "",
      postcode: postcode ?? address.postcode ?? known ?? "",
    };
  }

  #areasAt(lat: number, lng: number): Area[] {
    const found = this.#areaIndex?.search(lng, lat, lng, lat) ?? [];
    return found
      .flatMap((at) => this.#areas[at] ?? [])
      .filter(({ rings }) => isInside(rings, lat, lng));
  }

  /** Settlements near a position by distance in multiples of their reach. */
  #nearest(lat: number, lng: number): Near[] {
    // Degrees of longitude are shorter, so more are read than the nearest.
    const found = this.#placeIndex?.neighbors(lng, lat, NEIGHBOURS) ?? [];
    return found
      .flatMap((at) => {
        const place = this.#places[at];
        if (!place) return [];
        const ratio = flatDistanceM(lat, lng, place.lat, place.lng) / reachOf(place);
        return {
          place,
          ratio,
          within: this.#municipalities[at],
        };
      })
      .toSorted((a, b) => a.ratio - b.ratio);
  }
}

interface Near {
  readonly place: CollectedPlace;
  readonly ratio: number;
  readonly within: string | undefined;
}

function municipalityOf(areas: readonly Area[]): string | undefined {
  let best: Area | undefined;
  for (const area of areas)
    if (area.level !== POSTAL_LEVEL && (!best || area.level > best.level)) best = area;
  return best?.name;
}

/** A hamlet gives its name only where there is no village. */
function nearestTown(near: readonly Near[]): string | undefined {
  const towns = near.filter(({ place, ratio }) => isTown(place) && ratio <= REACH_MAX);
  return (towns.find(({ place }) => place.importance >= HAMLET_IMPORTANCE) ?? towns[0])?.place.name;
}

const isTown = ({ kind }: CollectedPlace) => kind === "town" || kind === "village";

function reachOf({ kind, importance }: CollectedPlace): number {
  if (kind === "town") return importance >= CITY_IMPORTANCE ? CITY_REACH_M : REACH_M.town;
  if (kind === "district") return REACH_M.district;
  return importance < HAMLET_IMPORTANCE ? REACH_M.hamlet : REACH_M.village;
}

const PREFIX =
  /^(gemeinde|marktgemeinde|stadtgemeinde|stadt|markt|commune de|comune di|municipio de|obec|gmina)\s+/iu;

/** "Buchs (SG)" and "Gemeinde Buchs" are written "Buchs" in addresses. */
function townName(name: string): string {
  const short = withoutLastBrackets(name).replace(PREFIX, "");
  return short === "" ? name : short;
}

function indexOf(
  boxes: readonly (readonly [number, number, number, number])[],
): Flatbush | undefined {
  if (boxes.length === 0) return undefined;
  const index = new Flatbush(boxes.length);
  for (const box of boxes) index.add(...box);
  index.finish();
  return index;
}

function boxOf(rings: readonly Path[]): [number, number, number, number] {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of rings)
    for (let at = 0; at + 1 < ring.length; at += 2) {
      const lat = ring[at] ?? 0;
      const lng = ring[at + 1] ?? 0;
      box[0] = Math.min(box[0], lng);
      box[1] = Math.min(box[1], lat);
      box[2] = Math.max(box[2], lng);
      box[3] = Math.max(box[3], lat);
    }
  return box;
}

/** About a kilometre. */
const CELLS_PER_DEGREE = 100;
/** A town that fewer addresses name may be misspelt. */
const TOWN_ADDRESSES = 8;

/** The towns and postcodes that addresses name, by grid cell. */
class AddressAreas {
  /** Folded names of towns that several addresses name. */
  readonly towns: ReadonlySet<string>;
  readonly #towns = new Map<string, Map<string, number>>();
  readonly #postcodes = new Map<string, Map<string, number>>();

  constructor(addresses: AddressTable) {
    const uses = new Map<string, number>();
    for (let house = 0; house < addresses.length; house++) {
      const cell = cellOf(addresses.lat(house), addresses.lng(house));
      const town = addresses.town(house);
      const postcode = addresses.postcode(house);
      if (town !== "") {
        count(this.#towns, cell, town);
        uses.set(town, (uses.get(town) ?? 0) + 1);
      }
      if (postcode !== "") count(this.#postcodes, cell, postcode);
    }
    const known = [...uses].filter(([, houses]) => houses >= TOWN_ADDRESSES);
    this.towns = new Set(known.map(([town]) => foldName(town)));
  }

  /** What most addresses of the cell say. */
  find(
    lat: number,
    lng: number,
  ): {
    readonly town: string | undefined;
    readonly postcode: string | undefined;
  } {
    const cell = cellOf(lat, lng);
    const town = mostCounted(this.#towns.get(cell));
    return {
      town: town !== undefined && this.towns.has(foldName(town)) ? town : undefined,
      postcode: mostCounted(this.#postcodes.get(cell)),
    };
  }
}

const cellOf = (lat: number, lng: number) =>
  `${Math.floor(lat * CELLS_PER_DEGREE)},${Math.floor(lng * CELLS_PER_DEGREE)}`;

function count(cells: Map<string, Map<string, number>>, cell: string, text: string): void {
  const counts = cells.get(cell) ?? new Map<string, number>();
  counts.set(text, (counts.get(text) ?? 0) + 1);
  cells.set(cell, counts);
}

const mostCounted = (counts: ReadonlyMap<string, number> | undefined): string | undefined =>
  counts && [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0];
