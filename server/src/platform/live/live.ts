import { ID_TOKEN_VALID_S } from "@commonlane/contract/limits";
import {
  type LiveFact,
  LiveHello,
  type LiveNews,
  type LivePassing,
  type LiveResync,
  type Topic,
} from "@commonlane/contract/live";
import type { FastifyInstance } from "fastify";
import { Server, type Socket } from "socket.io";
import type { Context } from "../context.ts";
import type { StoredEvent } from "../db/outbox.ts";
import { seqOf } from "../events.ts";
import type { Authenticate, Caller } from "../http/route.ts";
import type { RateLimits } from "../http/rate-limits.ts";
import type { Channel, Ear, OpenChannel, Passing } from "./channel.ts";
import { handshakeGuard } from "./handshake.ts";
import type { Hub } from "./hub.ts";
import { presentPlace } from "./live.store.ts";
import { readPassing } from "./passing.ts";
import { type Neighbours, shareLines } from "./shared-lines.ts";
import { openStream, type Start, startAfter } from "./stream.ts";

const SOCKETS_PER_PERSON = 20;
const AUTHS_PER_MINUTE = 20;
const WAITING_MOST = 100;
const MESSAGE_MAX_BYTES = 8 * 1024;
const NEWS_APART_MS = 1_000;
/** Sessions are known to be over within half a second; one that ended just before the handshake is found by looking again. */
const LOOK_AGAIN_MS = 1_000;

interface ToServer {
  auth: (hello: unknown, done?: unknown) => void;
}
interface ToClient extends Passing {
  fact: (fact: LiveFact) => void;
  resync: (news: LiveResync) => void;
  news: (news: LiveNews) => void;
  passing: (news: LivePassing) => void;
}
interface Guest {
  caller: Caller;
  start: Start;
  token: string;
  /** Packets that were given to the line since it was empty. */
  waiting: number;
}
type LiveSocket = Socket<ToServer, ToClient, Record<string, never>, Guest>;

interface Parts {
  readonly hub: Hub;
  readonly authenticate: Authenticate;
  readonly rateLimits: RateLimits;
  readonly neighbours?: Neighbours | undefined;
  /** Looks again at what somebody missed, before they are told: rights may have gone since it happened. */
  readonly review?: (uid: string, missed: readonly StoredEvent[]) => Promise<readonly StoredEvent[]>;
  /** What else is told and heard on the line. */
  readonly channels?: readonly OpenChannel[];
}

/**
 * Opens the live socket at /live: signed-in people hear the facts of their own topic, in order, and after an absence
 * what they missed. It tells, and listens to `auth`, which brings a newer token, and to what its channels hear. Closes
 * with `http`. Gives back how to tell something passing to those of its people who are there, as `whisper` wrote it.
 */
export async function attachLive(http: FastifyInstance, ctx: Context, parts: Parts): Promise<(said: string) => void> {
  const io: Server<ToServer, ToClient, Record<string, never>, Guest> = new Server(http.server, {
    path: "/live",
    serveClient: false,
    maxHttpBufferSize: MESSAGE_MAX_BYTES,
    connectTimeout: 10_000,
    pingInterval: 25_000,
    pingTimeout: 20_000,
    allowRequest: handshakeGuard(parts.rateLimits, ctx.settings),
  });
  const channels = (parts.channels ?? []).map((open) =>
    open({
      tell(room, event, ...news) {
        const there = [...(io.sockets.adapter.rooms.get(room) ?? [])];
        const behind = there.filter((id) => isBehind(io.sockets.sockets.get(id)));
        io.local
          .to(room)
          .except(behind)
          .emit(event, ...news);
      },
    }),
  );
  // What a line began with is not needed again, and is a good part of what an idle one keeps in memory.
  io.engine.on("connection", (line: { request: unknown }) => (line.request = null));
  const isFull = (topic: Topic) => (io.sockets.adapter.rooms.get(topic)?.size ?? 0) >= SOCKETS_PER_PERSON;
  io.use((socket, proceed) => {
    const admitted = welcome(ctx, parts.authenticate, socket.handshake.auth).then((guest) => {
      if (!guest) return "signed_out";
      socket.data = guest;
      socket.handshake.auth = {};
      return isFull(topicOf(guest.caller)) ? "too_many" : undefined;
    });
    const failed = (error: unknown) => {
      ctx.log.error({ err: error }, "live");
      return "unavailable";
    };
    void admitted.catch(failed).then((refusal) => proceed(refusal === undefined ? undefined : new Error(refusal)));
  });
  io.on("connection", (socket) => {
    const topic = topicOf(socket.data.caller);
    if (isFull(topic)) {
      socket.disconnect(true);
      return;
    }
    void socket.join(topic);
    serve(ctx, parts, socket, topic);
    const ears = listen(ctx, socket, channels);
    socket.on("disconnect", () => ears.forEach((ear) => ear.close()));
  });
  const stopNews = (["ride-requests", "bulletin"] as const).map((about) =>
    spread(parts.hub, about, () => io.local.emit("news", { about })),
  );
  http.addHook("preClose", async () => stopNews.forEach((stop) => stop()));
  // The engine alone: whoever is connected finds the line broken, and comes back to the next process.
  http.addHook("preClose", async () => {
    for (const channel of channels) channel.close();
    io.engine.close();
  });
  if (parts.neighbours) await shareLines(io.engine, http, parts.neighbours);
  return (said) => {
    const { topics, news } = readPassing(said);
    if (topics.length > 0) io.local.to([...topics]).volatile.emit("passing", news);
  };
}

/** Calls `tell` when something happened on the topic: at once, and at most once a second, however much happens. */
function spread(hub: Hub, topic: Topic, tell: () => void): () => void {
  let resting: ReturnType<typeof setTimeout> | undefined;
  let more = false;
  const rest = () => {
    resting = setTimeout(() => {
      resting = undefined;
      if (more) act();
    }, NEWS_APART_MS);
    resting.unref();
  };
  const act = () => {
    more = false;
    tell();
    rest();
  };
  const unsubscribe = hub.subscribe(topic, () => {
    if (resting) more = true;
    else act();
  });
  return () => {
    unsubscribe();
    clearTimeout(resting);
  };
}
/** So much waits for a slow browser that what passes is better left out. socket.io's own `volatile` drops the second of two at once. */
const isBehind = (socket: LiveSocket | undefined) => (socket?.data.waiting ?? 0) > WAITING_MOST;

const topicOf = ({ uid }: Caller): Topic => `user:${uid}`;

/** Who knocks, and where their stream begins. The place is taken first, so that an end of the session is not missed. */
async function welcome(ctx: Context, authenticate: Authenticate, said: unknown): Promise<Guest | undefined> {
  const hello = LiveHello.safeParse(said).data;
  if (!hello) return undefined;
  const present = await presentPlace(ctx.db, undefined);
  const caller = await authenticate(hello.token);
  if (!caller?.emailVerified) return undefined;
  return { caller, token: hello.token, waiting: 0, start: await startAfter(ctx, hello.seq, present) };
}

function serve(ctx: Context, { hub, authenticate, review }: Parts, socket: LiveSocket, topic: Topic): void {
  const { sessionId, uid } = socket.data.caller;
  const leave = () => void socket.disconnect(true);
  const stream = openStream(ctx, hub, topic, socket.data.start, {
    fact(event) {
      const { fact } = event;
      const ended = fact.type === "session.ended";
      if (!ended || fact.sessionId === sessionId) socket.emit("fact", { ...fact, seq: seqOf(event) });
      if (ended && fact.sessionId === sessionId) leave();
    },
    resync: (seq) => socket.emit("resync", { seq }),
    review: review && ((missed) => review(uid, missed)),
  });
  stream.caughtUp.catch((error: unknown) => {
    ctx.log.error({ err: error }, "live");
    socket.conn.close();
  });
  const stopWatching = watchTokens(ctx, authenticate, socket, leave);
  socket.on("disconnect", () => {
    stream.stop();
    stopWatching();
  });
}

/** Ends the connection when its token does, unless a newer one of the same session arrives in time. */
function watchTokens(ctx: Context, authenticate: Authenticate, socket: LiveSocket, leave: () => void): () => void {
  const { sessionId } = socket.data.caller;
  const lookAgain = async (token: string): Promise<void> => {
    const caller = await authenticate(token).catch(() => undefined);
    if (caller?.sessionId !== sessionId) return leave();
    clearTimeout(expiry);
    expiry = setTimeout(leave, millisecondsLeft(token, ctx.now()));
  };
  let expiry = setTimeout(leave, millisecondsLeft(socket.data.token, ctx.now()));
  const soon = setTimeout(() => {
    const { token } = socket.data;
    // Looked at for the last time: a line keeps what it needs.
    socket.data.token = "";
    void lookAgain(token);
  }, LOOK_AGAIN_MS);
  socket.on("auth", (said) => {
    const hello = LiveHello.safeParse(said).data;
    if (!hello) return leave();
    clearTimeout(soon);
    void lookAgain(hello.token);
  });
  return () => {
    clearTimeout(expiry);
    clearTimeout(soon);
  };
}

/** Hands what a browser says to the channel that hears it. Whoever says anything else, or too much, is shown out. */
function listen(ctx: Context, socket: LiveSocket, channels: readonly Channel[]): readonly Ear[] {
  const ears = channels.map((channel) => {
    const ear = channel.open({
      caller: socket.data.caller,
      tell: (event, ...news) => void (isBehind(socket) || socket.emit(event, ...news)),
      enter: (room) => void socket.join(room),
      leave: (room) => void socket.leave(room),
    });
    return { hears: channel.hears, ear };
  });
  socket.conn.on("packetCreate", () => socket.data.waiting++);
  socket.conn.on("drain", () => (socket.data.waiting = 0));
  let counted: { readonly sinceMs: number; readonly counts: Map<string, number> } | undefined;
  socket.onAny((event: string, said: unknown) => {
    const nowMs = performance.now();
    if (!counted || nowMs - counted.sinceMs >= 60_000) counted = { sinceMs: nowMs, counts: new Map() };
    const count = (counted.counts.get(event) ?? 0) + 1;
    counted.counts.set(event, count);
    const heardBy = ears.find(({ hears }) => Object.hasOwn(hears, event));
    const most = event === "auth" ? AUTHS_PER_MINUTE : (heardBy?.hears[event] ?? 0) * ctx.settings.RATE_LIMIT_FACTOR;
    if (count > most) socket.disconnect(true);
    else heardBy?.ear.heard(event, said);
  });
  return ears.map(({ ear }) => ear);
}

/** How long a token that has been found good stays good; it is our own, so its claims may be read without its signature. */
function millisecondsLeft(token: string, now: Date): number {
  const longest = ID_TOKEN_VALID_S * 1000;
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    const exp = typeof claims === "object" && claims && "exp" in claims ? Number(claims.exp) * 1000 : NaN;
    return Number.isNaN(exp) ? longest : Math.min(Math.max(exp - now.getTime(), 0), longest);
  } catch {
    return longest;
  }
}
