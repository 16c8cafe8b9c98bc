import type { FastifyRequest } from "fastify";

/**
 * Whether a request comes from this very machine, and not through a proxy on it that nobody told us to trust. A page of
 * another site that a browser here was led to by a false name is not from here either, so the Host must be ours too.
 */
export function isFromHere({ ip, raw, headers }: FastifyRequest): boolean {
  if (headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined) return false;
  const host = (headers.host ?? "").replace(/:\d+$/, "");
  return isLoopback(ip) && isLoopback(raw.socket.remoteAddress ?? "") && LOCAL_NAMES.test(host);
}

const LOCAL_NAMES = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;
const isLoopback = (address: string) => /^(?:(?:::ffff:)?127(?:\.\d{1,3}){3}|::1)$/i.test(address);
