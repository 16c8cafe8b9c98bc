import type { Topic } from "@commonlane/contract/live";
import type { StoredEvent } from "../db/outbox/outbox.ts";

type Listener = (event: StoredEvent) => void;

/** Where more are listened to, everything is read rather than a long list of topics sent along. */
const MAX_LISTED_TOPICS = 200;

/** Who in this process listens to what. */
export class Hub {
  readonly #listeners = new Map<Topic, Set<Listener>>();

  /** Calls `listener` for everything told on the topic from now on, until the returned function is called. */
  subscribe(topic: Topic, listener: Listener): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(topic) === listeners) this.#listeners.delete(topic);
    };
  }

  /** What is listened to just now; nothing where that is more than is worth saying. */
  get topics(): readonly Topic[] | undefined {
    return this.#listeners.size > MAX_LISTED_TOPICS ? undefined : [...this.#listeners.keys()];
  }

  dispatch(event: StoredEvent): void {
    for (const listener of this.#listeners.get(event.topic) ?? []) listener(event);
  }
}
