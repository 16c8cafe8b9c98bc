import type { EphemeralEvent } from "@commonlane/contract/live";

const listeners = new Set<(event: EphemeralEvent) => void>();

/** Tells the page what is so for a moment only. */
export function publishEphemeralEvent(event: EphemeralEvent): void {
  for (const listener of listeners) listener(event);
}

/** Calls back with everything passing, until the function it gives is called. */
export function onEphemeralEvent(listener: (event: EphemeralEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
