import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { LiveEvent, LiveInvalidation } from "@commonlane/contract/live";
import { isSharingPosition } from "#features/active-drivers/position/position-source.ts";
import { onEphemeralEvent } from "#shared/live/ephemeral-events.ts";
import { noticeIncomingRequest } from "#shared/live/incoming-request.ts";
import { loadChunk } from "#shared/load-chunk.ts";
import { log } from "#shared/log.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { tokenSource } from "#shared/session/token-source.ts";
import { afterCalls } from "#shared/ui/lazy-screen.tsx";

/**
 * Keeps queries up to date while a user is signed in: receives live events and invalidates the queries they affect. The
 * connection status is on the root element as `data-live`. The socket code is loaded here, not with the first page.
 */
export function LiveUpdates() {
  const queries = useQueryClient();
  const { uid } = useUser();
  useEffect(() => {
    let close: (() => void) | undefined;
    let isUnmounted = false;
    const open = async () => {
      const [
        { openLiveConnection },
        { lastSeqFor },
        { setLiveConnected },
        { InvalidationQueue },
        { noticeMissedRequest },
      ] = await loadLiveCode();
      if (isUnmounted) return;

      const stale = new InvalidationQueue(queries);
      const stopListening = onEphemeralEvent((event) => stale.addEphemeral(event));
      const receiver = {
        event(event: LiveEvent) {
          // Sent to this session only; requesting a token detects the sign-out.
          if (event.type === "session.ended")
            tokenSource()
              .renew()
              .catch(() => undefined);
          stale.add(event);
          if (isSharingPosition(uid)) noticeIncomingRequest(event, uid);
        },
        invalidate: (about: LiveInvalidation["about"]) => stale.addInvalidation(about),
        resync() {
          void queries.invalidateQueries();
          // Its query reports a failure.
          noticeMissedRequest(queries, uid).catch(() => undefined);
        },
        status(status: string) {
          document.documentElement.dataset["live"] = status;
          setLiveConnected(status === "live");
        },
      };
      const lastSeq = lastSeqFor(uid);
      const closeConnection = openLiveConnection({
        tokens: tokenSource(),
        lastSeq,
        receiver,
      });

      close = () => {
        stopListening();
        stale.close();
        closeConnection();
        setLiveConnected(undefined);
      };
    };
    open().catch((error: unknown) =>
      log.error("live updates could not start", { error: String(error) }),
    );
    return () => {
      isUnmounted = true;
      close?.();
      delete document.documentElement.dataset["live"];
    };
  }, [queries, uid]);
  return null;
}

const loadLiveCode = () =>
  loadChunk(
    "live",
    afterCalls(() =>
      Promise.all([
        import("#shared/live/live-connection.ts"),
        import("#shared/live/last-seq.ts"),
        import("#shared/connection/browser-reachability.ts"),
        import("./invalidation-queue.ts"),
        import("./missed-request.ts"),
      ]),
    ),
  );
