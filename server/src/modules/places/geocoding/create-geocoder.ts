import type { Context } from "#platform/context.ts";
import type { Outside } from "#platform/outside.ts";
import { buildUserAgent } from "#platform/upstream/request-public-host.ts";
import { UpstreamClient } from "#platform/upstream/upstream-client.ts";
import { AddressGeocoder } from "./address-geocoder.ts";
import { createNominatim, Throttle } from "./nominatim.ts";
import { createPhoton } from "./photon.ts";
import { createGeoNamesGeocoder } from "../geonames.ts";
import type { PlacesContext } from "../places.store.ts";
import type { Geocoder } from "./address-service.ts";

/** Its policy allows one call per second for all users of an application together. */
const PUBLIC_NOMINATIM = "nominatim.openstreetmap.org";
const PUBLIC_THROTTLE = {
  everyMs: 1_000,
  waitingMax: 3,
};
const PRIVATE_THROTTLE = {
  everyMs: 0,
  waitingMax: 64,
};

/** The configured geocoder: our own places, or a service with streets in front of them. */
export function createGeocoder({
  settings,
  community,
  log,
}: Pick<Context, "settings" | "community" | "log">): (ctx: PlacesContext & Outside) => Geocoder {
  if (!settings.GEOCODER) return createGeoNamesGeocoder;
  const { kind, url } = settings.GEOCODER;
  const isPublic = new URL(url).hostname === PUBLIC_NOMINATIM;
  // A retry would come too soon after the first call.
  const peer = new UpstreamClient(
    {
      name: "geocoder",
      url,
      userAgent: () =>
        buildUserAgent({
          settings,
          community,
        }),
      attempts: isPublic ? 1 : 2,
    },
    log,
  );
  const throttle = new Throttle(isPublic ? PUBLIC_THROTTLE : PRIVATE_THROTTLE);
  const addresses = new AddressGeocoder(
    kind === "photon" ? createPhoton(peer) : createNominatim(peer, throttle),
    log,
  );
  return (ctx) => addresses.withTowns(createGeoNamesGeocoder(ctx));
}
