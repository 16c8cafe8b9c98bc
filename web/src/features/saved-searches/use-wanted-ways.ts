import { savedSearches, type WantedWay } from "@commonlane/contract/saved-searches";
import { useEffect, useState } from "react";
import { call } from "#shared/api.ts";

type State =
  | { readonly status: "pending" }
  | { readonly status: "error"; readonly error: unknown }
  | { readonly status: "success"; readonly ways: readonly WantedWay[] };

/** What many look for in vain. A page for everybody keeps nothing of the server's, so it asks each time it is drawn anew. */
export function useWantedWays(): State {
  const [state, setState] = useState<State>({ status: "pending" });
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    call(savedSearches.wantedWays, {}, { signal }).then(
      ({ items }) => setState({ status: "success", ways: items }),
      (error: unknown) => signal.aborted || setState({ status: "error", error }),
    );
    return () => leaving.abort();
  }, []);
  return state;
}
