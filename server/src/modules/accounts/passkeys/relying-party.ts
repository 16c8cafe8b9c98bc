import { isIP } from "node:net";
import type { Exchange } from "#platform/http/endpoints/exchange.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Settings } from "#platform/settings.ts";

/** Kinds of keys that are accepted: Ed25519, ECDSA with P-256, and RSA for older Windows devices (COSE numbers). */
export const KEY_ALGORITHMS = [-8, -7, -257];

/** The website to which passkeys belong: a browser shows them only there. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/**
 * The address in PUBLIC_URL; without it, the one by which the client reached this server. That cannot be forged: the
 * browser signs the address of its page, and it must be the same. Throws passkeys_unavailable for an IP address, for
 * which no browser makes passkeys.
 */
export function relyingPartyOf(
  { PUBLIC_URL }: Pick<Settings, "PUBLIC_URL">,
  exchange: Exchange,
): RelyingParty {
  const url = URL.parse(PUBLIC_URL ?? exchange.origin);
  if (!url || url.hostname === "" || isIP(url.hostname.replaceAll(/^\[|\]$/g, "")) !== 0)
    throw new Problem("passkeys_unavailable");
  return { id: url.hostname, origin: url.origin };
}

/** The library that checks passkeys. Loaded with the first one, because it is large and most starts never need it. */
export const loadWebAuthn = () => import("@simplewebauthn/server");
