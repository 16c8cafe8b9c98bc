import { useSearchParams } from "react-router";
import { OwnOpenRequests } from "#features/ride-requests/OwnOpenRequests.tsx";
import { SearchScreen } from "#features/rides/search/SearchScreen.tsx";
import { isComplete, readSearchCriteria } from "#features/rides/search/search-url.ts";

/** A search, and until it has results the user's own ride requests. */
export function SeekPage() {
  const [params] = useSearchParams();
  return (
    <>
      <SearchScreen />
      {!isComplete(readSearchCriteria(params)) && (
        <div className="mx-auto max-w-6xl px-(--gutter) pb-10">
          <OwnOpenRequests />
        </div>
      )}
    </>
  );
}
