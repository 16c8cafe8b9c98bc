import { savedSearches, type PopularRoute } from "@commonlane/contract/saved-searches";
import { useEffect, useState } from "react";
import { call } from "#shared/api/api-client.ts";

type PopularRoutesState =
  | { readonly status: "pending" }
  | { readonly status: "error"; readonly error: unknown }
  | { readonly status: "success"; readonly routes: readonly PopularRoute[] };

/** Popular routes without rides. Public pages have no query cache, so this fetches on every mount. */
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
