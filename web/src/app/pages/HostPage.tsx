import { useSearchParams } from "react-router";
import { HostScreen } from "#features/hosting/wizard/HostScreen.tsx";
import { readSearchCriteria } from "#features/rides/search/search-url.ts";

/** Offering a ride; prefilled with an unsuccessful search if there was one. */
export function HostPage() {
  const [params] = useSearchParams();
  const hasSearch = params.has("from") || params.has("to");
  return <HostScreen prefill={hasSearch ? readSearchCriteria(params) : undefined} />;
}
