import { LiveResync } from "@commonlane/contract/live";
import { randomId } from "../random-id.ts";
import type { LastSeq } from "./last-seq.ts";
import type { LiveStatus, TabConnection } from "./tab-connection.ts";

/** What the page that holds the line remembers for pages that come later. */
const MAX_REMEMBERED = 200;
/** A page in the background may be put to sleep with the line in its hands; it is asked, and given so long. */
const LEADER_TIMEOUT_MS = 1_500;
/** What a page wants to be told is forgotten when it does not say so again. */
const SUBSCRIPTION_TTL_MS = 150_000;

/** A socket in the hands of this page. */
export interface OpenSocket {
  send: (event: string, payload: unknown) => void;
  close: () => void;
}
/** What comes over the socket: events, and how it stands. */
export interface SocketHandlers {
  event: (event: string, payload: unknown) => void;
  status: (status: LiveStatus) => void;
}

/** What one page says on it, all others hear. */
export interface TabChannel {
  tell: (message: TabMessage) => void;
  handleEvents: (listener: (message: TabMessage) => void) => void;
  close: () => void;
}

/** How the pages of one browser meet. */
export interface TabCoordination {
  locks: LockManager;
  channel: (name: string) => TabChannel;
  isSeen: () => boolean;
  /** Calls back whenever the page comes to the front, until the returned function is called. */
  onSeen: (callback: () => void) => () => void;
}

interface CrossTabOptions {
  /** One line for each. */
  name: string;
  connection: TabConnection;
  lastSeq: LastSeq;
  open: (told: SocketHandlers) => OpenSocket;
  /** How one wish of all pages is made of the wishes of each, by the event that says them; anything else is just said. */
  mergeSubscriptions?: Readonly<Record<string, (subscriptions: readonly unknown[]) => unknown>>;
  tabs: TabCoordination;
}

export type TabMessage =
  | { kind: "event"; leader: string; n: number; event: string; payload: unknown }
  | { kind: "status"; leader: string; status: LiveStatus }
  | { kind: "hello"; tabId: string; from: string | undefined }
  | { kind: "welcome"; tabId: string; leader: string; n: number; status: LiveStatus; missed: MissedEvents }
  | { kind: "send"; tabId: string; event: string; payload: unknown }
  | { kind: "goodbye"; tabId: string };
/** What came after some place, or, where that cannot be said, where everything is to be read again. */
type MissedEvents = { facts: readonly unknown[] } | { seq: string | undefined };

/**
 * Lets one page of the browser hold the line for all of them: the one that has the lock. What it hears it hands on; when it
 * goes, the next one goes on from where that one had heard. A page that is looked at takes the line from one that sleeps.
 * Gives back what ends this page's part.
 */
export function shareSocket(options: CrossTabOptions): () => void {
  const socket = new CrossTabSocket(options);
  return () => socket.end();
}

class CrossTabSocket {
  readonly #options: CrossTabOptions;
  readonly #tabId = randomId();
  readonly #channel: TabChannel;
  readonly #stopWatching: () => void;
  #socket: OpenSocket | undefined;
  #release: (() => void) | undefined;
  #lockRequest = new AbortController();
  #ended = false;
  #leaderTimer: ReturnType<typeof setTimeout> | undefined;
  /** Whom this page follows, and how many of its notes were heard: with a gap, or from another one, it asks again. */
  #leader: { leader: string; n: number } | undefined;
  #messagesSent = 0;
  /** The last facts, and the place before the first of them. */
  #recentEvents: { seq: string; payload: unknown }[] = [];
  #beforeRecent: string | undefined;
  readonly #subscriptions = new Map<string, Map<string, { payload: unknown; atMs: number }>>();

  constructor(options: CrossTabOptions) {
    this.#options = options;
    this.#channel = options.tabs.channel(options.name);
    this.#channel.handleEvents((message) => this.#receive(message));
    options.connection.send = (event, payload) => this.#send(event, payload);
    this.#stopWatching = options.tabs.onSeen(() => this.#findLeader());
    void this.#waitForLock();
    this.#findLeader();
  }

  end(): void {
    if (this.#ended) return;
    clearTimeout(this.#leaderTimer);
    this.#stopWatching();
    this.#lockRequest.abort();
    this.#releaseSocket();
    this.#post({ kind: "goodbye", tabId: this.#tabId });
    this.#ended = true;
    this.#channel.close();
  }

  #post(message: TabMessage): void {
    if (!this.#ended) this.#channel.tell(message);
  }

  /** Ends when the line was let go, or another page has taken it. */
  async #waitForLock(steal = false): Promise<void> {
    const { locks } = this.#options.tabs;
    this.#lockRequest.abort();
    this.#lockRequest = new AbortController();
    const { signal } = this.#lockRequest;
    try {
      await locks.request(this.#options.name, steal ? { steal } : { signal }, () => this.#lead());
    } catch {
      if (signal.aborted) return;
      this.#releaseSocket();
      if (!this.#ended) void this.#waitForLock();
    }
  }

  #lead(): Promise<void> | undefined {
    if (this.#ended || this.#socket) return undefined;
    const { connection, lastSeq, open } = this.#options;
    clearTimeout(this.#leaderTimer);
    this.#leader = undefined;
    const from = lastSeq.read();
    if (from !== (this.#recentEvents.at(-1)?.seq ?? this.#beforeRecent))
      [this.#recentEvents, this.#beforeRecent] = [[], from];
    let isLeading = true;
    const setStatus = (status: LiveStatus) => {
      if (!isLeading) return;
      connection.setStatus(status);
      this.#post({ kind: "status", leader: this.#tabId, status });
    };
    setStatus(connection.status === "live" ? "reconnecting" : connection.status);
    this.#socket = open({
      status: setStatus,
      event: (event, payload) => {
        if (!isLeading) return;
        this.#dispatch(event, payload);
        this.#post({ kind: "event", leader: this.#tabId, n: ++this.#messagesSent, event, payload });
      },
    });
    return new Promise((release) => {
      this.#release = () => {
        isLeading = false;
        release();
      };
    });
  }

  #dispatch(event: string, payload: unknown): void {
    this.#remember(event, payload);
    this.#options.connection.dispatch(event, payload);
  }

  #releaseSocket(): void {
    this.#release?.();
    this.#socket?.close();
    this.#socket = undefined;
    this.#subscriptions.clear();
  }

  #remember(event: string, payload: unknown): void {
    const { seq } = LiveResync.safeParse(payload).data ?? {};
    if (seq === undefined || this.#recentEvents.some((fact) => fact.seq === seq)) return;
    if (event === "resync") [this.#recentEvents, this.#beforeRecent] = [[], seq];
    else if (event === "fact") this.#recentEvents.push({ seq, payload });
    if (this.#recentEvents.length > MAX_REMEMBERED) this.#beforeRecent = this.#recentEvents.shift()?.seq;
  }

  /** Asks who holds the line, and takes it where nobody answers somebody who looks. */
  #findLeader(): void {
    if (this.#socket) return;
    this.#post({ kind: "hello", tabId: this.#tabId, from: this.#options.lastSeq.read() });
    clearTimeout(this.#leaderTimer);
    this.#leaderTimer = setTimeout(() => {
      if (!this.#socket && !this.#ended && this.#options.tabs.isSeen()) void this.#waitForLock(true);
    }, LEADER_TIMEOUT_MS);
  }

  #receive(message: TabMessage): void {
    if (this.#socket) this.#receiveAsLeader(message);
    else this.#receiveAsFollower(message);
  }

  #receiveAsLeader(message: TabMessage): void {
    if (message.kind === "hello") this.#welcome(message.tabId, message.from);
    else if (message.kind === "send") this.#sendFor(message.tabId, message.event, message.payload);
    else if (message.kind === "goodbye") this.#forgetTab(message.tabId);
  }

  #receiveAsFollower(message: TabMessage): void {
    if (message.kind === "event") {
      const isNext = this.#leader?.leader === message.leader && this.#leader.n + 1 === message.n;
      if (isNext) this.#dispatch(message.event, message.payload);
      if (isNext) this.#leader = message;
      else this.#resync();
    } else if (message.kind === "status") {
      this.#options.connection.setStatus(message.status);
      if (this.#leader?.leader !== message.leader) this.#resync();
    } else if (message.kind === "welcome" && message.tabId === this.#tabId) {
      clearTimeout(this.#leaderTimer);
      this.#leader = message;
      if ("facts" in message.missed) for (const payload of message.missed.facts) this.#dispatch("fact", payload);
      else this.#dispatch("resync", message.missed);
      this.#options.connection.setStatus(message.status);
    }
  }

  /** What is told until the welcome is in the welcome. */
  #resync(): void {
    if (this.#leader) this.#findLeader();
    this.#leader = undefined;
  }

  #welcome(tabId: string, from: string | undefined): void {
    const { connection, lastSeq } = this.#options;
    const at = this.#recentEvents.findIndex(({ seq }) => seq === from);
    // Without a place, the server is about to tell all to read everything again.
    const canReplay = at >= 0 || from === this.#beforeRecent || lastSeq.read() === undefined;
    const facts = this.#recentEvents.slice(at + 1).map(({ payload }) => payload);
    const missed = canReplay ? { facts } : { seq: lastSeq.read() };
    this.#post({
      kind: "welcome",
      tabId,
      leader: this.#tabId,
      n: this.#messagesSent,
      status: connection.status,
      missed,
    });
  }

  #send(event: string, payload: unknown): void {
    if (this.#socket) this.#sendFor(this.#tabId, event, payload);
    else this.#post({ kind: "send", tabId: this.#tabId, event, payload });
  }

  #sendFor(tabId: string, event: string, payload: unknown): void {
    const merge = this.#options.mergeSubscriptions?.[event];
    if (!merge) return this.#socket?.send(event, payload);
    const subscriptions = this.#subscriptions.get(event) ?? new Map<string, { payload: unknown; atMs: number }>();
    this.#subscriptions.set(event, subscriptions);
    const nowMs = Date.now();
    // Whoever said it last is heard first, where not all can be.
    subscriptions.delete(tabId);
    for (const [other, { atMs }] of subscriptions) if (nowMs - atMs > SUBSCRIPTION_TTL_MS) subscriptions.delete(other);
    subscriptions.set(tabId, { payload, atMs: nowMs });
    this.#socket?.send(
      event,
      merge([...subscriptions.values()].map((subscription) => subscription.payload).toReversed()),
    );
  }

  #forgetTab(tabId: string): void {
    for (const [event, subscriptions] of this.#subscriptions) {
      const merge = this.#options.mergeSubscriptions?.[event];
      if (subscriptions.delete(tabId) && merge)
        this.#socket?.send(event, merge([...subscriptions.values()].map(({ payload }) => payload).toReversed()));
    }
  }
}
