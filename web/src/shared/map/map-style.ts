import type { StyleSpecification } from "maplibre-gl";
import type { Basemap } from "./basemap/basemap-types.ts";
import { areaLayers, areaSource } from "./area-layers.ts";
import { journeyLayers, journeySource } from "./journey-layers.ts";
import type { MapScene } from "./map-types.ts";
import type { Palette } from "./basemap/palette.ts";

/** The complete map style; MapLibre applies only the difference to the former one. */
export function buildMapStyle(basemap: Basemap, palette: Palette, scene: MapScene): StyleSpecification {
  const { sources, below, above, styleAssets } = basemap.layersFor(palette, scene);
  return {
    version: 8,
    ...styleAssets,
    sources: { ...sources, areas: areaSource(scene), journey: journeySource(scene) },
    layers: [...below, ...areaLayers(palette), ...journeyLayers(palette), ...above],
  };
}
