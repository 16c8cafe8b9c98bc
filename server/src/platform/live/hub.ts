import { LiveInvalidation, type Topic } from "@commonlane/contract/live";
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

const MIN_INTERVAL_MS = 1_000;

/** Reports which lists are outdated, and by which events. Returns a function that stops it. */
export function broadcastInvalidations(
  hub: Hub,
  emit: (invalidation: LiveInvalidation, events: readonly StoredEvent[]) => void,
): () => void {
  const unsubscribers = LiveInvalidation.shape.about.options.map((about) =>
    throttleTopic(hub, about, (events) => emit({ about }, events)),
  );
  return () => unsubscribers.forEach((stop) => stop());
}

/** Calls `notify` when something happened on the topic: at once, and at most once a second. */
function throttleTopic(
  hub: Hub,
  topic: Topic,
  notify: (events: readonly StoredEvent[]) => void,
): () => void {
  let restTimer: ReturnType<typeof setTimeout> | undefined;
  let pending: StoredEvent[] = [];
  const startRest = () => {
    restTimer = setTimeout(() => {
      restTimer = undefined;
      if (pending.length > 0) emitAndRest();
    }, MIN_INTERVAL_MS);
    restTimer.unref();
  };
  const emitAndRest = () => {
    const events = pending;
    pending = [];
    notify(events);
    startRest();
  };
  const unsubscribe = hub.subscribe(topic, (event) => {
    pending.push(event);
    if (!restTimer) emitAndRest();
  });
  return () => {
    unsubscribe();
    clearTimeout(restTimer);
  };
}
