import type { Ride } from "@commonlane/contract/rides";
import { useSearchParams } from "react-router";
import { HostScreen } from "#features/hosting/wizard/HostScreen.tsx";
import { RideCard } from "#features/rides/list/RideCard.tsx";
import { HostTrains } from "#features/transit/RouteTrains.tsx";
import { readSearchCriteria } from "#features/rides/search/search-url.ts";

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
  <RideCard ride={ride} selected={false} onSelect={doNothing} />
);
const renderTrains = (ride: Ride) => <HostTrains ride={ride} />;
const doNothing = () => undefined;
