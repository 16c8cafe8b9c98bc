import { Suspense, useSyncExternalStore } from "react";
import { onRequestedSafetyDialog, requestedSafetyDialog } from "#shared/safety/open-safety-dialog.ts";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";

const SafetyDialog = lazyScreen(() => import("#features/safety/SafetyDialog.tsx"), "SafetyDialog");

/** Where the dialogs to block and to report open, over every screen; fetched with the first. */
export function SafetyDialogHost() {
  const request = useSyncExternalStore(onRequestedSafetyDialog, requestedSafetyDialog);
  return request ? (
    <Suspense>
      <SafetyDialog request={request} />
    </Suspense>
  ) : null;
}
