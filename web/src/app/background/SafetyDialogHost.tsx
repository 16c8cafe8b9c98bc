import { Suspense, useSyncExternalStore } from "react";
import {
  onRequestedSafetyDialog,
  requestedSafetyDialog,
} from "#shared/safety/open-safety-dialog.ts";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";

const SafetyDialog = lazyScreen(() => import("#features/safety/SafetyDialog.tsx"), "SafetyDialog");

/** Renders the report and block dialogs above every screen; their code is loaded on first use. */
export function SafetyDialogHost() {
  const request = useSyncExternalStore(onRequestedSafetyDialog, requestedSafetyDialog);
  return request ? (
    <Suspense>
      <SafetyDialog request={request} />
    </Suspense>
  ) : null;
}
