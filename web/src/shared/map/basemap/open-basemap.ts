import { log } from "#shared/log.ts";
import { communitySettings } from "#shared/community-settings.ts";
import type { Basemap } from "./basemap-types.ts";
import { bundledLayers } from "./bundled-layers.ts";

const bundled: Basemap = {
  layersFor: bundledLayers,
  // The last zoom with tiles of its own; closer in, they are enlarged.
  maxZoom: 13,
  credit: undefined,
};

/** The operator's map, or the one that comes along where there is none or it cannot be had. Never fails. */
export async function openBasemap(): Promise<Basemap> {
  // Who follows somebody by a link is told to no other server.
  if (!communitySettings.basemap || location.pathname === "/follow") return bundled;
  try {
    const { openOwnBasemap } = await import("./own-basemap.ts");
    return await openOwnBasemap(communitySettings.basemap);
  } catch (error) {
    log.error("The community's map cannot be had; the one that comes along is shown.", { error });
    return bundled;
  }
}
