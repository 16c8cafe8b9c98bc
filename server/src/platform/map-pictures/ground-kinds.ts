import type { GroundKind } from "./read-ground.ts";

type Properties = Readonly<Record<string, unknown>>;

/** Layers of the map of the world that ships with the web app; a border of level 0 is that of a country. */
export function classifyWorld(layer: string, properties: Properties): GroundKind | undefined {
  if (layer === "boundary") return properties["l"] === 0 ? "border" : undefined;
  return WORLD_LAYERS[layer];
}

const WORLD_LAYERS: Readonly<Record<string, GroundKind>> = {
  sea: "sea",
  land: "land",
  water: "water",
  river: "river",
};

/** Layers of a region's street map, in Protomaps' schema. */
export function classifyStreets(
  layer: string,
  { kind }: Properties,
  isArea: boolean,
): GroundKind | undefined {
  if (layer === "water") return isArea ? "water" : "river";
  return STREET_KINDS[`${layer} ${String(kind)}`];
}

const STREET_KINDS: Readonly<Record<string, GroundKind>> = {
  "earth earth": "land",
  "landuse forest": "wood",
  "landuse wood": "wood",
  "boundaries country": "border",
  "roads highway": "motorway",
  "roads major_road": "main-road",
  "roads minor_road": "road",
};
