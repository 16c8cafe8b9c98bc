import { LiveInvalidation, type Topic } from "@commonlane/contract/live";
import type { StoredEvent } from "../db/outbox/outbox.ts";
import type { Hub } from "./hub.ts";

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
