import { Suspense, useSyncExternalStore } from "react";
import { onSharedHere, sharedHere } from "#features/active-drivers/sharing-here.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { ErrorBoundary } from "./ErrorBoundary.tsx";

const SharePosition = lazyScreen(() => import("#features/active-drivers/SharePosition.tsx"), "SharePosition");

/** Tells where an active driver is, whichever screen they look at. */
export function WhileActive() {
  const { uid } = useUser();
  const sharing = useSyncExternalStore(onSharedHere, () => sharedHere(uid) !== undefined);
  if (!sharing) return null;
  return (
    <ErrorBoundary instead={Nothing}>
      <Suspense>
        <SharePosition />
      </Suspense>
    </ErrorBoundary>
  );
}

const Nothing = () => null;
