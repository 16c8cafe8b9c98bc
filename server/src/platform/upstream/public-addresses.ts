import { lookup as resolve } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { translatable } from "@commonlane/contract/message";
import { isLocalName } from "../http/network/is-local-request.ts";
import { invalidInput } from "../http/problem.ts";
import type { Settings } from "../settings.ts";

/** The name of a host leads to this machine or into a private network. */
export class PrivateAddressError extends Error {
  constructor() {
    super("This is not a public address.");
  }
}

/** A community at an address of this machine, in tests and demos, may call others on this machine. */
export const servesLoopback = ({
  settings: { PUBLIC_URL },
}: {
  readonly settings: Pick<Settings, "PUBLIC_URL">;
}): boolean => PUBLIC_URL !== undefined && isLocalName(new URL(PUBLIC_URL).hostname);

/**
 * The address that an administrator typed into a field: https, or of this machine where that is allowed.
 * @throws Problem invalid_input
 */
export function readPublicUrl(
  ctx: { readonly settings: Pick<Settings, "PUBLIC_URL"> },
  field: string,
  text: string,
): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isLoopback = url !== undefined && servesLoopback(ctx) && isLocalName(url.hostname);
  const isEncrypted = url?.protocol === "https:" || (isLoopback && url.protocol === "http:");
  if (!url || !isEncrypted || url.username !== "" || url.password !== "")
    throw invalidInput(field, translatable("Please enter an address that begins with https."));
  return url;
}

/** True for a host name over TLS, which `lookupPublic` resolves; IP addresses would bypass it. */
export const isPublicName = ({ protocol, hostname }: URL): boolean =>
  protocol === "https:" && isIP(hostname.replaceAll(/[[\]]/g, "")) === 0;

/** Resolves a host name to its public addresses only. */
export const lookupPublic: LookupFunction = (hostname, options, done) => {
  resolve(
    hostname,
    {
      ...options,
      all: true,
    },
    (error, addresses) => {
      const publicAddresses = error
        ? []
        : addresses.filter(({ address, family }) => isPublic(address, family));
      const [first] = publicAddresses;
      if (!first) return done(error ?? new PrivateAddressError(), [], undefined);
      return options.all ? done(null, publicAddresses) : done(null, first.address, first.family);
    },
  );
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
