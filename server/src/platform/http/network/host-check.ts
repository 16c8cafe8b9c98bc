import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { Log } from "../../log.ts";
import type { Settings } from "../../settings.ts";
import { throttleWarnings } from "./connection-guard.ts";
import { stripPort, isLocalName } from "./is-local-request.ts";
import { Problem } from "../problem.ts";
import { isTrustedProxy } from "./trusted-proxies.ts";

type AddressSettings = Pick<Settings, "HOST" | "PUBLIC_URL" | "TRUST_PROXY">;
type Headers = IncomingMessage["headers"];

const WARN_INTERVAL_MS = 60_000;
const ADVICE =
  "Requests with a foreign Host are refused. If users come through a proxy, configure it to forward their Host header, and set PUBLIC_URL to that address.";

/**
 * Refuses a request whose Host is another server (DNS rebinding, wrong virtual host), that has two hosts, or that is
 * not HTTP/1.
 */
export function createHostAssertion(
  settings: AddressSettings,
  log: Pick<Log, "warn">,
): (request: IncomingMessage) => void {
  const isOwnHost = createHostCheck(settings);
  const warn = throttleWarnings(WARN_INTERVAL_MS, (advice) => log.warn(advice));
  return (request) => {
    if (request.httpVersionMajor < 1 || countHostHeaders(request.rawHeaders) > 1)
      throw new Problem("invalid_input");
    if (isOwnHost(request)) return;
    warn(ADVICE);
    throw new Problem("wrong_address");
  };
}

/**
 * Returns a check whether a request is meant for this server: its Host is that of PUBLIC_URL, a local name, or the IP
 * address that the connection came to. Without PUBLIC_URL, a server that listens on other than loopback addresses
 * cannot know its names and accepts any.
 */
export function createHostCheck(settings: AddressSettings): (request: IncomingMessage) => boolean {
  const { HOST, PUBLIC_URL, TRUST_PROXY } = settings;
  if (PUBLIC_URL === undefined && HOST !== "::1" && !isLocalName(HOST)) return () => true;
  const publicName = PUBLIC_URL === undefined ? undefined : new URL(PUBLIC_URL).hostname;
  const isProxy = isTrustedProxy(TRUST_PROXY);
  const isOwnName = (host: string, { url = "", socket }: IncomingMessage): boolean => {
    const name = stripPort(host).toLowerCase().replace(/\.$/, "");
    const ip = name.replace(/^\[|\]$/g, "");
    if (name === publicName || isLocalName(name) || ip === stripIpv4Prefix(socket.localAddress))
      return true;
    // Load balancers request the health of an address, and /metrics has its own protection.
    return (url.startsWith("/health/") && isIP(ip) !== 0) || url.startsWith("/metrics");
  };
  return (request) => {
    const { headers, socket } = request;
    const forwarded = isProxy(socket.remoteAddress ?? "")
      ? lastHeaderValue(headers["x-forwarded-host"])
      : undefined;
    // Only HTTP/1.0, used by old health checks, gets here without a Host.
    if (headers.host === undefined) return true;
    return (
      isOwnName(headers.host, request) || (forwarded !== undefined && isOwnName(forwarded, request))
    );
  };
}

/**
 * True if the browser reports that a page of another site sent the request. Browsers without fetch metadata still send
 * `Origin`; sandboxed pages send "null". Other programs send neither.
 */
export function isCrossSite(
  headers: Headers,
  { PUBLIC_URL }: Pick<Settings, "PUBLIC_URL">,
): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site !== "same-origin" && site !== "none";
  const { origin, host } = headers;
  if (origin === undefined) return false;
  const from = URL.parse(origin)?.host;
  if (!from) return true;
  return (
    from !== host?.toLowerCase() && (PUBLIC_URL === undefined || from !== new URL(PUBLIC_URL).host)
  );
}

/** The value that the nearest proxy added. */
const lastHeaderValue = (header: string | string[] | undefined) =>
  [header].flat().at(-1)?.split(",").at(-1)?.trim();
const stripIpv4Prefix = (address = "") => address.replace(/^::ffff:/i, "");

function countHostHeaders(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.toLowerCase() === "host") count++;
  return count;
}
