import { readFile } from "node:fs/promises";
import { type Socket, SocketAddress } from "node:net";

/** `local port, remote address, remote port, ESTABLISHED, unacknowledged bytes`, if there are such bytes. */
const SOCKET_LINE =
  /^ *\d+: [\dA-F]+:([\dA-F]{4}) ([\dA-F]+):([\dA-F]{4}) 01 (?!00000000)([\dA-F]{8}):/gm;

/**
 * Returns a lookup of the bytes in the kernel's send queue per connection. On a fast network the kernel takes a whole
 * megabyte at once, so Node does not see a client that reads none of it. Always 0 without Linux `/proc`.
 */
export async function readKernelSendQueues(): Promise<(socket: Socket) => number> {
  const queues = new Map<string, number>();
  for (const file of ["/proc/net/tcp", "/proc/net/tcp6"]) {
    const text = await readFile(file, "latin1").catch(() => "");
    for (const [, local = "", address = "", remote = "", bytes = ""] of text.matchAll(SOCKET_LINE))
      queues.set(
        socketKey(parseHex(local), parseAddress(address), parseHex(remote)),
        parseHex(bytes),
      );
  }
  if (queues.size === 0) return () => 0;
  return ({ localPort = 0, remoteAddress = "", remotePort = 0 }) =>
    queues.get(socketKey(localPort, remoteAddress.replace(/^::ffff:/i, ""), remotePort)) ?? 0;
}

function socketKey(...parts: readonly (string | number)[]): string {
  return parts.join(" ");
}

const parseHex = (hex: string): number => Number.parseInt(hex, 16);

/** The kernel writes addresses as words of four bytes, on little-endian machines the last byte first. */
function parseAddress(hex: string): string {
  const words = hex.match(/.{8}/g) ?? [];
  const bytes = words.flatMap((word) => (word.match(/../g) ?? []).toReversed());
  if (bytes.length === 4) return bytes.map(parseHex).join(".");
  const groups = Array.from(
    { length: 8 },
    (_, n) => `${bytes[2 * n] ?? "0"}${bytes[2 * n + 1] ?? "0"}`,
  );
  const { address } = new SocketAddress({
    address: groups.join(":"),
    family: "ipv6",
  });
  return address.replace(/^::ffff:/i, "");
}
