import type { ComponentProps } from "react";
import { afterMutation } from "#shared/forms/after-mutation.ts";
import { ConsequenceDialog } from "#shared/ui/ConsequenceDialog.tsx";

interface ConfirmDialogProps extends Omit<ComponentProps<typeof ConsequenceDialog>, "onConfirm"> {
  readonly onConfirm: () => Promise<unknown>;
  /** After success, also if a live event has closed the dialog by then. */
  readonly onDone?: () => void;
}

/** Asks before a change in a group, and closes after it. */
export function ConfirmDialog({ onConfirm, onDone, ...dialog }: ConfirmDialogProps) {
  const confirm = () =>
    afterMutation(onConfirm(), () => {
      dialog.onClose();
      onDone?.();
    });
  return <ConsequenceDialog {...dialog} onConfirm={confirm} />;
}
