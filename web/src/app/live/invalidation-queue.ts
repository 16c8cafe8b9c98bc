import type { DomainEvent, EphemeralEvent, LiveInvalidation } from "@commonlane/contract/live";
import type { QueryClient } from "@tanstack/react-query";
import type { EndpointKey } from "#shared/api/query-keys.ts";
import {
  distinctKeys,
  driverApproachKeys,
  staleByInvalidation,
  staleKeysAfter,
} from "./query-invalidation.ts";

/** Events within this time, as after a reconnect, cause a single refetch. */
const BATCH_MS = 50;

/** Collects which queries are stale and invalidates them together. Loaded with the live connection, not with the page. */
export class InvalidationQueue {
  readonly #queries: QueryClient;
  #stale: EndpointKey[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(queries: QueryClient) {
    this.#queries = queries;
  }

  add(event: DomainEvent): void {
    this.#addKeys(staleKeysAfter(event));
  }

  addEphemeral(event: EphemeralEvent): void {
    if (event.type === "notification.delivery-changed") this.add({ type: "notification.changed" });
    if (event.type === "trip.moved") this.#addKeys(driverApproachKeys(event));
  }

  addInvalidation(about: LiveInvalidation["about"]): void {
    this.#addKeys(staleByInvalidation[about]);
  }

  #addKeys(keys: readonly EndpointKey[]): void {
    this.#stale.push(...keys);
    this.#timer ??= setTimeout(() => this.#invalidate(), BATCH_MS);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #invalidate(): void {
    this.#timer = undefined;
    for (const queryKey of distinctKeys(this.#stale))
      void this.#queries.invalidateQueries({ queryKey });
    this.#stale = [];
  }
}
