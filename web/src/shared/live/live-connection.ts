import { LiveFact, LiveNews, LivePassing, LiveResync } from "@commonlane/contract/live";
import { joinedWatches } from "./drivers-watched.ts";
import { layLine } from "./line.ts";
import type { TokenSource } from "../session/token-source.ts";
import { tellPassing } from "./passing.ts";
import type { Place } from "./place.ts";
import { type Channel, type Meeting, type Note, shareLine, type Told } from "./shared-line.ts";
import { openSocket } from "./socket-line.ts";
import { type LiveStatus, Wire } from "./wire.ts";

interface Receiver {
  fact: (fact: LiveFact) => void;
  /** Something may have been missed: everything shown is to be read again. */
  resync: () => void;
  /** Lists of this are old. */
  news: (about: LiveNews["about"]) => void;
  status: (status: LiveStatus) => void;
}

interface Parts {
  /** Who hears; all pages of theirs in this browser share one line. */
  uid: string;
  tokens: TokenSource;
  place: Place;
  receiver: Receiver;
  /** The server's address; this page's own unless said. */
  origin?: string;
}

/** The pages of a browser may look at several pieces of the map. */
const joint = { "drivers.watch": joinedWatches };

/** More than may be told twice when the line changes hands. */
const KNOWN_MOST = 1_000;

/** Hears what the signed-in person is told, goes on after any absence where it left off, and ends when called. */
export function openLive(parts: Parts): () => void {
  const { place, receiver } = parts;
  const wire = new Wire();
  hear(wire, place, receiver);
  receiver.status(wire.status);
  const cut = layLine(wire);
  const end = openLine(parts, wire);
  return () => {
    cut();
    end();
  };
}

/** Shares one line with the other pages of this browser, where pages can meet. */
function openLine({ uid, tokens, place, origin }: Parts, wire: Wire): () => void {
  const open = (told: Told) => openSocket({ tokens, place, ...(origin !== undefined && { origin }) }, told);
  const meeting = pagesMeet();
  if (meeting) return shareLine({ name: `commonlane.live.${uid}`, wire, place, open, joint, meeting });
  // Without locks each page has a line of its own.
  const held = open({ event: (event, said) => wire.tell(event, said), status: (status) => wire.stands(status) });
  wire.say = held.say;
  return held.close;
}

function hear(wire: Wire, place: Place, receiver: Receiver): void {
  const known = new Set<string>();
  wire.on("status", () => receiver.status(wire.status));
  wire.on("fact", (said) => {
    // A fact of a kind that is newer than this page counts as heard, too.
    const told = LiveResync.safeParse(said).data;
    if (!told || known.has(told.seq)) return;
    known.add(told.seq);
    for (const oldest of known) if (known.size > KNOWN_MOST) known.delete(oldest);
    const fact = LiveFact.safeParse(said).data;
    if (fact) receiver.fact(fact);
    place.write(told.seq);
  });
  wire.on("news", (said) => {
    const told = LiveNews.safeParse(said).data;
    if (told) receiver.news(told.about);
  });
  wire.on("resync", (said) => {
    const told = LiveResync.safeParse(said).data;
    if (told) place.write(told.seq);
    receiver.resync();
  });
  wire.on("passing", (said) => {
    const news = LivePassing.safeParse(said).data;
    if (news) tellPassing(news);
  });
}

/** Nothing where the browser lends none of it, as on pages without TLS. */
function pagesMeet(): Meeting | undefined {
  const locks: LockManager | undefined = navigator.locks;
  if (!locks || !("BroadcastChannel" in globalThis)) return undefined;
  return {
    locks,
    channel,
    isSeen: () => document.visibilityState === "visible",
    onSeen(seen) {
      const look = () => document.visibilityState === "visible" && seen();
      document.addEventListener("visibilitychange", look);
      return () => document.removeEventListener("visibilitychange", look);
    },
  };
}

function channel(name: string): Channel {
  const open = new BroadcastChannel(name);
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
    tell: (note) => open.postMessage(note),
    hear: (heard) => open.addEventListener("message", ({ data }: MessageEvent<Note>) => heard(data)),
    close: () => open.close(),
  };
}
