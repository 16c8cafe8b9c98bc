import { useEffect } from "react";
import { startRestoringFocus } from "#shared/ui/focus/restore-focus.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMatch } from "react-router";
import { InstallOffer } from "#features/install/InstallOffer.tsx";
import { mayOfferInstall } from "#features/install/install-state.ts";
import { rideById } from "#features/rides/rides.queries.ts";
import { ownSeatRequestsForRide } from "#shared/seats/own-seat-requests.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { OfflineSupport } from "#features/offline/OfflineSupport.tsx";
import { ownUpcomingSeatRequests } from "#features/rides/rides.queries.ts";
import { connectionStatus } from "#shared/connection/connection-status.ts";
import { prefetchBookings, prefetchOfflineData } from "./prefetch-offline-data.ts";

/** Renders nothing: restores the focus for keyboard and screen reader users when the focused element disappears. */
export function FocusRestorer() {
  useEffect(startRestoringFocus, []);
  return null;
}

/** Offers to install the app on the page of a ride that the user has just hosted or booked: it is useful from then on. */
export function InstallMoment() {
  const rideId = useMatch("/rides/:rideId")?.params.rideId ?? "";
  const { uid } = useUser();
  // Reads what the page has loaded.
  const ride = useQuery({
    ...rideById(rideId),
    enabled: false,
  }).data;
  const requests = useQuery({
    ...ownSeatRequestsForRide(rideId),
    enabled: false,
  }).data;
  useEffect(() => void mayOfferInstall(globalThis, Date.now()), []);
  if (ride?.status !== "scheduled") return null;
  const isBooked = requests?.items.some(({ status }) => status === "accepted") ?? false;
  return ride.hostId === uid || isBooked ? <InstallOffer /> : null;
}

/** Stores the app shell and the user's own data for offline use. */
export function OfflineCache() {
  const queries = useQueryClient();
  const { data } = useQuery(ownUpcomingSeatRequests());
  useEffect(() => {
    // A new booking is stored as soon as it is known. What cannot be fetched now is cached when it is read.
    if (data && connectionStatus() !== "offline")
      prefetchBookings(queries, data.items).catch(() => undefined);
  }, [queries, data]);
  return <OfflineSupport prefetchOwnData={prefetchOfflineData} />;
}
