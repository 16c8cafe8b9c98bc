import { LiveHello, type LiveInvalidation, type Topic } from "@commonlane/contract/live";
import type { FastifyInstance } from "fastify";
import { Server } from "socket.io";
import type { Context } from "../context.ts";
import type { StoredEvent } from "../db/outbox/outbox.ts";
import { getDraining } from "../http/connection-draining.ts";
import type { Authenticate, Caller } from "../http/endpoints/endpoint-router.ts";
import type { RateLimits } from "../http/rate-limits/rate-limits.ts";
import { parseEphemeral } from "./ephemeral-events.ts";
import { openEventStream, resolveStreamStart } from "./event-stream.ts";
import { createHandshakeGuard } from "./handshake.ts";
import { broadcastInvalidations, type Hub } from "./hub.ts";
import { getCurrentOffset } from "./live.store.ts";
import {
  attachChannelHandlers,
  type Broadcaster,
  type Channel,
  isBacklogged,
  type LiveSocket,
  type LiveSocketServer,
  type OpenChannel,
  type SocketData,
  watchTokenExpiry,
} from "./live-socket.ts";
import { createSeqSealer } from "./sealed-seq.ts";
import { type SiblingProcesses, routeStickySessions } from "./sticky-sessions.ts";

const MAX_SOCKETS_PER_USER = 20;
const MESSAGE_MAX_BYTES = 8 * 1024;

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
  /** The users that changes of a list concern. Others are not notified. Without it, they concern everyone. */
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
  const io = openSocketServer(http, ctx, dependencies);
  const channels = (dependencies.channels ?? []).map((open) => open(createBroadcaster(io)));
  serveSockets(io, ctx, dependencies, channels);
  const stopInvalidations = sendInvalidations(io, ctx, dependencies);

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

function openSocketServer(
  http: FastifyInstance,
  ctx: Context,
  { rateLimits }: LiveDependencies,
): LiveSocketServer {
  const io: LiveSocketServer = new Server(http.server, {
    path: "/live",
    serveClient: false,
    maxHttpBufferSize: MESSAGE_MAX_BYTES,
    connectTimeout: 10_000,
    pingInterval: 25_000,
    pingTimeout: 20_000,
    allowRequest: createHandshakeGuard(rateLimits, ctx.settings, getDraining(http)),
  });
  closeOnDrain(http, io);
  ctx.metrics.addGauge({
    name: "live_connections",
    help: "Connected browsers",
    collect: () => [{ value: io.engine.clientsCount }],
  });
  // The handshake request is not needed again, and accounts for much of an idle connection's memory.
  io.engine.on("connection", (connection: { request: unknown }) => (connection.request = null));
  return io;
}

const createBroadcaster = (io: LiveSocketServer): Broadcaster => ({
  send(room, event, ...news) {
    const socketIds = [...(io.sockets.adapter.rooms.get(room) ?? [])];
    const backlogged = socketIds.filter((id) => isBacklogged(io.sockets.sockets.get(id)));
    io.local
      .to(room)
      .except(backlogged)
      .emit(event, ...news);
  },
});

/** Authenticates each socket, then gives it the events of its user and the messages of the channels. */
function serveSockets(
  io: LiveSocketServer,
  ctx: Context,
  dependencies: LiveDependencies,
  channels: readonly Channel[],
): void {
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
}

/** Notifies connected users when a list that concerns them has changed. Returns a function that stops it. */
function sendInvalidations(
  io: LiveSocketServer,
  ctx: Context,
  { hub, concerned }: LiveDependencies,
): () => void {
  const send = async (invalidation: LiveInvalidation, events: readonly StoredEvent[]) => {
    const connected = new Set([...io.sockets.sockets.values()].map(({ data }) => data.caller.uid));
    const findConcerned = concerned?.[invalidation.about];
    const uids = findConcerned ? await findConcerned(events, [...connected]) : connected;
    if (uids.size === 0) return;
    const topics = Array.from(uids, (uid): Topic => `user:${uid}`);
    io.local.to(topics).emit("invalidation", invalidation);
  };

  return broadcastInvalidations(hub, (invalidation, events) => {
    send(invalidation, events).catch((error: unknown) => ctx.log.error({ err: error }, "live"));
  });
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
  return {
    caller,
    token: auth.token,
    queuedPackets: 0,
    start,
    seqSealer,
  };
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
        socket.emit("event", {
          ...payload,
          seq: seqSealer.seal(event),
        });
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
