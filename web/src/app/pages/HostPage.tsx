import type { Ride } from "@commonlane/contract/rides";
import { useSearchParams } from "react-router";
import { AlongLink } from "#features/ride-requests/AlongRide.tsx";
import { HostScreen } from "#features/hosting/HostScreen.tsx";
import { readWish } from "#features/rides/search-url.ts";

/** Hosting; who looked for a ride and found none begins with what they looked for. */
export function HostPage() {
  const [params] = useSearchParams();
  const looked = params.has("from") || params.has("to");
  return <HostScreen wish={looked ? readWish(params) : undefined} along={alongOf} />;
}

const alongOf = (ride: Ride) => <AlongLink ride={ride} />;
