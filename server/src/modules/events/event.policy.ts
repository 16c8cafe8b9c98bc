import { definePolicy } from "#platform/policy.ts";
import type { EventRow } from "./events.store.ts";

/** Calls about an event that not everyone who sees it may make. */
export const eventPolicy = definePolicy(
  { creator: (event: Pick<EventRow, "creator_id">, uid) => event.creator_id === uid },
  {
    "events.change": ["creator"],
    "events.cancel": ["creator"],
  },
);

export type EventCall = keyof (typeof eventPolicy)["calls"];
