import { LiveFact, LiveResync } from "@commonlane/contract/live";
import { io, type Socket } from "socket.io-client";
import type { TokenSource } from "../session/token-source.ts";
import { backOffMs } from "./back-off.ts";

type LiveStatus = "connecting" | "live" | "reconnecting";

/** How far this browser has heard; what a reload may remember. */
export interface Place {
  read: () => string | undefined;
  write: (seq: string) => void;
}

interface Receiver {
  fact: (fact: LiveFact) => void;
  /** Something may have been missed: everything shown is to be read again. */
  resync: () => void;
  status: (status: LiveStatus) => void;
}

interface Parts {
  tokens: TokenSource;
  place: Place;
  receiver: Receiver;
  /** The server's address; this page's own unless said. */
  origin?: string;
}

const LOOK_FOR_NEW_TOKEN_MS = 20_000;

/** Hears what the signed-in person is told, goes on after any absence where it left off, and ends when called. */
export function openLive({ tokens, place, receiver, origin = "" }: Parts): () => void {
  let used: string | undefined;
  const hello = async () => {
    used = await tokens.fresh().catch(() => undefined);
    return { token: used ?? "", seq: place.read() };
  };
  const socket: Socket = io(origin, {
    path: "/live",
    transports: ["websocket", "polling"],
    tryAllTransports: true,
    reconnectionDelay: 1_000,
    reconnectionDelayMax: 30_000,
    randomizationFactor: 0.5,
    auth: (answer: (said: object) => void) => void hello().then(answer),
  });
  receiver.status("connecting");
  hear(socket, place, receiver);
  const stopKnocking = keepKnocking(socket, tokens, receiver);
  const watching = setInterval(() => {
    const token = tokens.peek();
    if (!socket.connected || token === undefined || token === used) return;
    used = token;
    socket.emit("auth", { token });
  }, LOOK_FOR_NEW_TOKEN_MS);
  return () => {
    clearInterval(watching);
    stopKnocking();
    socket.disconnect();
  };
}

function hear(socket: Socket, place: Place, receiver: Receiver): void {
  socket.on("fact", (said: unknown) => {
    // A fact of a kind that is newer than this page counts as heard, too.
    const told = LiveResync.safeParse(said).data;
    const fact = LiveFact.safeParse(said).data;
    if (fact) receiver.fact(fact);
    if (told) place.write(told.seq);
  });
  socket.on("resync", (said: unknown) => {
    const told = LiveResync.safeParse(said).data;
    if (told) place.write(told.seq);
    receiver.resync();
  });
}

/** A broken line mends itself; where the server has closed the door, knocks again with a new token. */
function keepKnocking(socket: Socket, tokens: TokenSource, { status }: Receiver): () => void {
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
    });
  }
  return () => {
    clearTimeout(timer);
    socket.off();
  };
}
