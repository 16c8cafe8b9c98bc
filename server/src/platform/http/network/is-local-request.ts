import type { FastifyRequest } from "fastify";
import type { Settings } from "../../settings.ts";

/**
 * Whether a request was sent by a program on this machine, and not by a proxy. A browser here that was led to us under a
 * foreign name (DNS rebinding) does not count either, so the Host must be a local one.
 *
 * A proxy that adds no header and speaks HTTP/1.1 cannot be told apart from a local program. Never protect anything with
 * this alone: pages for this machine also ask for a key (local-pages.ts) and are off where others are served.
 */
export function isLocalRequest({ ip, raw, headers }: FastifyRequest): boolean {
  // nginx speaks HTTP/1.0 to what is behind it unless configured otherwise; local tools do not.
  if (raw.httpVersion !== "1.1" || Object.keys(headers).some((name) => FORWARDING_HEADER.test(name))) return false;
  return isLoopback(ip) && isLoopback(raw.socket.remoteAddress ?? "") && isLocalName(stripPort(headers.host ?? ""));
}

/** Whether only people at this machine use the server: no proxy in front, and no public address. */
export function servesLocalhostOnly({
  PUBLIC_URL,
  TRUST_PROXY,
}: Pick<Settings, "PUBLIC_URL" | "TRUST_PROXY">): boolean {
  return TRUST_PROXY === undefined && (PUBLIC_URL === undefined || isLocalName(new URL(PUBLIC_URL).hostname));
}

/** A `Host` header without its port. */
export const stripPort = (host: string): string => host.replace(/:\d*$/, "");

export const isLocalName = (hostname: string): boolean => LOCAL_NAME.test(hostname);

const LOCAL_NAME = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;
const FORWARDING_HEADER =
  /^(?:x-forwarded|x-real-ip$|x-client-ip$|x-cluster-client-ip$|true-client-ip$|cf-|forwarded$|via$)/;
const isLoopback = (address: string) => /^(?:(?:::ffff:)?127(?:\.\d{1,3}){3}|::1)$/i.test(address);
