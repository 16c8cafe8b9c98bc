import type { Exchange } from "#platform/http/exchange.ts";
import { networkOf } from "#platform/http/rate-limits.ts";

/** Where a call comes from. Only what is coarse is ever written down. */
export interface Visitor {
  /** What the caller counts as where tries are counted. */
  readonly network: string;
  readonly neighbourhood: string;
  readonly device: string | null;
}

export function visitorOf({ address, userAgent }: Pick<Exchange, "address" | "userAgent">): Visitor {
  const network = networkOf(address);
  return { network, neighbourhood: neighbourhoodOf(network), device: deviceOf(userAgent) };
}

/** The 256 addresses around an IPv4 address, or the /48 around an IPv6 one. */
function neighbourhoodOf(network: string): string {
  if (!network.includes(":")) return `${network.split(".").slice(0, 3).join(".")}.0/24`;
  return `${network.split(":").slice(0, 3).join(":")}::/48`;
}

/** In this order, since most say that they are several. */
const BROWSERS = {
  Edge: /\bEdg(?:e|A|iOS)?\//,
  Opera: /\b(?:OPR|Opera)\b/,
  "Samsung Internet": /\bSamsungBrowser\//,
  Firefox: /\b(?:Firefox|FxiOS)\//,
  Chrome: /\b(?:Chrome|CriOS|Chromium)\//,
  Safari: /\bSafari\//,
};
const SYSTEMS = {
  Windows: /\bWindows\b/,
  iPhone: /\biPhone\b/,
  iPad: /\biPad\b/,
  Android: /\bAndroid\b/,
  ChromeOS: /\bCrOS\b/,
  macOS: /\bMac(?:intosh| OS X)\b/,
  Linux: /\b(?:Linux|X11)\b/,
};

/** A name that its owner recognises and that tells nobody apart, like "Chrome on Linux"; null for what we do not know. */
export function deviceOf(userAgent: string): string | null {
  const [browser, system] = [nameIn(BROWSERS, userAgent), nameIn(SYSTEMS, userAgent)];
  return [browser, system].filter(Boolean).join(" on ") || null;
}

const nameIn = (names: Readonly<Record<string, RegExp>>, userAgent: string): string | undefined =>
  Object.entries(names).find(([, pattern]) => pattern.test(userAgent))?.[0];
