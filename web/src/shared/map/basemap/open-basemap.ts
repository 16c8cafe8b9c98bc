import { log } from "#shared/log.ts";
import { communitySettings } from "#shared/community-settings.ts";
import type { Basemap } from "./basemap-types.ts";
import { bundledLayers } from "./bundled-layers.ts";

const bundled: Basemap = {
  layersFor: bundledLayers,
  // The highest zoom with its own tiles; beyond it, they are enlarged.
  maxZoom: 13,
  credit: undefined,
};

/** The operator's map, or the built-in one if there is none or it cannot be loaded. Never rejects. */
export async function openBasemap(): Promise<Basemap> {
  // Followers of a share link are not exposed to a third-party server.
  if (!communitySettings.basemap || location.pathname === "/follow") return bundled;
  try {
    const { openOwnBasemap } = await import("./own-basemap.ts");
    return await openOwnBasemap(communitySettings.basemap);
  } catch (error) {
    log.error("The operator's map could not be loaded; showing the built-in map.", { error });
    return bundled;
  }
}
