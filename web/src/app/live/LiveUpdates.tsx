import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { LiveEvent, LiveInvalidation } from "@commonlane/contract/live";
import { onEphemeralEvent } from "#shared/live/ephemeral-events.ts";
import { noticeIncomingRequest } from "#shared/live/incoming-request.ts";
import { loadChunk } from "#shared/load-chunk.ts";
import { log } from "#shared/log.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { tokenSource } from "#shared/session/token-source.ts";
import { distinctKeys, staleByInvalidation, staleKeysAfter } from "./query-invalidation.ts";

/** Events within this time, as after a reconnect, cause a single refetch. */
const BATCH_MS = 50;

/**
 * Keeps queries up to date while a user is signed in: receives live events and invalidates the queries they affect. The
 * connection status is on the root element as `data-live`. The socket code is loaded here, not with the first page.
 */
export function LiveUpdates() {
  const queries = useQueryClient();
  const { uid } = useUser();
  useEffect(() => {
    let close: (() => void) | undefined;
    let setLiveConnected: ((isConnected: boolean | undefined) => void) | undefined;
    let isUnmounted = false;
    let stale: QueryKey[] = [];
    let batchTimer: ReturnType<typeof setTimeout> | undefined;
    const invalidateStale = () => {
      batchTimer = undefined;
      for (const queryKey of distinctKeys(stale)) void queries.invalidateQueries({ queryKey });
      stale = [];
    };
    const markStale = (keys: readonly QueryKey[]) => {
      stale.push(...keys);
      batchTimer ??= setTimeout(invalidateStale, BATCH_MS);
    };
    const receiver = {
      event(event: LiveEvent) {
        // Sent to this session only; requesting a token detects the sign-out.
        if (event.type === "session.ended")
          tokenSource()
            .renew()
            .catch(() => undefined);
        markStale(staleKeysAfter(event));
        noticeIncomingRequest(event, uid);
      },
      invalidate: (about: LiveInvalidation["about"]) => markStale(staleByInvalidation[about]),
      resync: () => void queries.invalidateQueries(),
      status(status: string) {
        document.documentElement.dataset["live"] = status;
        setLiveConnected?.(status === "live");
      },
    };
    const stopListening = onEphemeralEvent((event) => {
      if (event.type === "notification.delivery-changed")
        markStale(staleKeysAfter({ type: "notification.changed" }));
      if (event.type === "trip.moved") markStale([["driver-approach", event.rideId]]);
    });
    const open = async () => {
      const [{ openLiveConnection }, { lastSeqFor }, reachability] = await loadChunk("live", () =>
        Promise.all([
          import("#shared/live/live-connection.ts"),
          import("#shared/live/last-seq.ts"),
          import("#shared/connection/browser-reachability.ts"),
        ]),
      );
      ({ setLiveConnected } = reachability);
      if (!isUnmounted)
        close = openLiveConnection({ tokens: tokenSource(), lastSeq: lastSeqFor(uid), receiver });
    };
    open().catch((error: unknown) =>
      log.error("live updates could not start", { error: String(error) }),
    );
    return () => {
      isUnmounted = true;
      stopListening();
      clearTimeout(batchTimer);
      close?.();
      setLiveConnected?.(undefined);
      delete document.documentElement.dataset["live"];
    };
  }, [queries, uid]);
  return null;
}
