import type { LayerSpecification, StyleSpecification } from "maplibre-gl";
import { operator } from "#shared/operator.ts";
import { log } from "#shared/log.ts";
import type { MapScene } from "./map-types.ts";
import type { Palette } from "./palette.ts";
import { shippedGround } from "./shipped-ground.ts";

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

const shipped: Basemap = {
  ground: shippedGround,
  // The last zoom with tiles of its own; closer in, they are enlarged.
  closestZoom: 13,
  credit: undefined,
};

/** The operator's map, or the one that comes along where there is none or it cannot be had. Never fails. */
export async function openBasemap(): Promise<Basemap> {
  if (!operator.basemap) return shipped;
  try {
    const { openOwnBasemap } = await import("./own-basemap.ts");
    return await openOwnBasemap(operator.basemap);
  } catch (error) {
    log.error("The community's map cannot be had; the one that comes along is shown.", { error });
    return shipped;
  }
}
