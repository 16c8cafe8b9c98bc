import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Log } from "../../log.ts";
import type { Settings } from "../../settings.ts";
import { isTrustedProxy } from "./trusted-proxies.ts";
import { listNetworks } from "../rate-limits/rate-limits.ts";
import { readKernelSendQueues } from "./kernel-send-queues.ts";

/**
 * Connections one network may hold (an IPv4 address or an IPv6 /64): about 140 browsers with six connections and a live
 * line each. RATE_LIMIT_FACTOR scales it for a campus behind one address.
 */
const MAX_PER_NETWORK = 1_000;
const CHECK_INTERVAL_MS = 1_500;
/** With the time between two looks less than the 10 s after which a slow reader must be gone. */
const STALLED_AFTER_MS = 8_000;
/** Less than this in that time is no progress: a few bytes now and then would hold a connection for hours. */
const MIN_PROGRESS_BYTES = 1_024;
const WARN_INTERVAL_MS = 60_000;

interface SendProgress {
  readonly delivered: number;
  readonly atMs: number;
}
type ConnectionSettings = Pick<Settings, "RATE_LIMIT_FACTOR" | "MAX_CONNECTIONS" | "TRUST_PROXY">;

/**
 * Bounds what connections can cost. Closes each one, websockets too, whose other end takes nothing of what waits to be
 * sent; refuses new ones beyond a number for each network and in all. Connections from a trusted proxy carry many
 * people, so of them only the total is bounded.
 */
export function guardConnections(server: Server, settings: ConnectionSettings, log: Log): void {
  const isProxy = isTrustedProxy(settings.TRUST_PROXY);
  const maxPerNetwork = Math.max(1, Math.round(MAX_PER_NETWORK * settings.RATE_LIMIT_FACTOR));
  const sockets = new Set<Socket>();
  const progressBySocket = new WeakMap<Socket, SendProgress>();
  const byNetwork = new Map<string, number>();
  const warn = throttleWarnings(WARN_INTERVAL_MS, (reason: string) =>
    log.warn({ reason, connections: sockets.size }, "connections are refused"),
  );

  server.maxConnections = settings.MAX_CONNECTIONS;
  server.on("drop", () => warn("too many in all (MAX_CONNECTIONS)"));
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
      // A reset frees what the kernel still holds for it; an ordinary end would wait for the reader again.
      socket.resetAndDestroy();
      closed++;
    }
    if (closed > 0) log.info({ closed }, "closed connections whose other end reads nothing");
  };
  const checkTimer = setInterval(() => void closeStalled(), CHECK_INTERVAL_MS).unref();
  server.on("close", () => clearInterval(checkTimer));
}

/** `queued` is what the kernel holds for it. */
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
    progressBySocket.set(socket, { delivered, atMs: nowMs });
    return false;
  }
  return nowMs - previous.atMs >= STALLED_AFTER_MS;
}

/**
 * How much the kernel has taken of what was written. `bytesWritten` and `writableLength` count a buffer of a megabyte as
 * a whole, so a slow reader who takes it steadily would look like one who takes nothing. Node's own socket timeout reads
 * the same counters of libuv, which have no public name.
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

/** Calls `act` at most once in `ms`. */
export function throttleWarnings(ms: number, action: (reason: string) => void): (reason: string) => void {
  let nextAtMs = 0;
  return (reason) => {
    const nowMs = performance.now();
    if (nowMs < nextAtMs) return;
    nextAtMs = nowMs + ms;
    action(reason);
  };
}
