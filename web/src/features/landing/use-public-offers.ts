import { publicOffers, type PublicOffers } from "@commonlane/contract/public-offers";
import { useEffect, useState } from "react";
import { call } from "#shared/api/api-client.ts";

let loading: Promise<PublicOffers> | undefined;

/** Public rides and events of the next days, asked for once; undefined until they are known. */
export function usePublicOffers(): PublicOffers | undefined {
  const [offers, setOffers] = useState<PublicOffers>();
  useEffect(() => {
    let isMounted = true;
    loading ??= call(publicOffers.list, {});
    loading.then(
      (loaded) => isMounted && setOffers(loaded),
      // The page is complete without them.
      () => (loading = undefined),
    );
    return () => {
      isMounted = false;
    };
  }, []);
  return offers;
}
