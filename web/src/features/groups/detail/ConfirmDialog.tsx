import type { ComponentProps } from "react";
import { afterMutation } from "#shared/forms/after-mutation.ts";
import { ConsequenceDialog } from "#shared/ui/ConsequenceDialog.tsx";
import { useNavigate } from "react-router";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";

/** Goes to the list with a message, because the page of the group may not exist for the user any more. */
export function useGoToGroups(): (message: string) => void {
  const navigate = useNavigate();
  const toast = useToast();
  return (message) => {
    toast({ message, type: "success" });
    void navigate("/groups", { replace: true });
  };
}

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
