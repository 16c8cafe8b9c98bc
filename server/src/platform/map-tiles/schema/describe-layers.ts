import { type LayerName, MAX_ZOOM, MIN_ZOOM } from "./tile-feature.ts";

type FieldType = "String" | "Number" | "Boolean";

const NAMES = { name: "String" } as const;

/** Layers and their attributes, for the archive's description. */
const FIELDS: Readonly<Record<LayerName, Readonly<Record<string, FieldType>>>> = {
  earth: { kind: "String" },
  landuse: { kind: "String", sort_rank: "Number" },
  water: {
    kind: "String",
    kind_detail: "String",
    min_zoom: "Number",
    sort_rank: "Number",
    ...NAMES,
  },
  buildings: {
    kind: "String",
    addr_housenumber: "String",
    sort_rank: "Number",
  },
  boundaries: {
    kind: "String",
    kind_detail: "Number",
    disputed: "Boolean",
    sort_rank: "Number",
  },
  roads: {
    kind: "String",
    kind_detail: "String",
    ref: "String",
    shield_text: "String",
    service: "String",
    oneway: "String",
    is_bridge: "Boolean",
    is_tunnel: "Boolean",
    is_link: "Boolean",
    min_zoom: "Number",
    sort_rank: "Number",
    ...NAMES,
  },
  places: {
    kind: "String",
    kind_detail: "String",
    capital: "String",
    population: "Number",
    population_rank: "Number",
    sort_key: "Number",
    wikidata: "String",
    min_zoom: "Number",
    ...NAMES,
  },
  pois: {
    kind: "String",
    kind_detail: "String",
    elevation: "Number",
    iata: "String",
    min_zoom: "Number",
    ...NAMES,
  },
};

/** The `vector_layers` of an archive's metadata. */
export function describeLayers(): readonly object[] {
  return Object.entries(FIELDS).map(([id, fields]) => ({
    id,
    fields,
    minzoom: MIN_ZOOM,
    maxzoom: MAX_ZOOM,
  }));
}
