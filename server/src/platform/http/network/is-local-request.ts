import type { FastifyRequest } from "fastify";
import type { Settings } from "../../settings.ts";

/**
 * True if a program on this machine sent the request, and not through a proxy. Excludes a local browser under a foreign
 * host name (DNS rebinding), so the Host must be a local one. A proxy that adds no header and speaks HTTP/1.1 cannot be
 * distinguished from a local program. Never protect anything with this alone: local-only pages also require a key
 * (local-only-pages.ts) and are off if the server is public.
 */
export function isLocalRequest({ ip, raw, headers }: FastifyRequest): boolean {
  // nginx speaks HTTP/1.0 to its upstream servers unless configured otherwise; local tools do not.
  if (
    raw.httpVersion !== "1.1" ||
    Object.keys(headers).some((name) => FORWARDING_HEADER.test(name))
  )
    return false;
  return (
    isLoopback(ip) &&
    isLoopback(raw.socket.remoteAddress ?? "") &&
    isLocalName(stripPort(headers.host ?? ""))
  );
}

/** True if only users at this machine can reach the server: no proxy in front, and no public address. */
export function servesLocalhostOnly({
  PUBLIC_URL,
  TRUST_PROXY,
}: Pick<Settings, "PUBLIC_URL" | "TRUST_PROXY">): boolean {
  return (
    TRUST_PROXY === undefined &&
    (PUBLIC_URL === undefined || isLocalName(new URL(PUBLIC_URL).hostname))
  );
}

/** A `Host` header without its port. */
export const stripPort = (host: string): string => host.replace(/:\d*$/, "");

export function isLocalName(hostname: string): boolean {
  return LOCAL_NAME.test(hostname);
}

const LOCAL_NAME = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;
const FORWARDING_HEADER =
  /^(?:x-forwarded|x-real-ip$|x-client-ip$|x-cluster-client-ip$|true-client-ip$|cf-|forwarded$|via$)/;

function isLoopback(address: string) {
  return /^(?:(?:::ffff:)?127(?:\.\d{1,3}){3}|::1)$/i.test(address);
}
