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
