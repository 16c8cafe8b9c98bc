import { useSearchParams } from "react-router";
import { PostRequestScreen } from "#features/ride-requests/PostRequestScreen.tsx";
import { readFilters } from "#features/rides/found-filters.ts";
import { readWish } from "#features/rides/search-url.ts";
import { requestWish } from "./request-wish.ts";

/** Posting a ride request; who looked for a ride begins with what they looked for. */
export function PostRequestPage() {
  const [params] = useSearchParams();
  const looked = params.has("from") || params.has("to");
  const driverUid = params.get("driver") ?? undefined;
  const wish = looked ? requestWish(readWish(params), readFilters(params)) : undefined;
  return <PostRequestScreen wish={wish} driverUid={looked ? driverUid : undefined} />;
}
