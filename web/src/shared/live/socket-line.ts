import { io, type Socket } from "socket.io-client";
import type { TokenSource } from "../session/token-source.ts";
import { backOffMs } from "./back-off.ts";
import type { Place } from "./place.ts";
import type { Held, Told } from "./shared-line.ts";

interface Parts {
  tokens: TokenSource;
  place: Place;
  /** The server's address; this page's own unless said. */
  origin?: string;
}

const LOOK_FOR_NEW_TOKEN_MS = 20_000;
/** A proxy may swallow a websocket without a word; a try that long is over, and the next goes the other way. */
const OPENS_WITHIN_MS = 8_000;
const WAYS = { quick: ["websocket", "polling"], sure: ["polling", "websocket"] };

/** Opens the socket and keeps it open, going on after any absence where the place says, until it is closed. */
export function openSocket({ tokens, place, origin = "" }: Parts, told: Told): Held {
  let used: string | undefined;
  const hello = async () => {
    used = await tokens.fresh().catch(() => undefined);
    return { token: used ?? "", seq: place.read() };
  };
  const socket: Socket = io(origin, {
    path: "/live",
    transports: WAYS.quick,
    tryAllTransports: true,
    timeout: OPENS_WITHIN_MS,
    forceNew: true,
    reconnectionDelay: 1_000,
    reconnectionDelayMax: 30_000,
    randomizationFactor: 0.5,
    auth: (answer: (said: object) => void) => void hello().then(answer),
  });
  socket.onAny((event: string, said: unknown) => told.event(event, said));
  const stopKnocking = keepKnocking(socket, tokens, told);
  const watching = setInterval(() => {
    const token = tokens.peek();
    if (!socket.connected || token === undefined || token === used) return;
    used = token;
    socket.emit("auth", { token });
  }, LOOK_FOR_NEW_TOKEN_MS);
  return {
    say: (event, said) => {
      if (socket.connected) socket.emit(event, said);
    },
    close: () => {
      clearInterval(watching);
      stopKnocking();
      socket.disconnect();
    },
  };
}

/** A broken line mends itself; where the server has closed the door, knocks again with a new token. */
function keepKnocking(socket: Socket, tokens: TokenSource, { status }: Told): () => void {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const knock = async () => {
    await tokens.renew().catch(() => undefined);
    socket.connect();
  };
  const knockLater = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void knock(), backOffMs(failures++, Math.random()));
  };
  socket.on("connect", () => {
    failures = 0;
    status("live");
  });
  for (const loss of ["disconnect", "connect_error"]) {
    socket.on(loss, () => {
      status("reconnecting");
      if (!socket.active) knockLater();
      else if (loss === "connect_error") turnAround(socket);
    });
  }
  return () => {
    clearTimeout(timer);
    socket.off();
  };
}

/** Polling gets through where websockets do not, and becomes one where it can. */
function turnAround({ io: { opts } }: Socket): void {
  opts.transports = opts.transports?.[0] === "websocket" ? WAYS.sure : WAYS.quick;
}
