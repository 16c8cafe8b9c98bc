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
  fact: (fact: LiveEvent) => void;
  /** Something may have been missed: everything shown is to be read again. */
  resync: () => void;
  /** Lists of this are old. */
  news: (about: LiveInvalidation["about"]) => void;
  status: (status: LiveStatus) => void;
}

interface LiveOptions {
  /** Who hears; all pages of theirs in this browser share one line. */
  uid: string;
  tokens: TokenSource;
  lastSeq: LastSeq;
  receiver: LiveReceiver;
  /** The server's address; this page's own unless said. */
  origin?: string;
}

/** The pages of a browser may look at several pieces of the map. */
const mergeSubscriptions = { "drivers.watch": mergeDriverWatches };

/** More than may be told twice when the line changes hands. */
const MAX_KNOWN_SEQS = 1_000;

/** Hears what the signed-in person is told, goes on after any absence where it left off, and ends when called. */
export function openLiveConnection(options: LiveOptions): () => void {
  const { lastSeq, receiver } = options;
  const connection = new TabConnection();
  handleEvents(connection, lastSeq, receiver);
  receiver.status(connection.status);
  const removeConnection = provideSocket(connection);
  const end = connect(options, connection);
  return () => {
    removeConnection();
    end();
  };
}

/** Shares one line with the other pages of this browser, where pages can meet. */
function connect({ uid, tokens, lastSeq, origin }: LiveOptions, connection: TabConnection): () => void {
  const open = (handlers: SocketHandlers) =>
    openSocket({ tokens, lastSeq, ...(origin !== undefined && { origin }) }, handlers);
  const tabs = tabCoordination();
  if (tabs) return shareSocket({ name: `commonlane.live.${uid}`, connection, lastSeq, open, mergeSubscriptions, tabs });
  // Without locks each page has a line of its own.
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
  connection.on("fact", (payload) => {
    // A fact of a kind that is newer than this page counts as heard, too.
    const resync = LiveResync.safeParse(payload).data;
    if (!resync || knownSeqs.has(resync.seq)) return;
    knownSeqs.add(resync.seq);
    for (const oldest of knownSeqs) if (knownSeqs.size > MAX_KNOWN_SEQS) knownSeqs.delete(oldest);
    const fact = LiveEvent.safeParse(payload).data;
    if (fact) receiver.fact(fact);
    lastSeq.write(resync.seq);
  });
  connection.on("news", (payload) => {
    const resync = LiveInvalidation.safeParse(payload).data;
    if (resync) receiver.news(resync.about);
  });
  connection.on("resync", (payload) => {
    const resync = LiveResync.safeParse(payload).data;
    if (resync) lastSeq.write(resync.seq);
    receiver.resync();
  });
  connection.on("passing", (payload) => {
    const news = EphemeralEvent.safeParse(payload).data;
    if (news) publishEphemeralEvent(news);
  });
}

/** Nothing where the browser lends none of it, as on pages without TLS. */
function tabCoordination(): TabCoordination | undefined {
  const locks: LockManager | undefined = navigator.locks;
  if (!locks || !("BroadcastChannel" in globalThis)) return undefined;
  return {
    locks,
    channel: openChannel,
    isSeen: () => document.visibilityState === "visible",
    onSeen(onVisible) {
      const onChange = () => document.visibilityState === "visible" && onVisible();
      document.addEventListener("visibilitychange", onChange);
      return () => document.removeEventListener("visibilitychange", onChange);
    },
  };
}

function openChannel(name: string): TabChannel {
  const broadcastChannel = new BroadcastChannel(name);
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
    tell: (note) => broadcastChannel.postMessage(note),
    handleEvents: (listener) =>
      broadcastChannel.addEventListener("message", ({ data }: MessageEvent<TabMessage>) => listener(data)),
    close: () => broadcastChannel.close(),
  };
}
