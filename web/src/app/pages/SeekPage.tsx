import { Suspense } from "react";
import { useSearchParams } from "react-router";
import { SearchScreen } from "#features/rides/search/SearchScreen.tsx";
import { isComplete, readSearchCriteria } from "#features/rides/search/search-url.ts";
import { afterCalls, lazyScreen } from "#shared/ui/lazy-screen.tsx";

const OwnOpenRequests = lazyScreen(
  afterCalls(() => import("#features/ride-requests/OwnOpenRequests.tsx")),
  "OwnOpenRequests",
);

/** A search, and until it has results the user's own ride requests. */
export function SeekPage() {
  const [params] = useSearchParams();
  return (
    <>
      <SearchScreen />
      {!isComplete(readSearchCriteria(params)) && (
        <div className="mx-auto max-w-6xl px-(--gutter) pb-10">
          <Suspense>
            <OwnOpenRequests />
          </Suspense>
        </div>
      )}
    </>
  );
}
