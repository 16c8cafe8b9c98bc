import type { ExpressionSpecification, LayerSpecification } from "maplibre-gl";
import type { Palette } from "./palette.ts";
import { scaleByZoom } from "./style-expressions.ts";

/** Draws one layer of a source, under an id that is unique among several sources with the same layers. */
export type LayerOf = (
  sourceLayer: string,
  id: string,
) => {
  id: string;
  source: string;
  "source-layer": string;
};

export const isKind = (...kinds: string[]): ExpressionSpecification => [
  "in",
  ["get", "kind"],
  ["literal", kinds],
];
const isPolygon: ExpressionSpecification = ["==", ["geometry-type"], "Polygon"];
const isLine: ExpressionSpecification = ["==", ["geometry-type"], "LineString"];

/** The order matters where areas overlap; each group has one colour. */
const GROUND: readonly (readonly [id: string, colour: keyof Palette, kinds: readonly string[]])[] =
  [
    ["built", "built", ["residential", "urban_area", "commercial", "neighbourhood"]],
    [
      "industry",
      "industry",
      ["industrial", "railway", "military", "airfield", "naval_base", "aerodrome"],
    ],
    ["field", "field", ["farmland", "farmyard", "orchard", "allotments"]],
    ["wood", "wood", ["forest", "wood", "scrub"]],
    ["rock", "rock", ["bare_rock", "sand", "beach", "barren"]],
    ["glacier", "glacier", ["glacier"]],
    ["campus", "campus", ["university", "college", "school", "kindergarten", "hospital"]],
    [
      "green",
      "grass",
      [
        "park",
        "grass",
        "grassland",
        "meadow",
        "garden",
        "village_green",
        "recreation_ground",
        "golf_course",
        "cemetery",
      ],
    ],
    ["play", "grass", ["pitch", "playground", "dog_park", "zoo"]],
    ["paved", "road", ["pedestrian", "platform", "pier", "dam", "runway", "taxiway"]],
  ];
/** Meadows cover much of the country; in full colour they would outshine parks. */
const PALE_KINDS = ["meadow", "grassland", "scrub"];

/** Land, woods, fields, built-up areas, water and buildings. */
export function groundLayers(palette: Palette, of: LayerOf): LayerSpecification[] {
  return [
    {
      ...of("earth", "earth"),
      type: "fill",
      filter: isPolygon,
      paint: {
        "fill-color": palette.land,
        "fill-antialias": false,
      },
    },
    ...GROUND.map(([id, colour, kinds]): LayerSpecification => ({
      ...of("landuse", id),
      type: "fill",
      filter: isKind(...kinds),
      paint: {
        "fill-color": palette[colour],
        "fill-opacity": [
          "interpolate",
          ["linear"],
          ["zoom"],
          7,
          0.7,
          11,
          ["case", isKind(...PALE_KINDS), 0.55, 1],
        ],
        "fill-antialias": false,
      },
    })),
    ...waterLayers(palette, of),
    {
      ...of("buildings", "building"),
      type: "fill",
      minzoom: 13,
      filter: isPolygon,
      paint: {
        "fill-color": palette.building,
        "fill-outline-color": ["step", ["zoom"], palette.building, 15.5, palette.buildingEdge],
        "fill-opacity": ["interpolate", ["linear"], ["zoom"], 13, 0.3, 14.5, 1],
      },
    },
  ];
}

function waterLayers(palette: Palette, of: LayerOf): LayerSpecification[] {
  const line = {
    type: "line",
    layout: {
      "line-cap": "round",
      "line-join": "round",
    },
  } as const;
  return [
    {
      ...of("water", "water"),
      type: "fill",
      filter: isPolygon,
      paint: { "fill-color": palette.sea },
    },
    {
      ...of("water", "river"),
      ...line,
      filter: ["all", isLine, isKind("river", "canal")],
      paint: {
        "line-color": palette.river,
        "line-width": scaleByZoom([7, 0.8], [10, 1.6], [13, 3], [16, 7], [19, 22]),
      },
    },
    {
      ...of("water", "stream"),
      ...line,
      minzoom: 12,
      filter: ["all", isLine, isKind("stream", "drain", "ditch")],
      paint: {
        "line-color": palette.river,
        "line-width": scaleByZoom([12, 0.5], [14, 1], [16, 2], [19, 5]),
      },
    },
  ];
}

/** Borders of countries and their parts. */
export function borderLayers(palette: Palette, of: LayerOf): LayerSpecification[] {
  const solid = {
    type: "line",
    layout: { "line-join": "round" },
  } as const;
  return [
    {
      ...of("boundaries", "locality"),
      ...solid,
      minzoom: 12,
      filter: isKind("locality"),
      paint: {
        "line-color": palette.region,
        "line-width": 0.8,
        "line-dasharray": [3, 3],
        "line-opacity": 0.8,
      },
    },
    {
      ...of("boundaries", "region"),
      ...solid,
      filter: isKind("region", "county"),
      paint: {
        "line-color": palette.region,
        "line-width": scaleByZoom([6, 0.5], [12, 1.4]),
        "line-dasharray": [4, 2],
      },
    },
    {
      ...of("boundaries", "border-shade"),
      ...solid,
      filter: isKind("country"),
      paint: {
        "line-color": palette.border,
        "line-opacity": 0.14,
        "line-width": scaleByZoom([3, 2], [8, 6], [14, 9]),
      },
    },
    {
      ...of("boundaries", "border"),
      ...solid,
      filter: isKind("country"),
      paint: {
        "line-color": palette.border,
        "line-width": scaleByZoom([2, 0.5], [8, 1.2], [14, 1.5]),
      },
    },
  ];
}
