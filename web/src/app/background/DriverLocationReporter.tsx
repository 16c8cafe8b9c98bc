import { Suspense, useSyncExternalStore } from "react";
import {
  subscribePositionSource,
  getPositionSource,
} from "#features/active-drivers/position/position-source.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { ErrorBoundary } from "../errors/ErrorBoundary.tsx";

const ReportPosition = lazyScreen(
  () => import("#features/active-drivers/position/ReportPosition.tsx"),
  "ReportPosition",
);

/** Sends the position of an active driver, on every screen. */
export function DriverLocationReporter() {
  const { uid } = useUser();
  const isSharing = useSyncExternalStore(
    subscribePositionSource,
    () => getPositionSource(uid) !== undefined,
  );
  if (!isSharing) return null;
  return (
    <ErrorBoundary fallback={Nothing}>
      <Suspense>
        <ReportPosition />
      </Suspense>
    </ErrorBoundary>
  );
}

const Nothing = () => null;
