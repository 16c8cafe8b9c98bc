import type { Exchange } from "#platform/http/endpoints/exchange.ts";
import type { ActingClient } from "#platform/account-access/access-kind.ts";
import { approximateNetwork, listNetworks } from "#platform/http/rate-limits/rate-limits.ts";
import { readDeviceCookie } from "./known-devices.ts";

/** Where a request comes from. Only coarse values are stored. */
export interface ClientInfo extends ActingClient {
  /** Networks for rate limits, from smallest to largest. */
  readonly networks: readonly string[];
  /** Device secrets of the accounts that have signed in with this browser. */
  readonly devices: readonly string[];
}

export function getClientInfo(
  exchange: Pick<Exchange, "address" | "userAgent" | "cookie">,
): ClientInfo {
  const { address, userAgent } = exchange;
  const networks = listNetworks(address);
  const networkPrefix = approximateNetwork(address);
  return {
    networks,
    networkPrefix,
    device: describeDevice(userAgent),
    devices: readDeviceCookie(exchange),
  };
}

/** Order matters, because most browsers also name others in their user agent. */
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

/** A name its owner recognises but that does not identify them, like "Chrome on Linux"; null if unknown. */
export function describeDevice(userAgent: string): string | null {
  const browser = findName(BROWSERS, userAgent);
  const system = findName(SYSTEMS, userAgent);
  return [browser, system].filter(Boolean).join(" on ") || null;
}

function findName(names: Readonly<Record<string, RegExp>>, userAgent: string): string | undefined {
  return Object.entries(names).find(([, pattern]) => pattern.test(userAgent))?.[0];
}
