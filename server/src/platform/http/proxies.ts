import type { IncomingMessage } from "node:http";
import proxyAddr from "@fastify/proxy-addr";

type Believed = string | false | ((address: string, hop: number) => boolean);

/**
 * Which proxies in front are believed when they say who came to them, as Fastify takes it. Throws one line for the
 * operator. A bare "true" would believe any address that anybody writes into a header.
 */
export function proxiesOf(trusted: string | undefined): Believed {
  if (trusted === undefined) return false;
  if (/^\d+$/.test(trusted)) return (_, hop) => hop < Number(trusted);
  if (/^[\da-f.:/,\s]+$/i.test(trusted) || /^(?:loopback|linklocal|uniquelocal)(?:,|$)/.test(trusted)) return trusted;
  throw new Error("TRUST_PROXY takes how many proxies there are, or their addresses, like 1 or 10.0.0.0/8,127.0.0.1");
}

/** Whether a connection from this address comes from a proxy that is trusted. Throws as `proxiesOf` does. */
export function isTrustedProxy(trusted: string | undefined): (address: string) => boolean {
  const isBelieved = compiled(proxiesOf(trusted));
  return (address) => isBelieved !== undefined && isBelieved(address, 0);
}

/** Says of requests that Fastify does not see what it says of its own: from which address they come, hop by hop. */
export function addressesBy(trusted: string | undefined): (request: IncomingMessage) => string {
  const isBelieved = compiled(proxiesOf(trusted));
  if (!isBelieved) return ({ socket }) => socket.remoteAddress ?? "";
  return (request) => proxyAddr(request, isBelieved);
}

function compiled(believed: Believed) {
  if (believed === false) return undefined;
  return typeof believed === "string" ? proxyAddr.compile(believed.split(",").map((one) => one.trim())) : believed;
}
