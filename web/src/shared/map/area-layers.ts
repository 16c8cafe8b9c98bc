import type { GeoJSONSourceSpecification, LayerSpecification } from "maplibre-gl";
import type { Palette } from "./basemap/palette.ts";
import { unwrapLongitudes } from "./journey-layers.ts";
import type { MapScene } from "./map-types.ts";

export function areaSource({ areas = [] }: MapScene): GeoJSONSourceSpecification {
  const coordinates = areas.map((rings) => rings.map((ring) => unwrapLongitudes(ring)));
  const geometry = { type: "MultiPolygon" as const, coordinates };
  return { type: "geojson", data: { type: "Feature", properties: {}, geometry } };
}

/** A tint that leaves the map readable, and an outline. */
export const areaLayers = (palette: Palette): LayerSpecification[] => [
  { id: "area", type: "fill", source: "areas", paint: { "fill-color": palette.route, "fill-opacity": 0.12 } },
  {
    id: "area-outline",
    type: "line",
    source: "areas",
    layout: { "line-join": "round" },
    paint: { "line-color": palette.route, "line-width": 2 },
  },
];
