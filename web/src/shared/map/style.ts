import type { StyleSpecification } from "maplibre-gl";
import type { Basemap } from "./ground.ts";
import { journeyLayers, journeySource } from "./journey.ts";
import type { MapScene } from "./map-types.ts";
import type { Palette } from "./palette.ts";

/** The whole map as one value: MapLibre compares it with the one before and changes only what differs. */
export function mapStyle(basemap: Basemap, palette: Palette, scene: MapScene): StyleSpecification {
  const { sources, under, over, signs } = basemap.ground(palette, scene);
  return {
    version: 8,
    ...signs,
    sources: { ...sources, journey: journeySource(scene) },
    layers: [...under, ...journeyLayers(palette), ...over],
  };
}
