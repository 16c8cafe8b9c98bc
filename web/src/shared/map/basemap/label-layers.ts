import type { ExpressionSpecification, LayerSpecification } from "maplibre-gl";
import { LABEL_FONT } from "./maplibre-setup.ts";
import { imageName } from "./map-images.ts";
import type { MapScene } from "../map-types.ts";
import type { Palette } from "./palette.ts";
import { hasTag } from "../markers/stop-markers.ts";
import { type OpenRegionMap, REGION_LABELS_ZOOM } from "./region-maps.ts";
import { readerName, scaleByZoom } from "./style-expressions.ts";

// Within this distance a stop's tag replaces the label of its town, until the zoom leaves room for both.
const HIDE_NAME_WITHIN_M = 6000;
const SHOW_BOTH_ZOOM = 11;

/** Labels of regions, countries and towns, in the reader's language. */
export function labelLayers(
  palette: Palette,
  scene: MapScene,
  regions: readonly OpenRegionMap[],
): LayerSpecification[] {
  // The last layer is placed first: a country's label gives way to that of its capital.
  return [regionNames(palette), countryNames(palette), placeNames(palette, scene, regions)];
}

function regionNames(palette: Palette): LayerSpecification {
  return {
    id: "region-name",
    type: "symbol",
    source: "base",
    "source-layer": "state",
    minzoom: 4.5,
    maxzoom: 8.5,
    filter: ["<=", ["get", "mz"], ["+", ["zoom"], 0.4]],
    layout: {
      "text-field": readerName(),
      "text-font": LABEL_FONT,
      "text-size": scaleByZoom([4, 9], [8, 12]),
      "text-letter-spacing": 0.12,
      "text-transform": "uppercase",
      "text-max-width": 7,
      "symbol-sort-key": ["get", "r"],
    },
    paint: {
      "text-color": palette.regionName,
      "text-halo-color": palette.halo,
      "text-halo-width": 1,
    },
  };
}

function bySize(...pairs: [size: number, px: number][]): ExpressionSpecification {
  return ["interpolate", ["linear"], ["get", "p"], ...pairs.flat()];
}

function placeNames(
  palette: Palette,
  scene: MapScene,
  regions: readonly OpenRegionMap[],
): LayerSpecification {
  const dot = (big: boolean) =>
    imageName({
      shape: big ? "big-dot" : "dot",
      fill: palette.dot,
      edge: palette.village,
    });
  return {
    id: "place-name",
    type: "symbol",
    source: "base",
    "source-layer": "place",
    minzoom: 3,
    filter: ["all", visiblePlaces(scene), ...regions.flatMap(isOutside)],
    layout: {
      "icon-image": ["step", ["zoom"], ["case", ["has", "c"], dot(true), dot(false)], 10.2, ""],
      "icon-padding": 1,
      "text-field": readerName(),
      "text-font": LABEL_FONT,
      "symbol-sort-key": ["-", 0, ["+", ["get", "p"], ["*", 4, ["coalesce", ["get", "c"], 0]]]],
      "text-size": [
        "interpolate",
        ["linear"],
        ["zoom"],
        3,
        bySize([55, 10], [72, 13]),
        7,
        bySize([40, 10.5], [50, 12], [60, 15]),
        11,
        bySize([30, 12], [45, 14], [60, 21]),
      ],
      // Far enough that the ring of a departure, drawn over the dot, does not touch the first letter.
      "text-variable-anchor-offset": [
        "left",
        [0.9, 0],
        "right",
        [-0.9, 0],
        "top",
        [0, 0.75],
        "bottom",
        [0, -0.75],
      ],
      "text-justify": "auto",
      "text-max-width": 8,
      "text-padding": 4,
    },
    paint: {
      "text-color": ["case", [">=", ["get", "p"], 50], palette.town, palette.village],
      "text-halo-color": palette.halo,
      "text-halo-width": 1.5,
      "text-halo-blur": 0.4,
    },
  };
}

/** In a region, its own labels of places replace those of the world map. */
function isOutside({ coverage }: OpenRegionMap): ExpressionSpecification[] {
  return coverage
    ? [["any", ["<", ["zoom"], REGION_LABELS_ZOOM], ["!", ["within", coverage]]]]
    : [];
}

function visiblePlaces(scene: MapScene): ExpressionSpecification {
  // 39 means 8,000 people: smaller towns appear when there is room.
  const large: ExpressionSpecification = [">=", ["get", "p"], ["step", ["zoom"], 39, 8.5, 36]];
  const tagged = (scene.stops ?? []).filter(hasTag).map(({ lng, lat }) => [lng, lat]);
  if (tagged.length === 0) return large;
  const isFarFromTags: ExpressionSpecification = [
    ">",
    ["distance", { type: "MultiPoint", coordinates: tagged }],
    HIDE_NAME_WITHIN_M,
  ];
  return ["all", large, ["any", [">=", ["zoom"], SHOW_BOTH_ZOOM], isFarFromTags]];
}

function byRank(...pairs: [rank: number, px: number][]): ExpressionSpecification {
  return ["interpolate", ["linear"], ["get", "r"], ...pairs.flat()];
}

function countryNames(palette: Palette): LayerSpecification {
  return {
    id: "country-name",
    type: "symbol",
    source: "base",
    "source-layer": "country",
    maxzoom: 6.2,
    filter: ["<=", ["get", "r"], ["+", ["zoom"], 0.4]],
    layout: {
      "text-field": readerName(),
      "text-font": LABEL_FONT,
      "text-size": [
        "interpolate",
        ["exponential", 1.5],
        ["zoom"],
        1.5,
        byRank([3, 11], [6, 9]),
        6,
        byRank([3, 17], [6, 11]),
      ],
      "text-letter-spacing": 0.06,
      "text-max-width": 7,
      "text-variable-anchor": ["center", "top", "bottom", "left", "right"],
      "text-radial-offset": 0.8,
      "text-justify": "auto",
      "symbol-sort-key": ["get", "r"],
    },
    paint: {
      "text-color": palette.countryName,
      "text-halo-color": palette.halo,
      "text-halo-width": 1.6,
    },
  };
}
