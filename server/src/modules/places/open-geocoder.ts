import type { Context } from "#platform/context.ts";
import type { Log } from "#platform/log.ts";
import { Peer } from "#platform/peer/peer.ts";
import { userAgentOf } from "#platform/peer/user-agent.ts";
import type { Settings } from "#platform/settings.ts";
import { AddressGeocoder } from "./address-geocoder.ts";
import type { Geocoder } from "./geocoder.ts";
import { nominatim } from "./nominatim.ts";
import { Pace } from "./pace.ts";
import { photon } from "./photon.ts";
import { geoNames } from "./places.ts";

/** Its policy allows one call a second to everybody of one application together. */
const PUBLIC_NOMINATIM = "nominatim.openstreetmap.org";
const POLITE = { everyMs: 1_000, waiting: 3 };
const OWN = { everyMs: 0, waiting: 64 };

/** The geocoder that was set: our own towns, or a service that knows streets, in front of them. */
export function openGeocoder(settings: Settings, log: Log): (ctx: Pick<Context, "db">) => Geocoder {
  if (!settings.GEOCODER) return geoNames;
  const { kind, url } = settings.GEOCODER;
  const isPublic = new URL(url).hostname === PUBLIC_NOMINATIM;
  // A second try would come too soon after the first.
  const peer = new Peer({ name: "geocoder", url, userAgent: userAgentOf(settings), tries: isPublic ? 1 : 2 }, log);
  const pace = new Pace(isPublic ? POLITE : OWN);
  const addresses = new AddressGeocoder(kind === "photon" ? photon(peer) : nominatim(peer, pace), log);
  return (ctx) => addresses.with(geoNames(ctx));
}
