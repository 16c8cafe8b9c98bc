import { log } from "#shared/log.ts";
import { communitySettings } from "#shared/community-settings.ts";
import type { Basemap } from "./basemap-types.ts";
import { bundledLayers } from "./bundled-layers.ts";
import { openRegionStreets } from "./region-maps.ts";

/** The highest zoom of the world map with tiles of its own is 7; up to here they are enlarged. */
const WORLD_MAX_ZOOM = 13;
const STREET_MAX_ZOOM = 19;

async function openBundled(): Promise<Basemap> {
  const streets = await openRegionStreets(communitySettings.regionMaps);
  return {
    layersFor: (palette, scene) => bundledLayers(palette, scene, streets),
    maxZoom: streets ? STREET_MAX_ZOOM : WORLD_MAX_ZOOM,
    credit: undefined,
  };
}

/** The operator's map, or the built-in one if there is none or it cannot be loaded. Never rejects. */
export async function openBasemap(): Promise<Basemap> {
  // Followers of a share link are not exposed to a third-party server.
  if (!communitySettings.basemap || location.pathname === "/follow") return openBundled();
  try {
    const { openOwnBasemap } = await import("./own-basemap.ts");
    return await openOwnBasemap(communitySettings.basemap);
  } catch (error) {
    log.error("The operator's map could not be loaded; showing the built-in map.", { error });
    return openBundled();
  }
}
