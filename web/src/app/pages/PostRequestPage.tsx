import { useSearchParams } from "react-router";
import { PostRequestScreen } from "#features/ride-requests/PostRequestScreen.tsx";
import { readWish } from "#features/rides/search-url.ts";

/** Posting a ride request; who looked for a ride begins with what they looked for. */
export function PostRequestPage() {
  const [params] = useSearchParams();
  const looked = params.has("from") || params.has("to");
  const driverUid = params.get("driver") ?? undefined;
  return <PostRequestScreen wish={looked ? readWish(params) : undefined} driverUid={looked ? driverUid : undefined} />;
}
