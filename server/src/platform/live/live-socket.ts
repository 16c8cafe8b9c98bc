import type { DriverCellUpdate } from "@commonlane/contract/active-drivers";
import {
  type EphemeralEvent,
  type LiveEvent,
  LiveHello,
  type LiveInvalidation,
  type LiveResync,
} from "@commonlane/contract/live";
import type { Server, Socket } from "socket.io";
import type { Context } from "../context.ts";
import type { Authenticate, Caller } from "../http/endpoints/endpoint-router.ts";
import type { StreamStart } from "./event-stream.ts";
import type { SeqSealer } from "./sealed-seq.ts";

/** Latest-wins messages: sent to connected clients that are not busy; may be lost, unlike domain events. */
interface EphemeralMessages {
  "drivers.moved": (message: DriverCellUpdate) => void;
}

/** All connections in this process that show the same data. */
export interface Broadcaster {
  send<E extends keyof EphemeralMessages>(
    room: string,
    event: E,
    ...message: Parameters<EphemeralMessages[E]>
  ): void;
}

/** The WebSocket connection to one browser. */
export interface Connection {
  readonly caller: Caller;
  send<E extends keyof EphemeralMessages>(
    event: E,
    ...message: Parameters<EphemeralMessages[E]>
  ): void;
  joinRoom(room: string): void;
  leaveRoom(room: string): void;
}

/** Handles a connection's ephemeral messages on a channel. */
export interface ChannelHandler {
  /** Receives any message from the browser. Never throws. */
  onMessage(event: string, payload: unknown): void;
  close(): void;
}

/** A protocol for ephemeral messages on the live connection, next to domain events. */
export interface Channel {
  /** Accepted messages with their limits per minute; connections that send more are closed. */
  readonly maxPerMinute: Readonly<Record<string, number>>;
  open(connection: Connection): ChannelHandler;
  close(): void;
}
export type OpenChannel = (broadcaster: Broadcaster) => Channel;

const MAX_QUEUED_PACKETS = 100;

interface ToServer {
  auth: (auth: unknown, done?: unknown) => void;
}
interface ToClient extends EphemeralMessages {
  event: (event: LiveEvent) => void;
  resync: (resync: LiveResync) => void;
  invalidation: (invalidation: LiveInvalidation) => void;
  ephemeral: (event: EphemeralEvent) => void;
}
export interface SocketData {
  caller: Caller;
  start: StreamStart;
  seqSealer: SeqSealer;
  token: string;
  /** Packets sent to the connection since its buffer was last empty. */
  queuedPackets: number;
}
export type LiveSocket = Socket<ToServer, ToClient, Record<string, never>, SocketData>;
export type LiveSocketServer = Server<ToServer, ToClient, Record<string, never>, SocketData>;

/** True if ephemeral events are skipped for a slow client. socket.io's own `volatile` drops the second of two at once. */
export const isBacklogged = (socket: LiveSocket | undefined) =>
  (socket?.data.queuedPackets ?? 0) > MAX_QUEUED_PACKETS;

const AUTHS_PER_MINUTE = 20;

/** Passes messages to the channel that handles them. Disconnects clients that send unknown or too many messages. */
export function attachChannelHandlers(
  ctx: Context,
  socket: LiveSocket,
  channels: readonly Channel[],
): readonly ChannelHandler[] {
  const opened = channels.map((channel) => ({
    maxPerMinute: channel.maxPerMinute,
    handler: channel.open({
      caller: socket.data.caller,
      send: (event, ...message) => void (isBacklogged(socket) || socket.emit(event, ...message)),
      joinRoom: (room) => void socket.join(room),
      leaveRoom: (room) => void socket.leave(room),
    }),
  }));

  socket.conn.on("packetCreate", () => socket.data.queuedPackets++);
  socket.conn.on("drain", () => (socket.data.queuedPackets = 0));
  let rateWindow:
    | {
        readonly sinceMs: number;
        readonly counts: Map<string, number>;
      }
    | undefined;
  socket.onAny((event: string, payload: unknown) => {
    const nowMs = performance.now();
    if (!rateWindow || nowMs - rateWindow.sinceMs >= 60_000)
      rateWindow = {
        sinceMs: nowMs,
        counts: new Map(),
      };
    const count = (rateWindow.counts.get(event) ?? 0) + 1;
    rateWindow.counts.set(event, count);

    const target = opened.find(({ maxPerMinute }) => Object.hasOwn(maxPerMinute, event));
    const maxCount =
      event === "auth"
        ? AUTHS_PER_MINUTE
        : (target?.maxPerMinute[event] ?? 0) * ctx.settings.RATE_LIMIT_FACTOR;
    if (count > maxCount) socket.disconnect(true);
    else target?.handler.onMessage(event, payload);
  });
  return opened.map(({ handler }) => handler);
}

/** Ended sessions are known within half a second; a second check finds one that ended just before the handshake. */
const RECHECK_AFTER_MS = 1_000;

/** Ends the connection when its token expires, unless a newer one of the same session arrives in time. */
export function watchTokenExpiry(
  ctx: Context,
  authenticate: Authenticate,
  socket: LiveSocket,
  disconnect: () => void,
): () => void {
  const { sessionId } = socket.data.caller;
  const disconnectWhenExpired = ({ tokenExpiresAtMs = 0 }: Caller) =>
    setTimeout(disconnect, Math.max(0, tokenExpiresAtMs - ctx.now().getTime()));
  const recheck = async (token: string): Promise<void> => {
    const caller = await authenticate(token).catch(() => undefined);
    if (caller?.sessionId !== sessionId) return disconnect();
    clearTimeout(expiry);
    expiry = disconnectWhenExpired(caller);
  };
  let expiry = disconnectWhenExpired(socket.data.caller);
  const recheckTimer = setTimeout(() => {
    const { token } = socket.data;
    // Not needed any more, and connections keep their data in memory.
    socket.data.token = "";
    void recheck(token);
  }, RECHECK_AFTER_MS);
  socket.on("auth", (payload) => {
    const auth = LiveHello.safeParse(payload).data;
    if (!auth) return disconnect();
    clearTimeout(recheckTimer);
    void recheck(auth.token);
  });
  return () => {
    clearTimeout(expiry);
    clearTimeout(recheckTimer);
  };
}
