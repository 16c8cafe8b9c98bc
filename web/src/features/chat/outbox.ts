import type { Place } from "@commonlane/contract/shapes";
import { type ApiError, isRefusal } from "#shared/api/api-error.ts";
import { onOfflineChange } from "#shared/connection/connection-status.ts";
import { backoffMs } from "#shared/live/backoff.ts";

/** A message that the server may not have yet. It is sent under its clientId until the server confirms it. */
export interface UnsentMessage {
  readonly clientId: string;
  readonly conversationId: string;
  readonly text: string;
  readonly place?: Place | undefined;
  readonly writtenAt: string;
  /** Reason why the server refused the message. It then waits for the user. */
  readonly refusedReason?: string | undefined;
  /** An attempt failed, as the server or the network did; it is tried again by itself. */
  readonly hasFailed?: boolean | undefined;
}

interface OutboxOptions {
  readonly uid: string;
  /** Stops when the outbox is closed. */
  readonly send: (message: UnsentMessage, signal: AbortSignal) => Promise<unknown>;
  /** Reloads the conversation so that the sent message appears in it. */
  readonly onSent: (message: UnsentMessage) => Promise<unknown>;
  readonly random?: () => number;
}

// Stored with the drafts, which are removed at a sign-out. Each message has its own key, so that tabs do not overwrite each
// other's.
const STORAGE_PREFIX = "commonlane.draft.outbox.";

/**
 * Sends messages one by one, in the order they were written, until each is stored or refused. Unsent messages are
 * stored on this device and survive lost connections, reloads and closing the app. None is stored twice, even if
 * several tabs send it, because the server recognises a clientId.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #changed = new Set<() => void>();
  #unsent: readonly UnsentMessage[];
  #sending = false;
  /** Aborted when it is closed: nothing is sent or stored any more, also if a message was on its way. */
  readonly #closed = new AbortController();
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #unsubscribe = onOfflineChange((isOffline) => {
    if (!isOffline) this.#flushNow();
  });
  readonly #onStorageChange = ({ key }: StorageEvent) => {
    if (!key?.startsWith(this.#prefix)) return;
    const others = this.#unsent.filter(({ clientId }) => this.#prefix + clientId !== key);
    this.#setUnsent(sortByTime([...others, readMessage(key)]));
    // Covers the case that the tab that wrote the message is closed before it is sent.
    if (!this.#sending) this.#flushLater();
  };

  constructor(options: OutboxOptions) {
    this.#options = options;
    removeOtherUsers(this.#prefix);
    this.#unsent = readAll(this.#prefix);
    addEventListener("storage", this.#onStorageChange);
    void this.#flush();
  }

  get unsent(): readonly UnsentMessage[] {
    return this.#unsent;
  }

  readonly subscribe = (changed: () => void): (() => void) => {
    this.#changed.add(changed);
    return () => this.#changed.delete(changed);
  };

  add(message: UnsentMessage): void {
    this.#setUnsent([...this.#unsent, message]);
    this.#store(message);
    this.#flushNow();
  }

  /** Tries to send a message at once that was refused or could not be sent. */
  retry(clientId: string): void {
    this.#change(clientId, {
      refusedReason: undefined,
      hasFailed: undefined,
    });
    this.#flushNow();
  }

  drop(clientId: string): void {
    this.#setUnsent(this.#unsent.filter((entry) => entry.clientId !== clientId));
    try {
      localStorage.removeItem(this.#prefix + clientId);
    } catch {
      // Storage is unavailable, so the message was never stored.
    }
  }

  /** Stops sending. Unsent messages stay stored for the next start. */
  close(): void {
    this.#unsubscribe();
    removeEventListener("storage", this.#onStorageChange);
    clearTimeout(this.#timer);
    this.#closed.abort();
  }

  #flushNow(): void {
    clearTimeout(this.#timer);
    this.#failures = 0;
    void this.#flush();
  }

  #flushLater(): void {
    clearTimeout(this.#timer);
    if (this.#closed.signal.aborted) return;
    const ms = backoffMs(this.#failures++, (this.#options.random ?? Math.random)());
    this.#timer = setTimeout(() => void this.#flush(), ms);
  }

  async #flush(): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    for (
      let next = this.#nextUnsent();
      next && !this.#closed.signal.aborted;
      next = this.#nextUnsent()
    ) {
      const failure = await this.#trySend(next);
      if (failure === "later") {
        this.#flushLater();
        break;
      }
    }
    this.#sending = false;
  }

  #nextUnsent(): UnsentMessage | undefined {
    return this.#unsent.find(({ refusedReason }) => refusedReason === undefined);
  }

  async #trySend(message: UnsentMessage): Promise<"done" | "later"> {
    try {
      await this.#options.send(message, this.#closed.signal);
    } catch (error) {
      if (!isFinal(error)) {
        this.#change(message.clientId, { hasFailed: true });
        return "later";
      }
      this.#change(message.clientId, { refusedReason: error.message });
      return "done";
    }
    this.#failures = 0;
    // Reload first, so that the message never disappears between the two lists.
    await this.#options.onSent(message).catch(() => undefined);
    this.drop(message.clientId);
    return "done";
  }

  get #prefix(): string {
    return `${STORAGE_PREFIX}${this.#options.uid}.`;
  }

  #change(clientId: string, state: Pick<UnsentMessage, "refusedReason" | "hasFailed">): void {
    const changed = this.#unsent.map((entry) =>
      entry.clientId === clientId
        ? {
            ...entry,
            ...state,
          }
        : entry,
    );
    this.#setUnsent(changed);
    for (const entry of changed) if (entry.clientId === clientId) this.#store(entry);
  }

  #store(message: UnsentMessage): void {
    if (this.#closed.signal.aborted) return;
    try {
      localStorage.setItem(this.#prefix + message.clientId, JSON.stringify(message));
    } catch {
      // Without storage, the message is lost only if the tab is closed before it is sent.
    }
  }

  #setUnsent(unsent: readonly UnsentMessage[]): void {
    this.#unsent = unsent;
    for (const changed of this.#changed) changed();
  }
}

/**
 * True if the server received the message and refused it. A request to retry later or an ended session is not final.
 */
function isFinal(error: unknown): error is ApiError {
  return isRefusal(error) && error.status !== 401;
}

function readAll(prefix: string): readonly UnsentMessage[] {
  return sortByTime(storedKeys(prefix).map((key) => readMessage(key)));
}

function sortByTime(messages: readonly (UnsentMessage | undefined)[]): readonly UnsentMessage[] {
  return messages
    .filter((each) => each !== undefined)
    .toSorted((a, b) => a.writtenAt.localeCompare(b.writtenAt));
}

function readMessage(key: string): UnsentMessage | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return isUnsent(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Removes messages of users whose session ended on this device without a logout. */
function removeOtherUsers(prefix: string): void {
  for (const key of storedKeys(STORAGE_PREFIX))
    if (!key.startsWith(prefix)) localStorage.removeItem(key);
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
