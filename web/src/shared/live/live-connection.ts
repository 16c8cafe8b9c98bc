import { LiveEvent, LiveInvalidation, EphemeralEvent, LiveResync } from "@commonlane/contract/live";
import type { Socket } from "socket.io-client";
import { provideSocket } from "./socket-client.ts";
import { publishEphemeralEvent } from "./ephemeral-events.ts";
import type { LastSeq } from "./last-seq.ts";
import { type LiveStatus, openSocket, type SocketOptions } from "./open-socket.ts";

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
