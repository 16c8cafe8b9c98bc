import type { Ride } from "@commonlane/contract/rides";
import { Suspense } from "react";
import { useSearchParams } from "react-router";
import type { RideCardProps } from "#features/rides/list/RideCard.tsx";
import { HostScreen } from "#features/hosting/wizard/HostScreen.tsx";
import { readSearchCriteria } from "#features/rides/search/search-url.ts";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";

// Shown by the last step.
const RideCard = lazyScreen<"RideCard", RideCardProps>(
  () => import("#features/rides/list/RideCard.tsx"),
  "RideCard",
);
const HostTrains = lazyScreen<"HostTrains", { readonly ride: Ride }>(
  () => import("#features/transit/RouteTrains.tsx"),
  "HostTrains",
);

/** Offering a ride; prefilled with an unsuccessful search or the group that it is for, if there was one. */
export function HostPage() {
  const [params] = useSearchParams();
  const membersOf = params.get("group") ?? "";
  const isPrefilled = params.has("from") || params.has("to") || membersOf !== "";
  const prefill = isPrefilled
    ? {
        ...readSearchCriteria(params),
        membersOf,
      }
    : undefined;
  return (
    <HostScreen prefill={prefill} renderRideCard={renderRideCard} renderTrains={renderTrains} />
  );
}

/** The card of the search results. */
const renderRideCard = (ride: Ride) => (
  <Suspense fallback={<Skeleton className="h-40" />}>
    <RideCard ride={ride} selected={false} onSelect={doNothing} />
  </Suspense>
);
const renderTrains = (ride: Ride) => (
  <Suspense>
    <HostTrains ride={ride} />
  </Suspense>
);
const doNothing = () => undefined;
