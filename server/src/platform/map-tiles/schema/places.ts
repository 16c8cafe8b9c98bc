import type { Tags } from "@commonlane/geo/osm/read-extract";
import { defined, type MappedFeature, namesIn, suggestedZoom } from "./tile-feature.ts";

interface PlaceClass {
  readonly kind: "locality" | "neighbourhood" | "macrohood";
  readonly minZoom: number;
  /** People assumed where the tag is missing. */
  readonly population: number;
  /** Among places of one zoom, lower numbers come first. */
  readonly rank: number;
}

function locality(minZoom: number, population: number, rank: number): PlaceClass {
  return {
    kind: "locality",
    minZoom,
    population,
    rank,
  };
}

const PLACES: Readonly<Record<string, PlaceClass>> = {
  city: locality(7, 100_000, 2),
  town: locality(8, 10_000, 2),
  village: locality(10, 2000, 3),
  hamlet: locality(12, 200, 5),
  isolated_dwelling: locality(13, 20, 6),
  farm: locality(14, 10, 7),
  locality: locality(14, 0, 8),
  suburb: {
    kind: "neighbourhood",
    minZoom: 12,
    population: 0,
    rank: 9,
  },
  quarter: {
    kind: "macrohood",
    minZoom: 12,
    population: 0,
    rank: 10,
  },
  neighbourhood: {
    kind: "neighbourhood",
    minZoom: 13,
    population: 0,
    rank: 11,
  },
};

const LARGE_VILLAGE = 2500;

// Populations from which the schema counts a rank higher.
const RANKS = [
  0, 200, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000, 5_000_000,
  10_000_000,
];

/** Towns, villages, districts. */
export function mapPlace(tags: Tags): MappedFeature | undefined {
  const place = PLACES[tags["place"] ?? ""];
  if (!place || tags["name"] === undefined) return undefined;
  const population =
    Number.parseInt(tags["population"]?.replaceAll(/[\s,.']/g, "") ?? "", 10) || place.population;
  const minZoom =
    tags["place"] === "village" && population >= LARGE_VILLAGE ? place.minZoom - 1 : place.minZoom;
  const sortKey = minZoom * 10_000 + place.rank * 500 - Math.round(Math.log10(population + 1) * 50);
  return {
    layer: "places",
    minZoom,
    attributes: {
      ...defined({
        kind: place.kind,
        kind_detail: tags["place"],
        capital: tags["capital"],
        population,
        population_rank: RANKS.filter((from) => population >= from).length,
        sort_key: sortKey,
        wikidata: tags["wikidata"],
      }),
      ...namesIn(tags),
      ...suggestedZoom(minZoom),
    },
    order: sortKey,
  };
}
