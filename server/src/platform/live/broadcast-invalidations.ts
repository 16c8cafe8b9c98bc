import { LiveInvalidation, type Topic } from "@commonlane/contract/live";
import type { Hub } from "./hub.ts";

const MIN_INTERVAL_MS = 1_000;

/** Notifies all connected clients which lists are outdated. Returns a function that stops it. */
export function broadcastInvalidations(hub: Hub, emit: (invalidation: LiveInvalidation) => void): () => void {
  const unsubscribers = LiveInvalidation.shape.about.options.map((about) =>
    throttleTopic(hub, about, () => emit({ about })),
  );
  return () => unsubscribers.forEach((stop) => stop());
}

/** Calls `notify` when something happened on the topic: at once, and at most once a second. */
function throttleTopic(hub: Hub, topic: Topic, notify: () => void): () => void {
  let restTimer: ReturnType<typeof setTimeout> | undefined;
  let pending = false;
  const startRest = () => {
    restTimer = setTimeout(() => {
      restTimer = undefined;
      if (pending) emitAndRest();
    }, MIN_INTERVAL_MS);
    restTimer.unref();
  };
  const emitAndRest = () => {
    pending = false;
    notify();
    startRest();
  };
  const unsubscribe = hub.subscribe(topic, () => {
    if (restTimer) pending = true;
    else emitAndRest();
  });
  return () => {
    unsubscribe();
    clearTimeout(restTimer);
  };
}
