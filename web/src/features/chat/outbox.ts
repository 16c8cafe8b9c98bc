import type { Place } from "@commonlane/contract/shapes";
import { type ApiError, isRefusal } from "#shared/api/api-error.ts";
import { onOfflineChange } from "#shared/connection/connection-status.ts";
import { backoffMs } from "#shared/live/backoff.ts";

/** A message that the server may not have yet. It is sent under its clientId until the server says that it is kept. */
export interface UnsentMessage {
  readonly clientId: string;
  readonly conversationId: string;
  readonly text: string;
  readonly place?: Place | undefined;
  readonly writtenAt: string;
  /** Why the server will not have it, in words; it waits for its writer then. */
  readonly refusedReason?: string | undefined;
}

interface OutboxOptions {
  readonly uid: string;
  readonly send: (message: UnsentMessage) => Promise<unknown>;
  /** Reads the conversation again, so that what was sent shows in its place. */
  readonly sent: (message: UnsentMessage) => Promise<unknown>;
  readonly random?: () => number;
}

// With the drafts, which a logout forgets. Each message has a key of its own, so that tabs do not overwrite each other's.
const STORAGE_PREFIX = "commonlane.draft.outbox.";

/**
 * Sends messages one after the other, in the order they were written, until each is kept or refused: over broken lines,
 * reloads and an app that was closed, since what waits is kept on this device, and never twice, whichever tabs send it,
 * since the server knows a clientId again.
 */
export class Outbox {
  readonly #parts: OutboxOptions;
  readonly #changed = new Set<() => void>();
  #waiting: readonly UnsentMessage[];
  #sending = false;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #stopHearing = onOfflineChange((isOffline) => {
    if (!isOffline) this.#now();
  });
  readonly #elsewhere = ({ key }: StorageEvent) => {
    if (!key?.startsWith(this.#prefix)) return;
    const others = this.#waiting.filter(({ clientId }) => this.#prefix + clientId !== key);
    this.#show(sortByTime([...others, readMessage(key)]));
    // For the case that the tab which wrote it is gone before it was sent.
    if (!this.#sending) this.#later();
  };

  constructor(options: OutboxOptions) {
    this.#parts = options;
    removeOtherUsers(this.#prefix);
    this.#waiting = readAll(this.#prefix);
    addEventListener("storage", this.#elsewhere);
    void this.#flush();
  }

  get waiting(): readonly UnsentMessage[] {
    return this.#waiting;
  }

  readonly subscribe = (changed: () => void): (() => void) => {
    this.#changed.add(changed);
    return () => this.#changed.delete(changed);
  };

  add(message: UnsentMessage): void {
    this.#show([...this.#waiting, message]);
    this.#keep(message);
    this.#now();
  }

  /** Tries once more what was refused. */
  retry(clientId: string): void {
    this.#mark(clientId, undefined);
    this.#now();
  }

  drop(clientId: string): void {
    this.#show(this.#waiting.filter((one) => one.clientId !== clientId));
    try {
      localStorage.removeItem(this.#prefix + clientId);
    } catch {
      // It was not kept there, then.
    }
  }

  /** Sends no more from here; what waits is kept for the next time. */
  close(): void {
    this.#stopHearing();
    removeEventListener("storage", this.#elsewhere);
    clearTimeout(this.#timer);
    this.#sending = true;
  }

  #now(): void {
    clearTimeout(this.#timer);
    this.#failures = 0;
    void this.#flush();
  }

  #later(): void {
    clearTimeout(this.#timer);
    const ms = backoffMs(this.#failures++, (this.#parts.random ?? Math.random)());
    this.#timer = setTimeout(() => void this.#flush(), ms);
  }

  async #flush(): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    for (let next = this.#next(); next; next = this.#next()) {
      const failure = await this.#try(next);
      if (failure === "later") {
        this.#later();
        break;
      }
    }
    this.#sending = false;
  }

  #next(): UnsentMessage | undefined {
    return this.#waiting.find(({ refusedReason }) => refusedReason === undefined);
  }

  async #try(message: UnsentMessage): Promise<"done" | "later"> {
    try {
      await this.#parts.send(message);
    } catch (error) {
      if (!isFinal(error)) return "later";
      this.#mark(message.clientId, error.message);
      return "done";
    }
    this.#failures = 0;
    // Read first, so that it is never shown in neither place.
    await this.#parts.sent(message).catch(() => undefined);
    this.drop(message.clientId);
    return "done";
  }

  get #prefix(): string {
    return `${STORAGE_PREFIX}${this.#parts.uid}.`;
  }

  #mark(clientId: string, refusedReason: string | undefined): void {
    const marked = this.#waiting.map((one) => (one.clientId === clientId ? { ...one, refusedReason } : one));
    this.#show(marked);
    for (const one of marked) if (one.clientId === clientId) this.#keep(one);
  }

  #keep(message: UnsentMessage): void {
    try {
      localStorage.setItem(this.#prefix + message.clientId, JSON.stringify(message));
    } catch {
      // A full or forbidden storage only costs what is closed before it was sent.
    }
  }

  #show(waiting: readonly UnsentMessage[]): void {
    this.#waiting = waiting;
    for (const changed of this.#changed) changed();
  }
}

/** The server has heard it and will not have it. Of what it asks to wait with, and of a session that ended, it may yet. */
const isFinal = (error: unknown): error is ApiError => isRefusal(error) && error.status !== 401;

function readAll(prefix: string): readonly UnsentMessage[] {
  return sortByTime(storedKeys(prefix).map((key) => readMessage(key)));
}

const sortByTime = (messages: readonly (UnsentMessage | undefined)[]): readonly UnsentMessage[] =>
  messages.filter((each) => each !== undefined).toSorted((a, b) => a.writtenAt.localeCompare(b.writtenAt));

function readMessage(key: string): UnsentMessage | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return isUnsent(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Of somebody whose session ended here without a logout, and who did not come back before the next one. */
function removeOtherUsers(prefix: string): void {
  for (const key of storedKeys(STORAGE_PREFIX)) if (!key.startsWith(prefix)) localStorage.removeItem(key);
}

function storedKeys(prefix: string): readonly string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

const isUnsent = (value: unknown): value is UnsentMessage =>
  typeof value === "object" &&
  value !== null &&
  "clientId" in value &&
  "conversationId" in value &&
  "text" in value &&
  "writtenAt" in value &&
  typeof value.writtenAt === "string";
