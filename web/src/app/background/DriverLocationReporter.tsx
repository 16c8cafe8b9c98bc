import { Suspense, useEffect, useSyncExternalStore } from "react";
import {
  subscribePositionSource,
  getPositionSource,
} from "#features/active-drivers/position/position-source.ts";
import {
  clearSharedTrips,
  getSharedTrip,
  subscribeSharedTrip,
} from "#features/trip-safety/position/shared-trip.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { ErrorBoundary } from "../errors/ErrorBoundary.tsx";

const ReportPosition = lazyScreen(
  () => import("#features/active-drivers/position/ReportPosition.tsx"),
  "ReportPosition",
);

const SendTripPosition = lazyScreen(
  () => import("#features/trip-safety/position/SendTripPosition.tsx"),
  "SendTripPosition",
);

/** Sends the position of an active driver and on a shared trip, on every screen. */
export function DriverLocationReporter() {
  const { uid } = useUser();
  const isSharing = useSyncExternalStore(
    subscribePositionSource,
    () => getPositionSource(uid) !== undefined,
  );
  const isTripShared = useSyncExternalStore(
    subscribeSharedTrip,
    () => getSharedTrip(uid) !== undefined,
  );
  useEffect(() => clearSharedTrips, []);
  return (
    <ErrorBoundary fallback={Nothing}>
      <Suspense>
        {isSharing && <ReportPosition />}
        {isTripShared && <SendTripPosition />}
      </Suspense>
    </ErrorBoundary>
  );
}

const Nothing = () => null;
