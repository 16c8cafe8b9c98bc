import { LiveEvent, LiveInvalidation, EphemeralEvent, LiveResync } from "@commonlane/contract/live";
import { mergeDriverWatches } from "./merge-driver-watches.ts";
import { provideSocket } from "./socket-client.ts";
import type { TokenSource } from "../session/token-source.ts";
import { publishEphemeralEvent } from "./ephemeral-events.ts";
import type { LastSeq } from "./last-seq.ts";
import {
  type TabChannel,
  type TabCoordination,
  type TabMessage,
  shareSocket,
  type SocketHandlers,
} from "./cross-tab-socket.ts";
import { openSocket } from "./open-socket.ts";
import { type LiveStatus, TabConnection } from "./tab-connection.ts";

interface LiveReceiver {
  event: (event: LiveEvent) => void;
  /** Events may have been missed: refetch everything shown. */
  resync: () => void;
  /** Lists of this kind are outdated. */
  invalidate: (about: LiveInvalidation["about"]) => void;
  status: (status: LiveStatus) => void;
}

interface LiveOptions {
  /** The signed-in user; all tabs of the user in this browser share one connection. */
  uid: string;
  tokens: TokenSource;
  lastSeq: LastSeq;
  receiver: LiveReceiver;
  /** Origin of the server; defaults to the page's own. */
  origin?: string;
}

/** Tabs may show different sections of the map. */
const mergeSubscriptions = { "drivers.watch": mergeDriverWatches };

/** More than can be delivered twice when the leader changes. */
const MAX_KNOWN_SEQS = 1_000;

/** Receives the user's live events, resumes after interruptions, and returns a function that closes the connection. */
export function openLiveConnection(options: LiveOptions): () => void {
  const { lastSeq, receiver } = options;
  const connection = new TabConnection();
  handleEvents(connection, lastSeq, receiver);
  receiver.status(connection.status);
  const removeConnection = provideSocket(connection);
  const disconnect = connect(options, connection);
  return () => {
    removeConnection();
    disconnect();
  };
}

/** Shares one connection with the other tabs if the browser supports it. */
function connect({ uid, tokens, lastSeq, origin }: LiveOptions, connection: TabConnection): () => void {
  const open = (handlers: SocketHandlers) =>
    openSocket({ tokens, lastSeq, ...(origin !== undefined && { origin }) }, handlers);
  const tabs = tabCoordination();
  if (tabs) return shareSocket({ name: `commonlane.live.${uid}`, connection, lastSeq, open, mergeSubscriptions, tabs });
  // Without locks each tab has its own connection.
  const socket = open({
    event: (event, payload) => connection.dispatch(event, payload),
    status: (status) => connection.setStatus(status),
  });
  connection.send = socket.send;
  return socket.close;
}

function handleEvents(connection: TabConnection, lastSeq: LastSeq, receiver: LiveReceiver): void {
  const knownSeqs = new Set<string>();
  connection.on("status", () => receiver.status(connection.status));
  connection.on("event", (payload) => {
    // Unknown event types, from a newer server, also count as received.
    const resync = LiveResync.safeParse(payload).data;
    if (!resync || knownSeqs.has(resync.seq)) return;
    knownSeqs.add(resync.seq);
    for (const oldest of knownSeqs) if (knownSeqs.size > MAX_KNOWN_SEQS) knownSeqs.delete(oldest);
    const event = LiveEvent.safeParse(payload).data;
    if (event) receiver.event(event);
    lastSeq.write(resync.seq);
  });
  connection.on("invalidation", (payload) => {
    const invalidation = LiveInvalidation.safeParse(payload).data;
    if (invalidation) receiver.invalidate(invalidation.about);
  });
  connection.on("resync", (payload) => {
    const resync = LiveResync.safeParse(payload).data;
    if (resync) lastSeq.write(resync.seq);
    receiver.resync();
  });
  connection.on("ephemeral", (payload) => {
    const event = EphemeralEvent.safeParse(payload).data;
    if (event) publishEphemeralEvent(event);
  });
}

/** Undefined if the browser lacks the APIs, as on pages without TLS. */
function tabCoordination(): TabCoordination | undefined {
  const locks: LockManager | undefined = navigator.locks;
  if (!locks || !("BroadcastChannel" in globalThis)) return undefined;
  return {
    locks,
    channel: openChannel,
    isVisible: () => document.visibilityState === "visible",
    onVisible(callback) {
      const onChange = () => document.visibilityState === "visible" && callback();
      document.addEventListener("visibilitychange", onChange);
      return () => document.removeEventListener("visibilitychange", onChange);
    },
  };
}

function openChannel(name: string): TabChannel {
  const broadcastChannel = new BroadcastChannel(name);
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
    post: (message) => broadcastChannel.postMessage(message),
    onMessage: (listener) =>
      broadcastChannel.addEventListener("message", ({ data }: MessageEvent<TabMessage>) => listener(data)),
    close: () => broadcastChannel.close(),
  };
}
