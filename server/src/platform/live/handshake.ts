import type { IncomingMessage } from "node:http";
import type { Context } from "../context.ts";
import { ownAddress } from "../http/own-address.ts";
import { addressesBy } from "../http/proxies.ts";
import type { RateLimits } from "../http/rate-limits.ts";

const HANDSHAKES = { by: "address", count: 300, perS: 60 } as const;

type Answer = (error: string | null | undefined, success: boolean) => void;

/** Counts handshakes by address, as calls are counted; pages of other sites are not heard at all. */
export function handshakeGuard(rateLimits: RateLimits, settings: Context["settings"]) {
  const { TRUST_PROXY, PUBLIC_URL } = settings;
  const isOwn = ownAddress(settings);
  const guard = rateLimits.of("live", [HANDSHAKES]);
  const addressOf = addressesBy(TRUST_PROXY);
  const ownHost = PUBLIC_URL === undefined ? undefined : new URL(PUBLIC_URL).host;
  return (request: IncomingMessage, answer: Answer): void => {
    const { headers } = request;
    const from = hostOf(headers.origin);
    if (!isOwn(request)) return answer("wrong_address", false);
    if (from !== undefined && from !== headers.host && from !== ownHost) return answer("not_yours", false);
    const count = guard?.(addressOf(request)) ?? Promise.resolve();
    count.then(
      () => answer(null, true),
      () => answer("too_many", false),
    );
  };
}

/** The host of an origin, or what it says instead; undefined where nobody says one, as programs that are no browsers. */
function hostOf(origin: string | undefined): string | undefined {
  return origin === undefined ? undefined : origin.replace(/^https?:\/\//, "");
}
