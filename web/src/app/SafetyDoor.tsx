import { Suspense, useSyncExternalStore } from "react";
import { onWantedSafety, wantedSafety } from "#shared/safety/safety-door.ts";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";

const SafetyDialog = lazyScreen(() => import("#features/safety/SafetyDialog.tsx"), "SafetyDialog");

/** Where the dialogs to block and to report open, over every screen; fetched with the first. */
export function SafetyDoor() {
  const wanted = useSyncExternalStore(onWantedSafety, wantedSafety);
  return wanted ? (
    <Suspense>
      <SafetyDialog wanted={wanted} />
    </Suspense>
  ) : null;
}
