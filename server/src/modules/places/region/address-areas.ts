import { foldName } from "../name-matching.ts";
import type { AddressTable } from "./address-table.ts";

/** About a kilometre. */
const CELLS_PER_DEGREE = 100;
/** A town that fewer addresses name may be misspelt. */
const TOWN_ADDRESSES = 8;

/** The towns and postcodes that addresses name, by grid cell. */
export class AddressAreas {
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
