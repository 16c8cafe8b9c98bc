import { readFileSync } from "node:fs";
import type { OsmElement, OsmNode, OsmWay, Tags } from "@commonlane/geo/osm/read-extract";

/** Streets and houses of towns in fifty countries, named and numbered as they are there. */
const FILE = new URL("address-streets.tsv", import.meta.url);

export interface StreetOfWorld {
  readonly country: string;
  readonly town: string;
  readonly postcode: string;
  readonly street: string;
  /** As `addr:housenumber` has them. */
  readonly numbers: readonly string[];
  /** The name in the addresses of its houses, where that is another. */
  readonly houseStreet: string;
  /** Names by language. */
  readonly names: Tags;
  readonly lat: number;
  readonly lng: number;
}

/** About 250 m between streets and 30 m between houses. */
const STREET_DEGREES = 0.0024;
export const HOUSE_DEGREES = 0.0003;
const STREETS_PER_ROW = 4;

export const readStreets = (): StreetOfWorld[] => {
  const perTown = new Map<string, number>();
  const lines = readFileSync(FILE, "utf8").trim().split("\n");
  return lines.map((line): StreetOfWorld => {
    const [
      country = "",
      town = "",
      lat,
      lng,
      postcode = "",
      street = "",
      numbers = "",
      houseStreet,
      names = "",
    ] = line.split("\t");
    const at = perTown.get(town) ?? 0;
    perTown.set(town, at + 1);
    return {
      country,
      town,
      postcode,
      street,
      numbers: numbers.split(" ").map((number) => number.replaceAll("_", " ")),
      houseStreet: houseStreet || street,
      names: Object.fromEntries(
        names.split("|").flatMap((pair) => (pair === "" ? [] : [pair.split("=")])),
      ),
      lat: Number(lat) + Math.floor(at / STREETS_PER_ROW) * STREET_DEGREES,
      lng: Number(lng) + (at % STREETS_PER_ROW) * STREET_DEGREES,
    };
  });
};

/** The streets and houses as OpenStreetMap has them: each street a way, which meets the next one of its town. */
export function drawStreets(streets: readonly StreetOfWorld[]): OsmElement[] {
  const nodes: OsmNode[] = [];
  const ways: OsmWay[] = [];
  const add = (lat: number, lng: number, tags: Tags = {}): number => {
    nodes.push({ type: "node", id: nodes.length + 1, lat, lng, tags });
    return nodes.length;
  };
  const towns = new Map(streets.map((of) => [of.town, of]));
  for (const { town, lat, lng } of towns.values()) add(lat, lng, { place: "city", name: town });
  for (const { street, town, postcode, numbers, houseStreet, names, lat, lng } of streets) {
    const nodeIds = [add(lat, lng), add(lat, lng + STREET_DEGREES)];
    ways.push({
      type: "way",
      id: ways.length + 1,
      nodeIds,
      tags: { highway: "residential", name: street, ...names },
    });
    for (const [n, number] of numbers.entries())
      add(lat + HOUSE_DEGREES / 2, lng + HOUSE_DEGREES * (n + 1), {
        "addr:housenumber": number,
        "addr:street": houseStreet,
        "addr:postcode": postcode,
        "addr:city": town,
      });
  }
  return [...nodes, ...ways];
}
