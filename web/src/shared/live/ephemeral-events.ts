import type { EphemeralEvent } from "@commonlane/contract/live";

const listeners = new Set<(event: EphemeralEvent) => void>();

/** Publishes an ephemeral event within the page. */
export function publishEphemeralEvent(event: EphemeralEvent): void {
  for (const listener of listeners) listener(event);
}

/** Calls the listener on every ephemeral event; returns the unsubscribe function. */
export function onEphemeralEvent(listener: (event: EphemeralEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
