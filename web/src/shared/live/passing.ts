import type { LivePassing } from "@commonlane/contract/live";

const listeners = new Set<(news: LivePassing) => void>();

/** Tells the page what is so for a moment only. */
export function tellPassing(news: LivePassing): void {
  for (const hear of listeners) hear(news);
}

/** Calls back with everything passing, until the function it gives is called. */
export function onPassing(hear: (news: LivePassing) => void): () => void {
  listeners.add(hear);
  return () => listeners.delete(hear);
}
