import { log } from "#shared/log.ts";
import { operator } from "#shared/operator.ts";
import type { Basemap } from "./ground.ts";
import { shippedGround } from "./shipped-ground.ts";

const shipped: Basemap = {
  ground: shippedGround,
  // The last zoom with tiles of its own; closer in, they are enlarged.
  closestZoom: 13,
  credit: undefined,
};

/** The operator's map, or the one that comes along where there is none or it cannot be had. Never fails. */
export async function openBasemap(): Promise<Basemap> {
  // Who follows somebody by a link is told to no other server.
  if (!operator.basemap || location.pathname === "/follow") return shipped;
  try {
    const { openOwnBasemap } = await import("./own-basemap.ts");
    return await openOwnBasemap(operator.basemap);
  } catch (error) {
    log.error("The community's map cannot be had; the one that comes along is shown.", { error });
    return shipped;
  }
}
