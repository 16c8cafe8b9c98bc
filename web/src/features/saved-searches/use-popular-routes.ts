import { savedSearches, type PopularRoute } from "@commonlane/contract/saved-searches";
import { useEffect, useState } from "react";
import { call } from "#shared/api/api-client.ts";

type PopularRoutesState =
  | { readonly status: "pending" }
  | { readonly status: "error"; readonly error: unknown }
  | { readonly status: "success"; readonly routes: readonly PopularRoute[] };

/** What many look for in vain. A page for everybody keeps nothing of the server's, so it asks each time it is drawn anew. */
export function usePopularRoutes(): PopularRoutesState {
  const [state, setState] = useState<PopularRoutesState>({ status: "pending" });
  useEffect(() => {
    const abortController = new AbortController();
    const { signal } = abortController;
    call(savedSearches.popularRoutes, {}, { signal }).then(
      ({ items }) => setState({ status: "success", routes: items }),
      (error: unknown) => signal.aborted || setState({ status: "error", error }),
    );
    return () => abortController.abort();
  }, []);
  return state;
}
