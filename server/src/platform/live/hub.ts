import type { Topic } from "@commonlane/contract/live";
import type { StoredEvent } from "../db/outbox/outbox.ts";

type Listener = (event: StoredEvent) => void;

/** With more topics, reads all events instead of sending a long list of topics. */
const MAX_LISTED_TOPICS = 200;

/** Topic subscriptions in this process. */
export class Hub {
  readonly #listeners = new Map<Topic, Set<Listener>>();

  /** Calls `listener` for every new event on the topic, until the returned function is called. */
  subscribe(topic: Topic, listener: Listener): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(topic) === listeners)
        this.#listeners.delete(topic);
    };
  }

  /** Topics with subscribers; undefined if there are too many to list. */
  get topics(): readonly Topic[] | undefined {
    return this.#listeners.size > MAX_LISTED_TOPICS ? undefined : [...this.#listeners.keys()];
  }

  /** Throws the first error of a listener, after all others have the event. */
  dispatch(event: StoredEvent): void {
    const errors: unknown[] = [];
    for (const listener of this.#listeners.get(event.topic) ?? []) {
      try {
        listener(event);
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}
