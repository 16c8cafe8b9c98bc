import type { IncomingMessage } from "node:http";
import proxyAddr from "@fastify/proxy-addr";

type TrustProxyOption = string | false | ((address: string, hop: number) => boolean);

/**
 * Which proxies in front are believed when they say who came to them, as Fastify takes it. Throws one line for the
 * operator. A bare "true" would believe any address that anybody writes into a header.
 */
export function parseTrustProxy(setting: string | undefined): TrustProxyOption {
  if (setting === undefined) return false;
  if (/^\d+$/.test(setting)) return (_, hop) => hop < Number(setting);
  if (/^[\da-f.:/,\s]+$/i.test(setting) || /^(?:loopback|linklocal|uniquelocal)(?:,|$)/.test(setting)) return setting;
  throw new Error("TRUST_PROXY takes how many proxies there are, or their addresses, like 1 or 10.0.0.0/8,127.0.0.1");
}

/** Whether a connection from this address comes from a proxy that is trusted. Throws as `parseTrustProxy` does. */
export function isTrustedProxy(setting: string | undefined): (address: string) => boolean {
  const isTrusted = compileTrust(parseTrustProxy(setting));
  return (address) => isTrusted !== undefined && isTrusted(address, 0);
}

/** Says of requests that Fastify does not see what it says of its own: from which address they come, hop by hop. */
export function createAddressReader(setting: string | undefined): (request: IncomingMessage) => string {
  const isTrusted = compileTrust(parseTrustProxy(setting));
  if (!isTrusted) return ({ socket }) => socket.remoteAddress ?? "";
  return (request) => proxyAddr(request, isTrusted);
}

function compileTrust(option: TrustProxyOption) {
  if (option === false) return undefined;
  return typeof option === "string" ? proxyAddr.compile(option.split(",").map((entry) => entry.trim())) : option;
}
