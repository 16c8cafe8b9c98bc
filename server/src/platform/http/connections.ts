import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Log } from "../log.ts";
import type { Settings } from "../settings.ts";
import { isTrustedProxy } from "./proxies.ts";
import { networkOf } from "./rate-limits.ts";
import { readSendQueues } from "./send-queues.ts";

/**
 * Connections one network may hold (an IPv4 address or an IPv6 /64): about 140 browsers with six connections and a live
 * line each. RATE_LIMIT_FACTOR scales it for a campus behind one address.
 */
const PER_NETWORK = 1_000;
const LOOK_EVERY_MS = 1_500;
/** With the time between two looks less than the 10 s after which a slow reader must be gone. */
const STALLED_AFTER_MS = 8_000;
/** Less than this in that time is no progress: a few bytes now and then would hold a connection for hours. */
const LEAST_PROGRESS_BYTES = 1_024;
const WARN_EVERY_MS = 60_000;

interface Progress {
  readonly delivered: number;
  readonly atMs: number;
}
type Options = Pick<Settings, "RATE_LIMIT_FACTOR" | "MAX_CONNECTIONS" | "TRUST_PROXY">;

/**
 * Bounds what connections can cost. Closes each one, websockets too, whose other end takes nothing of what waits to be
 * sent; refuses new ones beyond a number for each network and in all. Connections from a trusted proxy carry many
 * people, so of them only the total is bounded.
 */
export function guardConnections(server: Server, settings: Options, log: Log): void {
  const isProxy = isTrustedProxy(settings.TRUST_PROXY);
  const mostPerNetwork = Math.max(1, Math.round(PER_NETWORK * settings.RATE_LIMIT_FACTOR));
  const sockets = new Set<Socket>();
  const waiting = new WeakMap<Socket, Progress>();
  const byNetwork = new Map<string, number>();
  const warn = everyMs(WARN_EVERY_MS, (reason: string) =>
    log.warn({ reason, connections: sockets.size }, "connections are refused"),
  );

  server.maxConnections = settings.MAX_CONNECTIONS;
  server.on("drop", () => warn("too many in all (MAX_CONNECTIONS)"));
  server.on("connection", (socket: Socket) => {
    const { remoteAddress = "" } = socket;
    const network = isProxy(remoteAddress) ? undefined : networkOf(remoteAddress);
    if (network !== undefined) {
      const count = byNetwork.get(network) ?? 0;
      if (count >= mostPerNetwork) {
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
      const left = (byNetwork.get(network) ?? 1) - 1;
      if (left > 0) byNetwork.set(network, left);
      else byNetwork.delete(network);
    });
  });

  const closeStalled = async () => {
    if (sockets.size === 0) return;
    const queuedFor = await readSendQueues();
    const nowMs = performance.now();
    let closed = 0;
    for (const socket of sockets) {
      if (!isStalled(socket, queuedFor(socket), waiting, nowMs)) continue;
      // A reset frees what the kernel still holds for it; an ordinary end would wait for the reader again.
      socket.resetAndDestroy();
      closed++;
    }
    if (closed > 0) log.info({ closed }, "closed connections whose other end reads nothing");
  };
  const look = setInterval(() => void closeStalled(), LOOK_EVERY_MS).unref();
  server.on("close", () => clearInterval(look));
}

/** `queued` is what the kernel holds for it. */
function isStalled(socket: Socket, queued: number, waiting: WeakMap<Socket, Progress>, nowMs: number): boolean {
  if (socket.writableLength === 0 && queued === 0) {
    waiting.delete(socket);
    return false;
  }
  const delivered = acceptedBytes(socket) - queued;
  const before = waiting.get(socket);
  if (!before || delivered - before.delivered >= LEAST_PROGRESS_BYTES) {
    waiting.set(socket, { delivered, atMs: nowMs });
    return false;
  }
  return nowMs - before.atMs >= STALLED_AFTER_MS;
}

/**
 * How much the kernel has taken of what was written. `bytesWritten` and `writableLength` count a buffer of a megabyte as
 * a whole, so a slow reader who takes it steadily would look like one who takes nothing. Node's own socket timeout reads
 * the same counters of libuv, which have no public name.
 */
function acceptedBytes(socket: Socket): number {
  const handle: unknown = Reflect.get(socket, "_handle");
  if (typeof handle !== "object" || handle === null) return 0;
  return numberOf(handle, "bytesWritten") - numberOf(handle, "writeQueueSize");
}

function numberOf(from: object, name: string): number {
  const value: unknown = Reflect.get(from, name);
  return typeof value === "number" ? value : 0;
}

/** Calls `act` at most once in `ms`. */
export function everyMs(ms: number, act: (reason: string) => void): (reason: string) => void {
  let nextAtMs = 0;
  return (reason) => {
    const nowMs = performance.now();
    if (nowMs < nextAtMs) return;
    nextAtMs = nowMs + ms;
    act(reason);
  };
}
