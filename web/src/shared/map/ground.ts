import type { LayerSpecification, StyleSpecification } from "maplibre-gl";
import type { MapScene } from "./map-types.ts";
import type { Palette } from "./palette.ts";

/** What lies under and over the journeys. */
export interface Ground {
  readonly sources: StyleSpecification["sources"];
  readonly under: readonly LayerSpecification[];
  /** Names, which stay readable over a journey. */
  readonly over: readonly LayerSpecification[];
  /** Where letters and signs come from; those of the browser where nothing is said. */
  readonly signs: Pick<StyleSpecification, "glyphs" | "sprite">;
}

/** A map to lay journeys on. */
export interface Basemap {
  readonly ground: (palette: Palette, scene: MapScene) => Ground;
  /** How far it is worth to look closer. */
  readonly closestZoom: number;
  /** Whose data it is, where it is not the map that comes along. */
  readonly credit: string | undefined;
}
