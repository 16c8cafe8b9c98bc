import type { LayerSpecification, StyleSpecification } from "maplibre-gl";
import type { MapScene } from "../map-types.ts";
import type { Palette } from "./palette.ts";

/** Basemap layers below and above the route. */
export interface BasemapLayers {
  readonly sources: StyleSpecification["sources"];
  readonly below: readonly LayerSpecification[];
  /** Labels, which stay readable above the route. */
  readonly above: readonly LayerSpecification[];
  /** Sources of glyphs and sprites; the browser's fonts if omitted. */
  readonly styleAssets: Pick<StyleSpecification, "glyphs" | "sprite">;
}

/** A basemap on which routes are drawn. */
export interface Basemap {
  readonly layersFor: (palette: Palette, scene: MapScene) => BasemapLayers;
  /** Highest useful zoom. */
  readonly maxZoom: number;
  /** Attribution; undefined for the built-in map. */
  readonly credit: string | undefined;
}
