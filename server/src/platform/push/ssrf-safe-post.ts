import { lookup as resolve } from "node:dns";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";

const MAX_TEXT_LENGTH = 1_000;

export interface PushReply {
  readonly status: number;
  /** The beginning of its body, which is untrusted. */
  readonly text: string;
}

/** Posts a body to an address from a browser. Throws if there is no reply. */
export type SendPushRequest = (
  to: string,
  headers: Readonly<Record<string, string | number>>,
  body: Buffer,
) => Promise<PushReply>;

/**
 * Posts to a push service on the public internet, over TLS, within `timeoutMs`, without following redirects. The address
 * comes from a browser and is untrusted: it refuses every non-public address, such as this machine and private networks
 * (SSRF).
 */
export const postToPublicHost =
  (timeoutMs: number): SendPushRequest =>
  (to, headers, body) =>
    new Promise((settle, fail) => {
      const { protocol, hostname } = new URL(to);
      // Host names are resolved below; IP addresses would bypass that.
      if (protocol !== "https:" || isIP(hostname.replaceAll(/[[\]]/g, "")) !== 0)
        throw new PrivateAddressError();
      const signal = AbortSignal.timeout(timeoutMs);
      const sent = request(
        to,
        { method: "POST", headers, lookup: lookupPublic, signal, agent: false },
        (answer) => {
          const status = answer.statusCode ?? 0;
          readBeginning(answer).then((text) => settle({ status, text }), fail);
        },
      );
      sent.on("error", fail);
      sent.end(body);
    });

async function readBeginning(answer: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of answer.setEncoding("utf8")) {
    text += String(chunk);
    if (text.length >= MAX_TEXT_LENGTH) break;
  }
  return text.slice(0, MAX_TEXT_LENGTH);
}

class PrivateAddressError extends Error {
  constructor() {
    super("This is not the address of a push service.");
  }
}

const lookupPublic: LookupFunction = (hostname, options, done) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    const publicAddresses = error
      ? []
      : addresses.filter(({ address, family }) => isPublic(address, family));
    const [first] = publicAddresses;
    if (!first) return done(error ?? new PrivateAddressError(), [], undefined);
    return options.all ? done(null, publicAddresses) : done(null, first.address, first.family);
  });
};

/** RFC 6890 and its successors: addresses that are not globally unique. */
const privateAddresses = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  privateAddresses.addSubnet(network, prefix, "ipv4");
// Addresses that are not global unicast, and those that embed IPv4.
const publicIpv6 = new BlockList();
publicIpv6.addSubnet("2000::", 3, "ipv6");
for (const [network, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
] as const)
  privateAddresses.addSubnet(network, prefix, "ipv6");

/** True if the address is globally routable. */
export function isPublic(address: string, family: number): boolean {
  if (family === 4) return !privateAddresses.check(address, "ipv4");
  return publicIpv6.check(address, "ipv6") && !privateAddresses.check(address, "ipv6");
}
