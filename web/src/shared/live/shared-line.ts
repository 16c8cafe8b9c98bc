import { LiveResync } from "@commonlane/contract/live";
import { randomId } from "../random-id.ts";
import type { Place } from "./place.ts";
import type { LiveStatus, Wire } from "./wire.ts";

/** What the page that holds the line remembers for pages that come later. */
const REMEMBERED = 200;
/** A page in the background may be put to sleep with the line in its hands; it is asked, and given so long. */
const ANSWERS_WITHIN_MS = 1_500;
/** What a page wants to be told is forgotten when it does not say so again. */
const WISH_HOLDS_MS = 150_000;

/** A socket in the hands of this page. */
export interface Held {
  say: (event: string, said: unknown) => void;
  close: () => void;
}
/** What comes over the socket: events, and how it stands. */
export interface Told {
  event: (event: string, said: unknown) => void;
  status: (status: LiveStatus) => void;
}

/** What one page says on it, all others hear. */
export interface Channel {
  tell: (note: Note) => void;
  hear: (heard: (note: Note) => void) => void;
  close: () => void;
}

/** How the pages of one browser meet. */
export interface Meeting {
  locks: LockManager;
  channel: (name: string) => Channel;
  isSeen: () => boolean;
  /** Calls back whenever the page comes to the front, until the returned function is called. */
  onSeen: (seen: () => void) => () => void;
}

interface Parts {
  /** One line for each. */
  name: string;
  wire: Wire;
  place: Place;
  open: (told: Told) => Held;
  /** How one wish of all pages is made of the wishes of each, by the event that says them; anything else is just said. */
  joint?: Readonly<Record<string, (wishes: readonly unknown[]) => unknown>>;
  meeting: Meeting;
}

export type Note =
  | { kind: "told"; holder: string; n: number; event: string; said: unknown }
  | { kind: "status"; holder: string; status: LiveStatus }
  | { kind: "here"; page: string; from: string | undefined }
  | { kind: "welcome"; page: string; holder: string; n: number; status: LiveStatus; missed: Missed }
  | { kind: "say"; page: string; event: string; said: unknown }
  | { kind: "gone"; page: string };
/** What came after some place, or, where that cannot be said, where everything is to be read again. */
type Missed = { facts: readonly unknown[] } | { seq: string | undefined };

/**
 * Lets one page of the browser hold the line for all of them: the one that has the lock. What it hears it hands on; when it
 * goes, the next one goes on from where that one had heard. A page that is looked at takes the line from one that sleeps.
 * Gives back what ends this page's part.
 */
export function shareLine(parts: Parts): () => void {
  const line = new SharedLine(parts);
  return () => line.end();
}

class SharedLine {
  readonly #parts: Parts;
  readonly #page = randomId();
  readonly #channel: Channel;
  readonly #stopWatching: () => void;
  #held: Held | undefined;
  #release: (() => void) | undefined;
  #turn = new AbortController();
  #ended = false;
  #asking: ReturnType<typeof setTimeout> | undefined;
  /** Whom this page follows, and how many of its notes were heard: with a gap, or from another one, it asks again. */
  #following: { holder: string; n: number } | undefined;
  #told = 0;
  /** The last facts, and the place before the first of them. */
  #recent: { seq: string; said: unknown }[] = [];
  #since: string | undefined;
  readonly #wishes = new Map<string, Map<string, { said: unknown; atMs: number }>>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#channel = parts.meeting.channel(parts.name);
    this.#channel.hear((note) => this.#hear(note));
    parts.wire.say = (event, said) => this.#say(event, said);
    this.#stopWatching = parts.meeting.onSeen(() => this.#ask());
    void this.#waitForLine();
    this.#ask();
  }

  end(): void {
    if (this.#ended) return;
    clearTimeout(this.#asking);
    this.#stopWatching();
    this.#turn.abort();
    this.#letGo();
    this.#post({ kind: "gone", page: this.#page });
    this.#ended = true;
    this.#channel.close();
  }

  #post(note: Note): void {
    if (!this.#ended) this.#channel.tell(note);
  }

  /** Ends when the line was let go, or another page has taken it. */
  async #waitForLine(steal = false): Promise<void> {
    const { locks } = this.#parts.meeting;
    this.#turn.abort();
    this.#turn = new AbortController();
    const { signal } = this.#turn;
    try {
      await locks.request(this.#parts.name, steal ? { steal } : { signal }, () => this.#hold());
    } catch {
      if (signal.aborted) return;
      this.#letGo();
      if (!this.#ended) void this.#waitForLine();
    }
  }

  #hold(): Promise<void> | undefined {
    if (this.#ended || this.#held) return undefined;
    const { wire, place, open } = this.#parts;
    clearTimeout(this.#asking);
    this.#following = undefined;
    const from = place.read();
    if (from !== (this.#recent.at(-1)?.seq ?? this.#since)) [this.#recent, this.#since] = [[], from];
    let isOurs = true;
    const stands = (status: LiveStatus) => {
      if (!isOurs) return;
      wire.stands(status);
      this.#post({ kind: "status", holder: this.#page, status });
    };
    stands(wire.status === "live" ? "reconnecting" : wire.status);
    this.#held = open({
      status: stands,
      event: (event, said) => {
        if (!isOurs) return;
        this.#tell(event, said);
        this.#post({ kind: "told", holder: this.#page, n: ++this.#told, event, said });
      },
    });
    return new Promise((release) => {
      this.#release = () => {
        isOurs = false;
        release();
      };
    });
  }

  #tell(event: string, said: unknown): void {
    this.#remember(event, said);
    this.#parts.wire.tell(event, said);
  }

  #letGo(): void {
    this.#release?.();
    this.#held?.close();
    this.#held = undefined;
    this.#wishes.clear();
  }

  #remember(event: string, said: unknown): void {
    const { seq } = LiveResync.safeParse(said).data ?? {};
    if (seq === undefined || this.#recent.some((fact) => fact.seq === seq)) return;
    if (event === "resync") [this.#recent, this.#since] = [[], seq];
    else if (event === "fact") this.#recent.push({ seq, said });
    if (this.#recent.length > REMEMBERED) this.#since = this.#recent.shift()?.seq;
  }

  /** Asks who holds the line, and takes it where nobody answers somebody who looks. */
  #ask(): void {
    if (this.#held) return;
    this.#post({ kind: "here", page: this.#page, from: this.#parts.place.read() });
    clearTimeout(this.#asking);
    this.#asking = setTimeout(() => {
      if (!this.#held && !this.#ended && this.#parts.meeting.isSeen()) void this.#waitForLine(true);
    }, ANSWERS_WITHIN_MS);
  }

  #hear(note: Note): void {
    if (this.#held) this.#hearAsHolder(note);
    else this.#hearAsFollower(note);
  }

  #hearAsHolder(note: Note): void {
    if (note.kind === "here") this.#welcome(note.page, note.from);
    else if (note.kind === "say") this.#sayFor(note.page, note.event, note.said);
    else if (note.kind === "gone") this.#forget(note.page);
  }

  #hearAsFollower(note: Note): void {
    if (note.kind === "told") {
      const next = this.#following?.holder === note.holder && this.#following.n + 1 === note.n;
      if (next) this.#tell(note.event, note.said);
      if (next) this.#following = note;
      else this.#askAnew();
    } else if (note.kind === "status") {
      this.#parts.wire.stands(note.status);
      if (this.#following?.holder !== note.holder) this.#askAnew();
    } else if (note.kind === "welcome" && note.page === this.#page) {
      clearTimeout(this.#asking);
      this.#following = note;
      if ("facts" in note.missed) for (const said of note.missed.facts) this.#tell("fact", said);
      else this.#tell("resync", note.missed);
      this.#parts.wire.stands(note.status);
    }
  }

  /** What is told until the welcome is in the welcome. */
  #askAnew(): void {
    if (this.#following) this.#ask();
    this.#following = undefined;
  }

  #welcome(page: string, from: string | undefined): void {
    const { wire, place } = this.#parts;
    const at = this.#recent.findIndex(({ seq }) => seq === from);
    // Without a place, the server is about to tell all to read everything again.
    const isKnown = at >= 0 || from === this.#since || place.read() === undefined;
    const facts = this.#recent.slice(at + 1).map(({ said }) => said);
    const missed = isKnown ? { facts } : { seq: place.read() };
    this.#post({ kind: "welcome", page, holder: this.#page, n: this.#told, status: wire.status, missed });
  }

  #say(event: string, said: unknown): void {
    if (this.#held) this.#sayFor(this.#page, event, said);
    else this.#post({ kind: "say", page: this.#page, event, said });
  }

  #sayFor(page: string, event: string, said: unknown): void {
    const join = this.#parts.joint?.[event];
    if (!join) return this.#held?.say(event, said);
    const wishes = this.#wishes.get(event) ?? new Map<string, { said: unknown; atMs: number }>();
    this.#wishes.set(event, wishes);
    const nowMs = Date.now();
    // Whoever said it last is heard first, where not all can be.
    wishes.delete(page);
    for (const [other, { atMs }] of wishes) if (nowMs - atMs > WISH_HOLDS_MS) wishes.delete(other);
    wishes.set(page, { said, atMs: nowMs });
    this.#held?.say(event, join([...wishes.values()].map((wish) => wish.said).toReversed()));
  }

  #forget(page: string): void {
    for (const [event, wishes] of this.#wishes) {
      const join = this.#parts.joint?.[event];
      if (wishes.delete(page) && join)
        this.#held?.say(event, join([...wishes.values()].map(({ said }) => said).toReversed()));
    }
  }
}
