import type { Language } from "../../contract/src/languages.ts";

/** A town, village or district while the places are prepared. */
export interface Town {
  /** GeoNames id; undefined where the source leaves it out. */
  readonly id: number | undefined;
  name: string;
  readonly country: string;
  readonly state: string;
  readonly population: number;
  readonly lat: number;
  readonly lng: number;
  readonly isDistrict: boolean;
  readonly names: Set<string>;
  /** The names that readers of the product's languages expect. */
  readonly localNames: Map<Language, string>;
}

interface Position {
  readonly lat: number;
  readonly lng: number;
}

export const roundTo = (digits: number, degrees: number) =>
  Math.round(degrees * 10 ** digits) / 10 ** digits;

const KM_PER_DEGREE = 111.2;

/** In kilometres, on a plane: exact enough within a country. */
export function distanceKm(a: Position, b: Position): number {
  const lngScale = Math.cos((((a.lat + b.lat) / 2) * Math.PI) / 180);
  return KM_PER_DEGREE * Math.hypot(a.lat - b.lat, (a.lng - b.lng) * lngScale);
}

const CELL_DEG = 0.2;

/** Finds what is near a position. */
export class Grid<T extends Position> {
  readonly #cells = new Map<string, T[]>();

  constructor(items: Iterable<T> = []) {
    for (const item of items) this.add(item);
  }

  add(item: T): void {
    const key = cellKey(Math.floor(item.lat / CELL_DEG), Math.floor(item.lng / CELL_DEG));
    const cell = this.#cells.get(key);
    if (cell) cell.push(item);
    else this.#cells.set(key, [item]);
  }

  /** Items of the cells around a position, at least those within `cells` · 0.2°. */
  near({ lat, lng }: Position, cells = 1): T[] {
    const row = Math.floor(lat / CELL_DEG);
    const column = Math.floor(lng / CELL_DEG);
    const found: T[] = [];
    for (let y = -cells; y <= cells; y++) {
      for (let x = -cells; x <= cells; x++)
        found.push(...(this.#cells.get(cellKey(row + y, column + x)) ?? []));
    }
    return found;
  }
}

const cellKey = (row: number, column: number) => `${row},${column}`;

const RADIUS_MIN_KM = 1.5;
const KM_PER_ROOT = 0.012;
const REACH_MAX = 2.5;

/** The radius of a town's built-up area, by its population. */
export const radiusKm = ({ population }: Town) =>
  Math.max(RADIUS_MIN_KM, KM_PER_ROOT * Math.sqrt(population));

/** The town that a position belongs to: a city reaches further than a village. Undefined far from every town. */
export function townAt(
  towns: Grid<Town>,
  position: Position & { readonly country?: string },
): Town | undefined {
  let best: { town: Town; reach: number } | undefined;
  for (const town of towns.near(position)) {
    if (town.isDistrict || (position.country !== undefined && town.country !== position.country))
      continue;
    const reach = distanceKm(town, position) / radiusKm(town);
    if (reach <= REACH_MAX && reach < (best?.reach ?? Infinity)) best = { town, reach };
  }
  return best?.town;
}

/** The largest town whose built-up area a position is in: a station at King's Cross is in London. */
export function cityAt(
  towns: Grid<Town>,
  position: Position & { readonly country?: string },
): Town | undefined {
  return towns
    .near(position)
    .filter(
      (town) =>
        !town.isDistrict &&
        (position.country === undefined || town.country === position.country) &&
        distanceKm(town, position) < radiusKm(town),
    )
    .toSorted((a, b) => b.population - a.population)[0];
}
