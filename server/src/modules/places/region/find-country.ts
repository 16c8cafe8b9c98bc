import Flatbush from "flatbush";
import { foldName } from "../name-matching.ts";
import { parsePlace, readLines } from "../place-file.ts";

interface Division {
  readonly country: string;
  readonly state: string;
}
interface Town extends Division {
  readonly key: string;
}

type Box = readonly [west: number, south: number, east: number, north: number];

/** A town of the same name this near is the same one; about 5 km. */
const DUPLICATE_DEGREES = 0.05;
/** Towns beyond the edge may still be the nearest ones. */
const MARGIN_DEGREES = 0.5;
/** Of towns with the right name; about 15 km. */
const SAME_TOWN_DEGREES = 0.15;

/**
 * Country and state of a position: those of the shipped town with the name of its own town if that is near, otherwise
 * of the nearest one. Extracts hold borders only in pieces.
 */
export class CountryFinder {
  readonly #towns: readonly Town[];
  readonly #index: Flatbush | undefined;
  readonly #found = new Map<string, Division>();

  constructor(
    towns: readonly (Town & {
      readonly lat: number;
      readonly lng: number;
    })[],
  ) {
    this.#towns = towns;
    if (towns.length === 0) return;
    this.#index = new Flatbush(towns.length);
    for (const { lat, lng } of towns) this.#index.add(lng, lat, lng, lat);
    this.#index.finish();
  }

  /** True if the shipped towns include this one. */
  hasTown(lat: number, lng: number, name: string): boolean {
    return this.#nearestNamed(lat, lng, foldName(name), DUPLICATE_DEGREES) !== undefined;
  }

  find(lat: number, lng: number, town: string): Division {
    // Streets of a town share the answer.
    const at = `${town}\t${lat.toFixed(1)}\t${lng.toFixed(1)}`;
    const known = this.#found.get(at);
    if (known) return known;
    const named = this.#nearestNamed(lat, lng, foldName(town), SAME_TOWN_DEGREES);
    const nearest = this.#index?.neighbors(lng, lat, 1)[0];
    const { country, state } = named ??
      this.#towns[nearest ?? -1] ?? {
        country: "",
        state: "",
      };
    this.#found.set(at, { country, state });
    return { country, state };
  }

  #nearestNamed(lat: number, lng: number, key: string, maxDegrees: number): Town | undefined {
    const [found] =
      this.#index?.neighbors(lng, lat, 1, maxDegrees, (at) => this.#towns[at]?.key === key) ?? [];
    return found === undefined ? undefined : this.#towns[found];
  }
}

async function* eachLine(file: URL): AsyncGenerator<string> {
  for await (const lines of readLines(file)) yield* lines;
}

/** Reads the shipped towns of a region and around it. */
export async function readCountries(
  world: URL,
  [west, south, east, north]: Box,
): Promise<CountryFinder> {
  const towns: (Town & {
    lat: number;
    lng: number;
  })[] = [];
  for await (const line of eachLine(world)) {
    const { kind, name, country, state, lat, lng } = parsePlace(line);
    const isNear =
      lat > south - MARGIN_DEGREES &&
      lat < north + MARGIN_DEGREES &&
      lng > west - MARGIN_DEGREES &&
      lng < east + MARGIN_DEGREES;
    if (isNear && (kind === "town" || kind === "village"))
      towns.push({
        key: foldName(name),
        country,
        state,
        lat,
        lng,
      });
  }
  return new CountryFinder(towns);
}
