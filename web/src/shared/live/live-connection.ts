import { LiveEvent, LiveInvalidation, EphemeralEvent, LiveResync } from "@commonlane/contract/live";
import { io, type Socket } from "socket.io-client";
import type { TokenSource } from "../session/token-source.ts";
import { backoffMs } from "./backoff.ts";
import { publishEphemeralEvent } from "./ephemeral-events.ts";
import type { LastSeq } from "./last-seq.ts";
import { provideSocket } from "./socket-client.ts";

interface LiveReceiver {
  event: (event: LiveEvent) => void;
  /** Events may have been missed: refetch everything shown. */
  resync: () => void;
  /** Lists of this kind are outdated. */
  invalidate: (about: LiveInvalidation["about"]) => void;
  status: (status: LiveStatus) => void;
}

interface LiveOptions extends SocketOptions {
  receiver: LiveReceiver;
}

/** Receives the user's live events, resumes after interruptions, and returns a function that closes the connection. */
export function openLiveConnection({ receiver, ...options }: LiveOptions): () => void {
  receiver.status("connecting");
  const { socket, close } = openSocket(options, receiver.status);
  handleEvents(socket, options.lastSeq, receiver);
  const removeSocket = provideSocket(socket);
  return () => {
    removeSocket();
    close();
  };
}

function handleEvents(socket: Socket, lastSeq: LastSeq, receiver: LiveReceiver): void {
  socket.on("event", (payload: unknown) => {
    // Unknown event types, from a newer server, also count as received.
    const resync = LiveResync.safeParse(payload).data;
    if (!resync) return;
    const event = LiveEvent.safeParse(payload).data;
    if (event) receiver.event(event);
    lastSeq.write(resync.seq);
  });
  socket.on("invalidation", (payload: unknown) => {
    const invalidation = LiveInvalidation.safeParse(payload).data;
    if (invalidation) receiver.invalidate(invalidation.about);
  });
  socket.on("resync", (payload: unknown) => {
    const resync = LiveResync.safeParse(payload).data;
    if (resync) lastSeq.write(resync.seq);
    receiver.resync();
  });
  socket.on("ephemeral", (payload: unknown) => {
    const event = EphemeralEvent.safeParse(payload).data;
    if (event) publishEphemeralEvent(event);
  });
}

/** State of the connection: never connected, connected, or lost. */
type LiveStatus = "connecting" | "live" | "reconnecting";

interface SocketOptions {
  tokens: TokenSource;
  lastSeq: LastSeq;
  /** Origin of the server; defaults to the page's own. */
  origin?: string;
}

const CHECK_TOKEN_EVERY_MS = 20_000;
/** Proxies may silently swallow WebSockets: after this time, the next attempt uses the other transport. */
const CONNECT_TIMEOUT_MS = 8_000;
const TRANSPORT_ORDER = {
  websocketFirst: ["websocket", "polling"],
  pollingFirst: ["polling", "websocket"],
};

/** Opens a socket and keeps it open until it is closed, resuming after `lastSeq` on every reconnect. */
function openSocket(
  { tokens, lastSeq, origin = "" }: SocketOptions,
  setStatus: (status: LiveStatus) => void,
): { socket: Socket; close: () => void } {
  let usedToken: string | undefined;
  const getAuth = async () => {
    usedToken = await tokens.fresh().catch(() => undefined);
    return {
      token: usedToken ?? "",
      seq: lastSeq.read(),
    };
  };
  const socket: Socket = io(origin, {
    path: "/live",
    transports: TRANSPORT_ORDER.websocketFirst,
    tryAllTransports: true,
    timeout: CONNECT_TIMEOUT_MS,
    forceNew: true,
    reconnectionDelay: 1_000,
    reconnectionDelayMax: 30_000,
    randomizationFactor: 0.5,
    auth: (answer: (payload: object) => void) => void getAuth().then(answer),
  });
  const stopReconnecting = keepReconnecting(socket, tokens, setStatus);
  const tokenTimer = setInterval(() => {
    const token = tokens.peek();
    if (!socket.connected || token === undefined || token === usedToken) return;
    usedToken = token;
    socket.emit("auth", { token });
  }, CHECK_TOKEN_EVERY_MS);
  const close = () => {
    clearInterval(tokenTimer);
    stopReconnecting();
    socket.disconnect();
  };
  return { socket, close };
}

/** Lost connections reconnect by themselves; after a disconnect by the server, reconnects with a new token. */
function keepReconnecting(
  socket: Socket,
  tokens: TokenSource,
  setStatus: (status: LiveStatus) => void,
): () => void {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const reconnect = async () => {
    await tokens.renew().catch(() => undefined);
    socket.connect();
  };
  const reconnectLater = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void reconnect(), backoffMs(failures++, Math.random()));
  };
  socket.on("connect", () => {
    failures = 0;
    setStatus("live");
  });
  for (const lossEvent of ["disconnect", "connect_error"]) {
    socket.on(lossEvent, () => {
      setStatus("reconnecting");
      if (!socket.active) reconnectLater();
      else if (lossEvent === "connect_error") switchTransport(socket);
    });
  }
  return () => {
    clearTimeout(timer);
    socket.off();
  };
}

/** Polling works where WebSockets are blocked, and upgrades if it can. */
function switchTransport({ io: { opts } }: Socket): void {
  opts.transports =
    opts.transports?.[0] === "websocket"
      ? TRANSPORT_ORDER.pollingFirst
      : TRANSPORT_ORDER.websocketFirst;
}
