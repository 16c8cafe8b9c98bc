import type { IncomingMessage } from "node:http";
import type { Context } from "../context.ts";
import type { ConnectionDraining } from "../http/connection-draining.ts";
import { createHostCheck } from "../http/network/host-check.ts";
import { createAddressReader } from "../http/network/trusted-proxies.ts";
import type { RateLimits } from "../http/rate-limits/rate-limits.ts";

const HANDSHAKE_LIMIT = {
  by: "address",
  count: 300,
  perS: 60,
} as const;

type HandshakeCallback = (error: string | null | undefined, success: boolean) => void;

/**
 * Limits handshakes by address, like requests; refuses pages of other sites, and all handshakes while the server stops.
 */
export function createHandshakeGuard(
  rateLimits: RateLimits,
  settings: Context["settings"],
  drain: Pick<ConnectionDraining, "isDraining">,
) {
  const { TRUST_PROXY, PUBLIC_URL } = settings;
  const isOwnAddress = createHostCheck(settings);
  const guard = rateLimits.guardFor("live", [HANDSHAKE_LIMIT]);
  const addressOf = createAddressReader(TRUST_PROXY);
  const ownHost = PUBLIC_URL === undefined ? undefined : new URL(PUBLIC_URL).host;
  return (request: IncomingMessage, decide: HandshakeCallback): void => {
    if (drain.isDraining) return decide("stopping", false);
    const { headers } = request;
    const originHostName = originHost(headers.origin);
    if (!isOwnAddress(request)) return decide("wrong_address", false);
    if (
      originHostName !== undefined &&
      originHostName !== headers.host &&
      originHostName !== ownHost
    )
      return decide("not_yours", false);
    const count = guard?.(addressOf(request)) ?? Promise.resolve();
    count.then(
      () => decide(null, true),
      () => decide("too_many", false),
    );
  };
}

/**
 * The host of an origin, or the text itself if it has none; undefined without an origin, as for clients other than
 * browsers.
 */
function originHost(origin: string | undefined): string | undefined {
  return origin === undefined ? undefined : origin.replace(/^https?:\/\//, "");
}
