import { LiveResync } from "@commonlane/contract/live";
import { randomId } from "../random-id.ts";
import type { LastSeq } from "./last-seq.ts";
import type { LiveStatus, TabConnection } from "./tab-connection.ts";

/** Number of events that the leader keeps for other tabs. */
const MAX_REMEMBERED = 200;
/** A background tab may be frozen while it is the leader: time it has to answer. */
const LEADER_TIMEOUT_MS = 1_500;
/** A tab's subscription expires unless it is renewed. */
const SUBSCRIPTION_TTL_MS = 150_000;

/** A socket opened by this tab. */
export interface OpenSocket {
  send: (event: string, payload: unknown) => void;
  close: () => void;
}
/** Handlers for socket events and its status. */
export interface SocketHandlers {
  event: (event: string, payload: unknown) => void;
  status: (status: LiveStatus) => void;
}

/** Channel on which each tab reaches all others. */
export interface TabChannel {
  post: (message: TabMessage) => void;
  onMessage: (listener: (message: TabMessage) => void) => void;
  close: () => void;
}

/** Browser APIs that the tabs coordinate with. */
export interface TabCoordination {
  locks: LockManager;
  channel: (name: string) => TabChannel;
  isVisible: () => boolean;
  /** Calls back whenever the tab becomes visible, until the returned function is called. */
  onVisible: (callback: () => void) => () => void;
}

interface CrossTabOptions {
  /** Scope of the connection: tabs with the same name share one. */
  name: string;
  connection: TabConnection;
  lastSeq: LastSeq;
  open: (handlers: SocketHandlers) => OpenSocket;
  /** Merges the subscriptions of all tabs into one, by event name; other messages are sent as they are. */
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
/** Events after a position, or, if they are unknown, the position to resync from. */
type MissedEvents = { events: readonly unknown[] } | { seq: string | undefined };

/**
 * Shares one WebSocket between all tabs of a browser. The tab with the lock is the leader: it owns the socket and
 * broadcasts what it receives. If it closes, the next leader continues from the last event it saw. A visible tab takes
 * over from a frozen leader. Returns a function that leaves the group.
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
  /**
   * The leader that this tab follows, and its last message number: on a gap or a new leader, the tab asks for a resync.
   */
  #leader: { leader: string; n: number } | undefined;
  #messagesSent = 0;
  /** The latest events, and the position before the first of them. */
  #recentEvents: { seq: string; payload: unknown }[] = [];
  #beforeRecent: string | undefined;
  readonly #subscriptions = new Map<string, Map<string, { payload: unknown; atMs: number }>>();

  constructor(options: CrossTabOptions) {
    this.#options = options;
    this.#channel = options.tabs.channel(options.name);
    this.#channel.onMessage((message) => this.#receive(message));
    options.connection.send = (event, payload) => this.#send(event, payload);
    this.#stopWatching = options.tabs.onVisible(() => this.#findLeader());
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
    if (!this.#ended) this.#channel.post(message);
  }

  /** Resolves when the lock is released or another tab steals it. */
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
    if (seq === undefined || this.#recentEvents.some((recent) => recent.seq === seq)) return;
    if (event === "resync") [this.#recentEvents, this.#beforeRecent] = [[], seq];
    else if (event === "event") this.#recentEvents.push({ seq, payload });
    if (this.#recentEvents.length > MAX_REMEMBERED) this.#beforeRecent = this.#recentEvents.shift()?.seq;
  }

  /** Asks for the leader; a visible tab takes over if there is no answer. */
  #findLeader(): void {
    if (this.#socket) return;
    this.#post({ kind: "hello", tabId: this.#tabId, from: this.#options.lastSeq.read() });
    clearTimeout(this.#leaderTimer);
    this.#leaderTimer = setTimeout(() => {
      if (!this.#socket && !this.#ended && this.#options.tabs.isVisible()) void this.#waitForLock(true);
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
      if ("events" in message.missed) for (const payload of message.missed.events) this.#dispatch("event", payload);
      else this.#dispatch("resync", message.missed);
      this.#options.connection.setStatus(message.status);
    }
  }

  /** Events received before the welcome message are included in it. */
  #resync(): void {
    if (this.#leader) this.#findLeader();
    this.#leader = undefined;
  }

  #welcome(tabId: string, from: string | undefined): void {
    const { connection, lastSeq } = this.#options;
    const index = this.#recentEvents.findIndex(({ seq }) => seq === from);
    // Without a position, the server is about to send a resync anyway.
    const canReplay = index >= 0 || from === this.#beforeRecent || lastSeq.read() === undefined;
    const events = this.#recentEvents.slice(index + 1).map(({ payload }) => payload);
    const missed = canReplay ? { events } : { seq: lastSeq.read() };
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
    // Most recent last: the merge prefers recent subscriptions if there are too many.
    subscriptions.delete(tabId);
    for (const [otherTabId, { atMs }] of subscriptions)
      if (nowMs - atMs > SUBSCRIPTION_TTL_MS) subscriptions.delete(otherTabId);
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
