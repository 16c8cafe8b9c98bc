import { ID_TOKEN_VALID_S } from "@commonlane/contract/limits";
import {
  type LiveEvent,
  LiveHello,
  type LiveInvalidation,
  type EphemeralEvent,
  type LiveResync,
  type Topic,
} from "@commonlane/contract/live";
import type { FastifyInstance } from "fastify";
import { Server, type Socket } from "socket.io";
import type { Context } from "../context.ts";
import { getDraining } from "../http/connection-draining.ts";
import type { Authenticate, Caller } from "../http/endpoints/endpoint-router.ts";
import type { RateLimits } from "../http/rate-limits/rate-limits.ts";
import type { Channel, ChannelHandler, OpenChannel, EphemeralMessages } from "./channel.ts";
import { createHandshakeGuard } from "./handshake.ts";
import type { Hub } from "./hub.ts";
import type { StoredEvent } from "../db/outbox/outbox.ts";
import { broadcastInvalidations } from "./broadcast-invalidations.ts";
import { createSeqSealer, type SeqSealer } from "./sealed-seq.ts";
import { getCurrentOffset } from "./live.store.ts";
import { parseEphemeral } from "./ephemeral-events.ts";
import { type SiblingProcesses, routeStickySessions } from "./sticky-sessions.ts";
import { openEventStream, type StreamStart, resolveStreamStart } from "./event-stream.ts";

const MAX_SOCKETS_PER_USER = 20;
const AUTHS_PER_MINUTE = 20;
const MAX_QUEUED_PACKETS = 100;
const MESSAGE_MAX_BYTES = 8 * 1024;
/** Ended sessions are known within half a second; a second check finds one that ended just before the handshake. */
const RECHECK_AFTER_MS = 1_000;

interface ToServer {
  auth: (auth: unknown, done?: unknown) => void;
}
interface ToClient extends EphemeralMessages {
  event: (event: LiveEvent) => void;
  resync: (resync: LiveResync) => void;
  invalidation: (invalidation: LiveInvalidation) => void;
  ephemeral: (event: EphemeralEvent) => void;
}
interface SocketData {
  caller: Caller;
  start: StreamStart;
  seqSealer: SeqSealer;
  token: string;
  /** Packets sent to the connection since its buffer was last empty. */
  queuedPackets: number;
}
type LiveSocket = Socket<ToServer, ToClient, Record<string, never>, SocketData>;

/** Those of the connected users who may see something that the events are about. */
type FindConcerned = (
  events: readonly StoredEvent[],
  uids: readonly string[],
) => Promise<ReadonlySet<string>>;

export interface LiveDependencies {
  readonly hub: Hub;
  readonly authenticate: Authenticate;
  readonly rateLimits: RateLimits;
  readonly siblings?: SiblingProcesses | undefined;
  /** Whom changes of a list concern. Others are not told of them. Without it, they concern everyone. */
  readonly concerned?: Partial<Record<LiveInvalidation["about"], FindConcerned>> | undefined;
  /** Additional channels on the connection. */
  readonly channels?: readonly OpenChannel[];
}

/**
 * Opens the live server at /live: signed-in users receive the events of their own topic in order, including those they
 * missed. Accepts `auth` messages with newer tokens, and the messages of its channels. Closes with `http`. Returns a
 * function that sends an ephemeral event from `publishEphemeral` to its connected recipients.
 */
export async function attachLiveServer(
  http: FastifyInstance,
  ctx: Context,
  dependencies: LiveDependencies,
): Promise<(payload: string) => void> {
  const io: Server<ToServer, ToClient, Record<string, never>, SocketData> = new Server(
    http.server,
    {
      path: "/live",
      serveClient: false,
      maxHttpBufferSize: MESSAGE_MAX_BYTES,
      connectTimeout: 10_000,
      pingInterval: 25_000,
      pingTimeout: 20_000,
      allowRequest: createHandshakeGuard(dependencies.rateLimits, ctx.settings, getDraining(http)),
    },
  );
  closeOnDrain(http, io);
  ctx.metrics.addGauge({
    name: "live_connections",
    help: "Connected browsers",
    collect: () => [{ value: io.engine.clientsCount }],
  });
  const channels = (dependencies.channels ?? []).map((open) =>
    open({
      send(room, event, ...news) {
        const socketIds = [...(io.sockets.adapter.rooms.get(room) ?? [])];
        const backlogged = socketIds.filter((id) => isBacklogged(io.sockets.sockets.get(id)));
        io.local
          .to(room)
          .except(backlogged)
          .emit(event, ...news);
      },
    }),
  );
  // The handshake request is not needed again, and accounts for much of an idle connection's memory.
  io.engine.on("connection", (connection: { request: unknown }) => (connection.request = null));
  const isFull = (topic: Topic) =>
    (io.sockets.adapter.rooms.get(topic)?.size ?? 0) >= MAX_SOCKETS_PER_USER;
  io.use((socket, proceed) => {
    const handleError = (error: unknown) => {
      ctx.log.error({ err: error }, "live");
      return "unavailable";
    };
    void authenticateSocket(ctx, dependencies.authenticate, socket, isFull)
      .catch(handleError)
      .then((refusal) => proceed(refusal === undefined ? undefined : new Error(refusal)));
  });
  io.on("connection", (socket) => {
    const topic = userTopic(socket.data.caller);
    if (isFull(topic)) {
      socket.disconnect(true);
      return;
    }
    void socket.join(topic);
    serveSocket(ctx, dependencies, socket, topic);
    const handlers = attachChannelHandlers(ctx, socket, channels);
    socket.on("disconnect", () => handlers.forEach((handler) => handler.close()));
  });
  const emitInvalidation = async (
    invalidation: LiveInvalidation,
    events: readonly StoredEvent[],
  ) => {
    const findConcerned = dependencies.concerned?.[invalidation.about];
    const connected = new Set([...io.sockets.sockets.values()].map(({ data }) => data.caller.uid));
    const concerned = findConcerned ? await findConcerned(events, [...connected]) : connected;
    if (concerned.size > 0)
      io.local
        .to([...concerned].map((uid): Topic => `user:${uid}`))
        .emit("invalidation", invalidation);
  };
  const stopInvalidations = broadcastInvalidations(dependencies.hub, (invalidation, events) => {
    emitInvalidation(invalidation, events).catch((error: unknown) =>
      ctx.log.error({ err: error }, "live"),
    );
  });
  // Closes only the engine: clients see a broken connection and reconnect to another process.
  http.addHook("preClose", async () => {
    stopInvalidations();
    for (const channel of channels) channel.close();
    io.engine.close();
  });
  if (dependencies.siblings) await routeStickySessions(io.engine, http, dependencies.siblings);
  return (payload) => {
    const envelope = parseEphemeral(payload);
    if (envelope && envelope.topics.length > 0)
      io.local.to([...envelope.topics]).volatile.emit("ephemeral", envelope.event);
  };
}

/** Closes only the engine: clients see a broken connection and reconnect to another process. */
function closeOnDrain(http: FastifyInstance, { engine }: Pick<Server, "engine">): void {
  const drain = getDraining(http);
  http.server.on("upgrade", (_, socket) => drain.release(socket));
  drain.onStart(() => void engine.close());
}

/** Determines the user of a socket. Returns the reason if it is refused. */
async function authenticateSocket(
  ctx: Context,
  authenticate: Authenticate,
  socket: LiveSocket,
  isFull: (topic: Topic) => boolean,
): Promise<string | undefined> {
  const socketData = await readHandshake(ctx, authenticate, socket.handshake.auth);
  if (!socketData) return "signed_out";
  socket.data = socketData;
  socket.handshake.auth = {};
  return isFull(userTopic(socketData.caller)) ? "too_many" : undefined;
}

/** True if ephemeral events are skipped for a slow client. socket.io's own `volatile` drops the second of two at once. */
const isBacklogged = (socket: LiveSocket | undefined) =>
  (socket?.data.queuedPackets ?? 0) > MAX_QUEUED_PACKETS;

const userTopic = ({ uid }: Caller): Topic => `user:${uid}`;

/** Reads the user and the stream start. The offset is read first, so that the end of the session is not missed. */
async function readHandshake(
  ctx: Context,
  authenticate: Authenticate,
  payload: unknown,
): Promise<SocketData | undefined> {
  const auth = LiveHello.safeParse(payload).data;
  if (!auth) return undefined;
  const currentOffset = await getCurrentOffset(ctx.db, undefined);
  const caller = await authenticate(auth.token);
  if (!caller?.emailVerified) return undefined;
  const seqSealer = await createSeqSealer(ctx.db, caller.uid);
  const lastRead = auth.seq === undefined ? undefined : seqSealer.open(auth.seq);
  const start = await resolveStreamStart(ctx, lastRead, currentOffset);
  return { caller, token: auth.token, queuedPackets: 0, start, seqSealer };
}

function serveSocket(
  ctx: Context,
  { hub, authenticate }: LiveDependencies,
  socket: LiveSocket,
  topic: Topic,
): void {
  const { sessionId } = socket.data.caller;
  const { seqSealer } = socket.data;
  const disconnect = () => void socket.disconnect(true);
  const stream = openEventStream(ctx, hub, topic, socket.data.start, {
    onEvent(event) {
      const { payload } = event;
      const ended = payload.type === "session.ended";
      if (!ended || payload.sessionId === sessionId)
        socket.emit("event", { ...payload, seq: seqSealer.seal(event) });
      if (ended && payload.sessionId === sessionId) disconnect();
    },
    resync: (offset) => socket.emit("resync", { seq: seqSealer.seal(offset) }),
  });
  stream.caughtUp.catch((error: unknown) => {
    ctx.log.error({ err: error }, "live");
    socket.conn.close();
  });
  const stopWatching = watchTokenExpiry(ctx, authenticate, socket, disconnect);
  socket.on("disconnect", () => {
    stream.stop();
    stopWatching();
  });
}

/** Ends the connection when its token expires, unless a newer one of the same session arrives in time. */
function watchTokenExpiry(
  ctx: Context,
  authenticate: Authenticate,
  socket: LiveSocket,
  disconnect: () => void,
): () => void {
  const { sessionId } = socket.data.caller;
  const recheck = async (token: string): Promise<void> => {
    const caller = await authenticate(token).catch(() => undefined);
    if (caller?.sessionId !== sessionId) return disconnect();
    clearTimeout(expiry);
    expiry = setTimeout(disconnect, tokenValidMs(token, ctx.now()));
  };
  let expiry = setTimeout(disconnect, tokenValidMs(socket.data.token, ctx.now()));
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

/** Passes messages to the channel that handles them. Disconnects clients that send unknown or too many messages. */
function attachChannelHandlers(
  ctx: Context,
  socket: LiveSocket,
  channels: readonly Channel[],
): readonly ChannelHandler[] {
  const handlers = channels.map((channel) => {
    const handler = channel.open({
      caller: socket.data.caller,
      send: (event, ...news) => void (isBacklogged(socket) || socket.emit(event, ...news)),
      joinRoom: (room) => void socket.join(room),
      leaveRoom: (room) => void socket.leave(room),
    });
    return { hears: channel.maxPerMinute, ear: handler };
  });
  socket.conn.on("packetCreate", () => socket.data.queuedPackets++);
  socket.conn.on("drain", () => (socket.data.queuedPackets = 0));
  let rateWindow: { readonly sinceMs: number; readonly counts: Map<string, number> } | undefined;
  socket.onAny((event: string, payload: unknown) => {
    const nowMs = performance.now();
    if (!rateWindow || nowMs - rateWindow.sinceMs >= 60_000)
      rateWindow = { sinceMs: nowMs, counts: new Map() };
    const count = (rateWindow.counts.get(event) ?? 0) + 1;
    rateWindow.counts.set(event, count);
    const target = handlers.find(({ hears }) => Object.hasOwn(hears, event));
    const maxCount =
      event === "auth"
        ? AUTHS_PER_MINUTE
        : (target?.hears[event] ?? 0) * ctx.settings.RATE_LIMIT_FACTOR;
    if (count > maxCount) socket.disconnect(true);
    else target?.ear.onMessage(event, payload);
  });
  return handlers.map(({ ear }) => ear);
}

/** How long a verified token stays valid; the claims may be read without checking its signature again. */
function tokenValidMs(token: string, now: Date): number {
  const maxMs = ID_TOKEN_VALID_S * 1000;
  try {
    const claims: unknown = JSON.parse(
      Buffer.from(token.split(".")[1] ?? "", "base64url").toString(),
    );
    const exp =
      typeof claims === "object" && claims && "exp" in claims ? Number(claims.exp) * 1000 : NaN;
    return Number.isNaN(exp) ? maxMs : Math.min(Math.max(exp - now.getTime(), 0), maxMs);
  } catch {
    return maxMs;
  }
}
