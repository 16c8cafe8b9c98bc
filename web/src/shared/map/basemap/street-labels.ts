import type { ExpressionSpecification, LayerSpecification } from "maplibre-gl";
import { imageName } from "./map-images.ts";
import { BOLD_FONT, ITALIC_FONT, LABEL_FONT } from "./maplibre-setup.ts";
import type { Palette } from "./palette.ts";
import { isKind, type LayerOf } from "./street-ground.ts";
import { placeNames, stopLabels } from "./street-places.ts";
import { halo, readerName, scaleByZoom, type SymbolLayout } from "./style-expressions.ts";

const isPoint: ExpressionSpecification = ["==", ["geometry-type"], "Point"];
const isLine: ExpressionSpecification = ["==", ["geometry-type"], "LineString"];
const minZoom: ExpressionSpecification = ["coalesce", ["get", "min_zoom"], 0];

/** Labels, the least important first: the last layer is placed first. */
export function streetLabels(palette: Palette, of: LayerOf): LayerSpecification[] {
  return [
    houseNumbers(palette, of),
    otherPois(palette, of),
    pathNames(palette, of),
    streetNames(palette, of),
    ...importantPois(palette, of),
    ...waterNames(palette, of),
    roadNames(palette, of),
    roadNumbers(palette, of),
    ...stopLabels(palette, of),
    ...placeNames(palette, of),
  ];
}

function houseNumbers(palette: Palette, of: LayerOf): LayerSpecification {
  return {
    ...of("buildings", "house-number"),
    type: "symbol",
    minzoom: 17,
    filter: isKind("address"),
    layout: {
      "text-field": ["get", "addr_housenumber"],
      "text-font": LABEL_FONT,
      "text-size": 10.5,
      "text-padding": 1,
    },
    paint: {
      "text-color": palette.poiName,
      ...halo(palette, 1),
    },
  };
}

const alongLine = () =>
  ({
    "symbol-placement": "line",
    "text-font": LABEL_FONT,
    "text-field": readerName(),
  }) as const;

function streetNames(palette: Palette, of: LayerOf): LayerSpecification {
  return {
    ...of("roads", "street-name"),
    type: "symbol",
    minzoom: 14,
    filter: ["all", isKind("minor_road"), ["has", "name"]],
    layout: {
      ...alongLine(),
      "text-size": scaleByZoom([14, 10.5], [17, 13], [19, 15]),
      "symbol-spacing": 320,
    },
    paint: {
      "text-color": palette.streetName,
      ...halo(palette, 1.6),
    },
  };
}

function roadNames(palette: Palette, of: LayerOf): LayerSpecification {
  return {
    ...of("roads", "road-name"),
    type: "symbol",
    minzoom: 13,
    filter: ["all", isKind("major_road", "highway"), ["has", "name"]],
    layout: {
      ...alongLine(),
      "text-size": scaleByZoom([13, 11], [17, 14], [19, 16]),
      "symbol-spacing": 400,
    },
    paint: {
      "text-color": palette.streetName,
      ...halo(palette, 1.6),
    },
  };
}

function pathNames(palette: Palette, of: LayerOf): LayerSpecification {
  return {
    ...of("roads", "path-name"),
    type: "symbol",
    minzoom: 16,
    filter: ["all", isKind("path"), ["has", "name"]],
    layout: {
      ...alongLine(),
      "text-size": 11,
      "symbol-spacing": 400,
    },
    paint: {
      "text-color": palette.poiName,
      ...halo(palette),
    },
  };
}

function shield(fill: string, edge: string) {
  return imageName({
    shape: "shield",
    fill,
    edge,
  });
}

function roadNumbers(palette: Palette, of: LayerOf): LayerSpecification {
  const number: ExpressionSpecification = ["coalesce", ["get", "shield_text"], ["get", "ref"]];
  return {
    ...of("roads", "road-number"),
    type: "symbol",
    minzoom: 8,
    filter: [
      "all",
      isKind("highway", "major_road"),
      ["any", ["has", "ref"], ["has", "shield_text"]],
    ],
    layout: {
      "symbol-placement": "line",
      "symbol-spacing": 380,
      "text-field": ["slice", ["to-string", number], 0, 8],
      "text-font": BOLD_FONT,
      "text-size": scaleByZoom([8, 9], [16, 11]),
      "text-rotation-alignment": "viewport",
      "icon-rotation-alignment": "viewport",
      "icon-image": [
        "case",
        isKind("highway"),
        shield(palette.motorway, palette.mainRoadEdge),
        shield(palette.road, palette.roadEdge),
      ],
      "icon-text-fit": "both",
      "icon-text-fit-padding": [0.5, 2, 0.5, 2],
      "icon-padding": 24,
    },
    paint: { "text-color": ["case", isKind("highway"), palette.shieldText, palette.town] },
  };
}

function waterNames(palette: Palette, of: LayerOf): LayerSpecification[] {
  const paint = {
    "text-color": palette.waterName,
    ...halo(palette, 1.2),
  };
  return [
    {
      ...of("water", "river-name"),
      type: "symbol",
      minzoom: 11,
      filter: ["all", isLine, ["has", "name"]],
      layout: {
        ...alongLine(),
        "text-font": ITALIC_FONT,
        "text-size": scaleByZoom([11, 11], [17, 14]),
        "symbol-spacing": 500,
        "text-letter-spacing": 0.06,
      },
      paint,
    },
    {
      ...of("water", "lake-name"),
      type: "symbol",
      filter: ["all", isPoint, ["has", "name"]],
      layout: {
        "text-field": readerName(),
        "text-font": ITALIC_FONT,
        "text-size": scaleByZoom([8, 11], [15, 14]),
        "text-max-width": 7,
      },
      paint,
    },
  ];
}

// Destinations and meeting points that people name; the schema's own zoom says from when on.
const IMPORTANT = (
  "hospital university college school townhall library post_office museum theatre castle stadium marina zoo park " +
  "national_park supermarket mall cemetery aerodrome"
).split(" ");
const NO_POIS = [
  "bus_stop",
  "tram_stop",
  "station",
  "bus_station",
  "peak",
  "parking",
  ...IMPORTANT,
];

function poiLayout(palette: Palette): SymbolLayout {
  return {
    "icon-image": imageName({
      shape: "dot",
      fill: palette.poiName,
      edge: palette.halo,
    }),
    "icon-padding": 1,
    "text-field": readerName(),
    "text-font": LABEL_FONT,
    "text-size": scaleByZoom([12, 10.5], [16, 11.5], [19, 13]),
    "text-max-width": 8,
    "text-variable-anchor": ["left", "right", "top", "bottom"],
    "text-radial-offset": 0.6,
    "text-justify": "auto",
    "text-optional": false,
    "symbol-sort-key": minZoom,
  };
}

function importantPois(palette: Palette, of: LayerOf): LayerSpecification[] {
  const paint = {
    "text-color": palette.poiName,
    ...halo(palette),
  };
  const peak = imageName({
    shape: "peak",
    fill: palette.path,
    edge: palette.halo,
  });
  return [
    {
      ...of("pois", "poi"),
      type: "symbol",
      minzoom: 12,
      filter: ["all", isKind(...IMPORTANT), ["has", "name"], [">=", ["zoom"], minZoom]],
      layout: poiLayout(palette),
      paint,
    },
    {
      ...of("pois", "peak"),
      type: "symbol",
      minzoom: 11,
      filter: ["all", isKind("peak"), ["has", "name"], [">=", ["zoom"], ["-", minZoom, 1]]],
      layout: {
        "icon-image": peak,
        "text-field": [
          "case",
          ["has", "elevation"],
          ["concat", readerName(), "\n", ["to-string", ["get", "elevation"]], " m"],
          readerName(),
        ],
        "text-font": LABEL_FONT,
        "text-size": scaleByZoom([11, 10], [16, 12]),
        "text-anchor": "top",
        "text-offset": [0, 0.5],
        "text-max-width": 8,
        "symbol-sort-key": ["-", 0, ["coalesce", ["get", "elevation"], 0]],
      },
      paint,
    },
  ];
}

function otherPois(palette: Palette, of: LayerOf): LayerSpecification {
  const parking: ExpressionSpecification = ["all", isKind("parking"), [">=", ["zoom"], 17]];
  const other: ExpressionSpecification = [
    "all",
    ["!", isKind(...NO_POIS)],
    ["has", "name"],
    [">=", ["zoom"], ["+", minZoom, 0.5]],
  ];
  return {
    ...of("pois", "other-poi"),
    type: "symbol",
    minzoom: 16,
    filter: ["any", parking, other],
    layout: {
      ...poiLayout(palette),
      "text-field": [
        "case",
        isKind("parking"),
        ["concat", "P ", ["coalesce", readerName(), ""]],
        readerName(),
      ],
    },
    paint: {
      "text-color": palette.poiName,
      ...halo(palette),
    },
  };
}
