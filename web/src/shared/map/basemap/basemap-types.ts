import type { LayerSpecification, StyleSpecification } from "maplibre-gl";
import type { MapScene } from "../map-types.ts";
import type { Palette } from "./palette.ts";

/** What lies under and over the journeys. */
export interface BasemapLayers {
  readonly sources: StyleSpecification["sources"];
  readonly below: readonly LayerSpecification[];
  /** Names, which stay readable over a journey. */
  readonly above: readonly LayerSpecification[];
  /** Where letters and signs come from; those of the browser where nothing is said. */
  readonly styleAssets: Pick<StyleSpecification, "glyphs" | "sprite">;
}

/** A map to lay journeys on. */
export interface Basemap {
  readonly layersFor: (palette: Palette, scene: MapScene) => BasemapLayers;
  /** How far it is worth to look closer. */
  readonly maxZoom: number;
  /** Whose data it is, where it is not the map that comes along. */
  readonly credit: string | undefined;
}
