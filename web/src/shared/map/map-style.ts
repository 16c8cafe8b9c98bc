import type {
  StyleSpecification,
  LayerSpecification,
  GeoJSONSourceSpecification,
} from "maplibre-gl";
import type { Basemap } from "./basemap/basemap-types.ts";
import { journeyLayers, journeySource, unwrapLongitudes } from "./journey-layers.ts";
import type { MapScene } from "./map-types.ts";
import type { Palette } from "./basemap/palette.ts";
import { gapImageName } from "./basemap/map-images.ts";

/** The complete map style; MapLibre applies only the difference to the former one. */
export function buildMapStyle(
  basemap: Basemap,
  palette: Palette,
  scene: MapScene,
): StyleSpecification {
  const { sources, below, above, styleAssets } = basemap.layersFor(palette, scene);
  return {
    version: 8,
    ...styleAssets,
    sources: {
      ...sources,
      areas: areaSource(scene),
      journey: journeySource(scene),
      ...labelGapSource(scene),
    },
    // The last layer is placed first, so labels keep clear of the markers.
    layers: [...below, ...areaLayers(palette), ...journeyLayers(palette), ...above, labelGapLayer],
  };
}

const SOURCE = "label-gaps";

/** The points that markers stand on. */
function labelGapSource({ stops = [], pins = [] }: MapScene): StyleSpecification["sources"] {
  const points = [...stops, ...pins].map(({ lng, lat }) => [lng, lat]);
  const data = {
    type: "Feature",
    properties: {},
    geometry: {
      type: "MultiPoint",
      coordinates: points,
    },
  } as const;
  return { [SOURCE]: { type: "geojson", data } };
}

/** Keeps labels away from markers: an invisible image, placed first because it is the last layer, takes their room. */
const labelGapLayer: LayerSpecification = {
  id: SOURCE,
  type: "symbol",
  source: SOURCE,
  layout: {
    "icon-image": gapImageName(),
    "icon-allow-overlap": true,
    "icon-padding": 0,
  },
};

function areaSource({ areas = [] }: MapScene): GeoJSONSourceSpecification {
  const coordinates = areas.map((rings) => rings.map((ring) => unwrapLongitudes(ring)));
  const geometry = {
    type: "MultiPolygon" as const,
    coordinates,
  };
  return {
    type: "geojson",
    data: {
      type: "Feature",
      properties: {},
      geometry,
    },
  };
}

/** A tint that leaves the map readable, and an outline. */
const areaLayers = (palette: Palette): LayerSpecification[] => [
  {
    id: "area",
    type: "fill",
    source: "areas",
    paint: {
      "fill-color": palette.route,
      "fill-opacity": 0.12,
    },
  },
  {
    id: "area-outline",
    type: "line",
    source: "areas",
    layout: { "line-join": "round" },
    paint: {
      "line-color": palette.route,
      "line-width": 2,
    },
  },
];
