import type { Place } from "@commonlane/contract/shapes";
import { type ApiError, isRefusal } from "#shared/api-error.ts";
import { backOffMs } from "#shared/live/back-off.ts";

/** A message that the server may not have yet. It is sent under its clientId until the server says that it is kept. */
export interface Unsent {
  readonly clientId: string;
  readonly conversationId: string;
  readonly text: string;
  readonly place?: Place | undefined;
  readonly writtenAt: string;
  /** Why the server will not have it, in words; it waits for its writer then. */
  readonly refused?: string | undefined;
}

interface Parts {
  readonly uid: string;
  readonly send: (message: Unsent) => Promise<unknown>;
  /** Reads the conversation again, so that what was sent shows in its place. */
  readonly sent: (message: Unsent) => Promise<unknown>;
  readonly random?: () => number;
}

// With the drafts, which a logout forgets.
const KEPT = "commonlane.draft.outbox.";

/**
 * Sends messages one after the other, in the order they were written, until each is kept or refused: over broken lines
 * and reloads, since what waits is kept in this tab, and never twice, since the server knows a clientId again.
 */
export class Outbox {
  readonly #parts: Parts;
  readonly #changed = new Set<() => void>();
  #waiting: readonly Unsent[];
  #sending = false;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #online = () => this.#now();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#waiting = read(this.#key);
    addEventListener("online", this.#online);
    void this.#flush();
  }

  get waiting(): readonly Unsent[] {
    return this.#waiting;
  }

  readonly subscribe = (changed: () => void): (() => void) => {
    this.#changed.add(changed);
    return () => this.#changed.delete(changed);
  };

  add(message: Unsent): void {
    this.#keep([...this.#waiting, message]);
    this.#now();
  }

  /** Tries once more what was refused. */
  again(clientId: string): void {
    this.#keep(this.#waiting.map((one) => (one.clientId === clientId ? { ...one, refused: undefined } : one)));
    this.#now();
  }

  drop(clientId: string): void {
    this.#keep(this.#waiting.filter((one) => one.clientId !== clientId));
  }

  /** Sends no more from here; what waits is kept for the next time. */
  close(): void {
    removeEventListener("online", this.#online);
    clearTimeout(this.#timer);
    this.#sending = true;
  }

  #now(): void {
    clearTimeout(this.#timer);
    this.#failures = 0;
    void this.#flush();
  }

  async #flush(): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    for (let next = this.#next(); next; next = this.#next()) {
      const failure = await this.#try(next);
      if (failure === "later") {
        this.#timer = setTimeout(
          () => void this.#flush(),
          backOffMs(this.#failures++, (this.#parts.random ?? Math.random)()),
        );
        break;
      }
    }
    this.#sending = false;
  }

  #next(): Unsent | undefined {
    return this.#waiting.find(({ refused }) => refused === undefined);
  }

  async #try(message: Unsent): Promise<"done" | "later"> {
    try {
      await this.#parts.send(message);
    } catch (error) {
      if (!isFinal(error)) return "later";
      const refused = error.message;
      this.#keep(this.#waiting.map((one) => (one.clientId === message.clientId ? { ...one, refused } : one)));
      return "done";
    }
    this.#failures = 0;
    // Read first, so that it is never shown in neither place.
    await this.#parts.sent(message).catch(() => undefined);
    this.drop(message.clientId);
    return "done";
  }

  get #key(): string {
    return KEPT + this.#parts.uid;
  }

  #keep(waiting: readonly Unsent[]): void {
    this.#waiting = waiting;
    try {
      if (waiting.length > 0) sessionStorage.setItem(this.#key, JSON.stringify(waiting));
      else sessionStorage.removeItem(this.#key);
    } catch {
      // A full or forbidden storage only costs the reload.
    }
    for (const changed of this.#changed) changed();
  }
}

/** The server has heard it and will not have it. Of what it asks to wait with, and of a session that ended, it may yet. */
const isFinal = (error: unknown): error is ApiError => isRefusal(error) && error.status !== 401;

function read(key: string): readonly Unsent[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isUnsent) : [];
  } catch {
    return [];
  }
}

const isUnsent = (value: unknown): value is Unsent =>
  typeof value === "object" && value !== null && "clientId" in value && "conversationId" in value && "text" in value;
