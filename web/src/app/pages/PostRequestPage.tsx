import { useSearchParams } from "react-router";
import { PostRequestScreen } from "#features/ride-requests/post/PostRequestScreen.tsx";
import { readFilters } from "#features/rides/search/search-filters.ts";
import { readSearchCriteria } from "#features/rides/search/search-url.ts";
import { toRequestCriteria } from "../search-actions/to-request-criteria.ts";

/** Posting a ride request; prefilled with the preceding search. */
export function PostRequestPage() {
  const [params] = useSearchParams();
  const hasSearch = params.has("from") || params.has("to");
  const driverUid = params.get("driver") ?? undefined;
  const criteria = hasSearch
    ? toRequestCriteria(readSearchCriteria(params), readFilters(params))
    : undefined;
  return <PostRequestScreen prefill={criteria} driverUid={hasSearch ? driverUid : undefined} />;
}
