import type { IncomingMessage } from "node:http";
import proxyAddr from "@fastify/proxy-addr";

type TrustProxyOption = string | false | ((address: string, hop: number) => boolean);

/**
 * Parses the trusted proxies for Fastify. Throws a one-line message for the operator. Refuses "true", which would trust
 * addresses that any client can write into a header.
 */
export function parseTrustProxy(setting: string | undefined): TrustProxyOption {
  if (setting === undefined) return false;
  if (/^\d+$/.test(setting)) return (_, hop) => hop < Number(setting);
  if (
    /^[\da-f.:/,\s]+$/i.test(setting) ||
    /^(?:loopback|linklocal|uniquelocal)(?:,|$)/.test(setting)
  )
    return setting;
  throw new Error(
    "TRUST_PROXY must be the number of proxies or their addresses, such as 1 or 10.0.0.0/8,127.0.0.1",
  );
}

/** Returns a check whether an address belongs to a trusted proxy. Throws like `parseTrustProxy`. */
export function isTrustedProxy(setting: string | undefined): (address: string) => boolean {
  const isTrusted = compileTrust(parseTrustProxy(setting));
  return (address) => isTrusted !== undefined && isTrusted(address, 0);
}

/** Returns a function that finds the client address of requests outside Fastify the way Fastify does, hop by hop. */
export function createAddressReader(
  setting: string | undefined,
): (request: IncomingMessage) => string {
  const isTrusted = compileTrust(parseTrustProxy(setting));
  if (!isTrusted) return ({ socket }) => socket.remoteAddress ?? "";
  return (request) => proxyAddr(request, isTrusted);
}

function compileTrust(option: TrustProxyOption) {
  if (option === false) return undefined;
  return typeof option === "string"
    ? proxyAddr.compile(option.split(",").map((entry) => entry.trim()))
    : option;
}
