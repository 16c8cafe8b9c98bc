import { Suspense, useSyncExternalStore } from "react";
import { isSharingPosition } from "#features/active-drivers/position/position-source.ts";
import { getIncomingRequest, subscribeIncomingRequest } from "#shared/live/incoming-request.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";

const LiveRequestCard = lazyScreen(() => import("./LiveRequestCard.tsx"), "LiveRequestCard");

/** Shows a request that arrives while the user is online as a driver; its code is loaded on first use. */
export function LiveRequestHost() {
  const { uid } = useUser();
  const incoming = useSyncExternalStore(subscribeIncomingRequest, getIncomingRequest);
  if (!incoming || !isSharingPosition(uid)) return null;
  return (
    <Suspense>
      <LiveRequestCard incoming={incoming} />
    </Suspense>
  );
}
