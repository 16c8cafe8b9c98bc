import { readFile } from "node:fs/promises";
import type { Server } from "node:http";
import { type Socket, SocketAddress } from "node:net";
import type { Log } from "../../log.ts";
import type { Settings } from "../../settings.ts";
import { isTrustedProxy } from "./trusted-proxies.ts";
import { listNetworks } from "../rate-limits/rate-limits.ts";

/**
 * Maximum connections per network (an IPv4 address or an IPv6 /64): about 140 browsers with six connections and a
 * WebSocket each. RATE_LIMIT_FACTOR scales it for a campus behind one address.
 */
const MAX_PER_NETWORK = 1_000;
const CHECK_INTERVAL_MS = 1_500;
/** Together with the check interval, less than the 10 s after which a slow reader must be closed. */
const STALLED_AFTER_MS = 8_000;
/**
 * Less than this in that time counts as no progress: otherwise a few bytes now and then would hold a connection for
 * hours.
 */
const MIN_PROGRESS_BYTES = 1_024;
const WARN_INTERVAL_MS = 60_000;

interface SendProgress {
  readonly delivered: number;
  readonly atMs: number;
}
type ConnectionSettings = Pick<Settings, "RATE_LIMIT_FACTOR" | "MAX_CONNECTIONS" | "TRUST_PROXY">;

/**
 * Limits the cost of connections. Closes each one, including WebSockets, whose client reads nothing of its pending
 * data; refuses new ones beyond a limit per network and in total. Connections from a trusted proxy carry many users, so
 * only the total limit applies to them.
 */
export function guardConnections(server: Server, settings: ConnectionSettings, log: Log): void {
  const isProxy = isTrustedProxy(settings.TRUST_PROXY);
  const maxPerNetwork = Math.max(1, Math.round(MAX_PER_NETWORK * settings.RATE_LIMIT_FACTOR));
  const sockets = new Set<Socket>();
  const progressBySocket = new WeakMap<Socket, SendProgress>();
  const byNetwork = new Map<string, number>();
  const warn = throttleWarnings(WARN_INTERVAL_MS, (reason: string) =>
    log.warn(
      {
        reason,
        connections: sockets.size,
      },
      "refusing connections",
    ),
  );

  server.maxConnections = settings.MAX_CONNECTIONS;
  server.on("drop", () => warn("too many in total (MAX_CONNECTIONS)"));
  server.on("connection", (socket: Socket) => {
    const { remoteAddress = "" } = socket;
    const network = isProxy(remoteAddress) ? undefined : listNetworks(remoteAddress)[0];
    if (network !== undefined) {
      const count = byNetwork.get(network) ?? 0;
      if (count >= maxPerNetwork) {
        warn("too many from one network");
        socket.destroy();
        return;
      }
      byNetwork.set(network, count + 1);
    }
    sockets.add(socket);
    socket.once("close", () => {
      sockets.delete(socket);
      if (network === undefined) return;
      const remaining = (byNetwork.get(network) ?? 1) - 1;
      if (remaining > 0) byNetwork.set(network, remaining);
      else byNetwork.delete(network);
    });
  });

  const closeStalled = async () => {
    if (sockets.size === 0) return;
    const queuedBytes = await readKernelSendQueues();
    const nowMs = performance.now();
    let closed = 0;
    for (const socket of sockets) {
      if (!isStalled(socket, queuedBytes(socket), progressBySocket, nowMs)) continue;
      // A reset frees the kernel's buffer; a normal close would wait for the reader again.
      socket.resetAndDestroy();
      closed++;
    }
    if (closed > 0) log.info({ closed }, "closed connections whose client reads nothing");
  };
  const checkTimer = setInterval(() => void closeStalled(), CHECK_INTERVAL_MS).unref();
  server.on("close", () => clearInterval(checkTimer));
}

/** `queued` is the number of bytes in the kernel's send queue. */
function isStalled(
  socket: Socket,
  queued: number,
  progressBySocket: WeakMap<Socket, SendProgress>,
  nowMs: number,
): boolean {
  if (socket.writableLength === 0 && queued === 0) {
    progressBySocket.delete(socket);
    return false;
  }
  const delivered = bytesTakenByKernel(socket) - queued;
  const previous = progressBySocket.get(socket);
  if (!previous || delivered - previous.delivered >= MIN_PROGRESS_BYTES) {
    progressBySocket.set(socket, {
      delivered,
      atMs: nowMs,
    });
    return false;
  }
  return nowMs - previous.atMs >= STALLED_AFTER_MS;
}

/**
 * Number of written bytes that the kernel has taken. `bytesWritten` and `writableLength` count a buffer of a megabyte
 * as a whole, so a slow but steady reader would look like one that reads nothing. Node's own socket timeout reads the
 * same counters of libuv, which have no public name.
 */
function bytesTakenByKernel(socket: Socket): number {
  const handle: unknown = Reflect.get(socket, "_handle");
  if (typeof handle !== "object" || handle === null) return 0;
  return readNumber(handle, "bytesWritten") - readNumber(handle, "writeQueueSize");
}

function readNumber(source: object, name: string): number {
  const value: unknown = Reflect.get(source, name);
  return typeof value === "number" ? value : 0;
}

/** Calls `action` at most once in `ms`. */
export function throttleWarnings(
  ms: number,
  action: (reason: string) => void,
): (reason: string) => void {
  let nextAtMs = 0;
  return (reason) => {
    const nowMs = performance.now();
    if (nowMs < nextAtMs) return;
    nextAtMs = nowMs + ms;
    action(reason);
  };
}

/** `local port, remote address, remote port, ESTABLISHED, unacknowledged bytes`, if there are such bytes. */
const SOCKET_LINE =
  /^ *\d+: [\dA-F]+:([\dA-F]{4}) ([\dA-F]+):([\dA-F]{4}) 01 (?!00000000)([\dA-F]{8}):/gm;

/**
 * Returns a lookup of the bytes in the kernel's send queue per connection. On a fast network the kernel takes a whole
 * megabyte at once, so Node does not see a client that reads none of it. Always 0 without Linux `/proc`.
 */
async function readKernelSendQueues(): Promise<(socket: Socket) => number> {
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
