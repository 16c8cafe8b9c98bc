import { Suspense, useEffect, useSyncExternalStore } from "react";
import {
  answerConfirmation,
  onRequestedConfirmation,
  requestedConfirmation,
} from "#shared/passkeys/confirmation-request.ts";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";

const ConfirmDialog = lazyScreen(
  () => import("#shared/passkeys/ConfirmDialog.tsx"),
  "ConfirmDialog",
);

/** Renders the confirmation that a call of any screen has asked for, above that screen. */
export function ConfirmationHost() {
  const request = useSyncExternalStore(onRequestedConfirmation, requestedConfirmation);
  useEffect(() => () => answerConfirmation(false), []);
  return request ? (
    <Suspense>
      <ConfirmDialog onDone={answerConfirmation} />
    </Suspense>
  ) : null;
}
