import type { ExpressionSpecification, LayerSpecification } from "maplibre-gl";
import { basemapUrl } from "./maplibre-setup.ts";
import type { BasemapLayers } from "./basemap-types.ts";
import { labelLayers } from "./label-layers.ts";
import type { MapScene } from "../map-types.ts";
import type { Palette } from "./palette.ts";
import {
  type OpenRegionMap,
  REGION_LABELS_ZOOM,
  regionSources,
  type RegionStreets,
} from "./region-maps.ts";
import { scaleByZoom } from "./style-expressions.ts";

/** The built-in map: every town of the world, and streets where the server has regions. */
export function bundledLayers(
  palette: Palette,
  scene: MapScene,
  regionStreets?: RegionStreets,
): BasemapLayers {
  const regions = regionStreets?.maps ?? [];
  const sources = regions.map(({ source }) => source);
  const streets = regionStreets?.draw(palette, sources);
  return {
    sources: {
      base: { type: "vector", url: basemapUrl() },
      ...regionSources(regions),
    },
    below: [
      {
        id: "loading",
        type: "background",
        paint: { "background-color": palette.land },
      },
      ...terrainLayers(palette, regions),
      ...borderLayers(palette),
      ...(streets?.below ?? []),
    ],
    above: [...(streets?.above ?? []), ...labelLayers(palette, scene, regions)],
    styleAssets: {},
  };
}

const CUT_SPOT_M = 9000;

// `p` is ten times the logarithm of the population; converted to a radius that grows with it.
const townRadius = (times: number): ExpressionSpecification => [
  "*",
  times,
  ["^", 1.105, ["-", ["get", "p"], 36]],
];

function terrainLayers(palette: Palette, regions: readonly OpenRegionMap[]): LayerSpecification[] {
  const round = {
    "line-cap": "round",
    "line-join": "round",
  } as const;
  return [
    {
      id: "sea",
      type: "fill",
      source: "base",
      "source-layer": "sea",
      paint: {
        "fill-color": palette.sea,
        "fill-antialias": false,
      },
    },
    {
      id: "land",
      type: "fill",
      source: "base",
      "source-layer": "land",
      paint: { "fill-color": palette.land },
    },
    {
      id: "urban",
      type: "circle",
      source: "base",
      "source-layer": "place",
      minzoom: 6,
      filter: ["all", [">=", ["get", "p"], 38], ...regions.flatMap(isFarFrom)],
      paint: {
        "circle-color": palette.urban,
        "circle-blur": 0.55,
        "circle-radius": [
          "interpolate",
          ["exponential", 2],
          ["zoom"],
          6,
          townRadius(1),
          12,
          townRadius(40),
        ],
      },
    },
    {
      id: "river",
      type: "line",
      source: "base",
      "source-layer": "river",
      layout: round,
      paint: {
        "line-color": palette.river,
        "line-width": scaleByZoom([3, 0.5], [6, 1.3], [8, 2]),
      },
    },
    {
      id: "water",
      type: "fill",
      source: "base",
      "source-layer": "water",
      paint: { "fill-color": palette.sea },
    },
    {
      id: "coast",
      type: "line",
      source: "base",
      "source-layer": "land",
      minzoom: 4,
      paint: {
        "line-color": palette.coast,
        "line-width": scaleByZoom([4, 0.4], [9, 1.1]),
      },
    },
  ];
}

/** A region's ground would cut through the blurred spots of towns around it. */
function isFarFrom({ coverage }: OpenRegionMap): ExpressionSpecification[] {
  return coverage
    ? [["any", ["<", ["zoom"], REGION_LABELS_ZOOM], [">", ["distance", coverage], CUT_SPOT_M]]]
    : [];
}

function borderLayers(palette: Palette): LayerSpecification[] {
  const border = {
    type: "line",
    source: "base",
    "source-layer": "boundary",
  } as const;
  return [
    {
      ...border,
      id: "county",
      minzoom: 8,
      filter: ["==", ["get", "l"], 2],
      paint: {
        "line-color": palette.region,
        "line-width": 0.6,
        "line-opacity": 0.6,
      },
    },
    {
      ...border,
      id: "region",
      minzoom: 3.5,
      filter: ["==", ["get", "l"], 1],
      paint: {
        "line-color": palette.region,
        "line-width": scaleByZoom([4, 0.5], [8, 1.1]),
        "line-dasharray": [4, 2],
      },
    },
    {
      ...border,
      id: "border-shade",
      minzoom: 3,
      filter: ["==", ["get", "l"], 0],
      paint: {
        "line-color": palette.border,
        "line-opacity": 0.18,
        "line-width": scaleByZoom([3, 2], [8, 7]),
      },
    },
    {
      ...border,
      id: "border",
      filter: ["==", ["get", "l"], 0],
      paint: {
        "line-color": palette.border,
        "line-width": scaleByZoom([2, 0.5], [8, 1.5]),
      },
    },
  ];
}
