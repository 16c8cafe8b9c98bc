import type { LayerSpecification, StyleSpecification } from "maplibre-gl";
import type { MapScene } from "../map-types.ts";
import { gapImageName } from "./map-images.ts";

const SOURCE = "label-gaps";

/** The points that markers stand on. */
export function labelGapSource({ stops = [], pins = [] }: MapScene): StyleSpecification["sources"] {
  const points = [...stops, ...pins].map(({ lng, lat }) => [lng, lat]);
  const data = { type: "Feature", properties: {}, geometry: { type: "MultiPoint", coordinates: points } } as const;
  return { [SOURCE]: { type: "geojson", data } };
}

/** Keeps labels away from markers: an invisible image, placed first because it is the last layer, takes their room. */
export const labelGapLayer: LayerSpecification = {
  id: SOURCE,
  type: "symbol",
  source: SOURCE,
  layout: { "icon-image": gapImageName(), "icon-allow-overlap": true, "icon-padding": 0 },
};
