import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { LiveFact, LiveNews } from "@commonlane/contract/live";
import { loadPart } from "#shared/load-part.ts";
import { log } from "#shared/log.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { tokenSource } from "#shared/session/token-source.ts";
import { distinctKeys, newsOf, staleAfter } from "./live.ts";

/** Facts that come together, as after an absence, make one reading. */
const GATHER_MS = 50;

/**
 * Keeps what is shown true while somebody is signed in: hears what happens and has the queries it concerns read again.
 * How the line stands is on the page's root as `data-live`. The socket's code is fetched here, not with the first page.
 */
export function LiveUpdates() {
  const queries = useQueryClient();
  const { uid } = useUser();
  useEffect(() => {
    let close: (() => void) | undefined;
    let lineStands: ((isThere: boolean | undefined) => void) | undefined;
    let left = false;
    let stale: QueryKey[] = [];
    let gathering: ReturnType<typeof setTimeout> | undefined;
    const readAgain = () => {
      gathering = undefined;
      for (const queryKey of distinctKeys(stale)) void queries.invalidateQueries({ queryKey });
      stale = [];
    };
    const outdate = (keys: readonly QueryKey[]) => {
      stale.push(...keys);
      gathering ??= setTimeout(readAgain, GATHER_MS);
    };
    const receiver = {
      fact(fact: LiveFact) {
        // Only this session is told of its end; asking for a token is how the page finds out.
        if (fact.type === "session.ended")
          tokenSource()
            .renew()
            .catch(() => undefined);
        outdate(staleAfter(fact));
      },
      news: (about: LiveNews["about"]) => outdate(newsOf[about]),
      resync: () => void queries.invalidateQueries(),
      status(status: string) {
        document.documentElement.dataset["live"] = status;
        lineStands?.(status === "live");
      },
    };
    const open = async () => {
      const [{ openLive }, { placeOf }, reach] = await loadPart("live", () =>
        Promise.all([
          import("#shared/live/live-connection.ts"),
          import("#shared/live/place.ts"),
          import("#shared/browser-reach.ts"),
        ]),
      );
      ({ lineStands } = reach);
      if (!left) close = openLive({ uid, tokens: tokenSource(), place: placeOf(uid), receiver });
    };
    open().catch((error: unknown) => log.error("live updates could not start", { error: String(error) }));
    return () => {
      left = true;
      clearTimeout(gathering);
      close?.();
      lineStands?.(undefined);
      delete document.documentElement.dataset["live"];
    };
  }, [queries, uid]);
  return null;
}
