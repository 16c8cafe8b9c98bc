import { useSyncExternalStore } from "react";
import {
  subscribePositionSource,
  getPositionSource,
} from "#features/active-drivers/position/position-source.ts";
import { getSharedTrip, subscribeSharedTrip } from "#features/trip-safety/position/shared-trip.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { BackgroundPart } from "../errors/ErrorBoundary.tsx";

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
  return (
    <BackgroundPart>
      {isSharing && <ReportPosition />}
      {isTripShared && <SendTripPosition />}
    </BackgroundPart>
  );
}
