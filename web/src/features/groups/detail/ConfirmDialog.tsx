import { useLingui } from "@lingui/react/macro";
import { errorText } from "#shared/api/error-text.ts";
import { afterMutation } from "#shared/forms/after-mutation.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { Notice } from "#shared/ui/Notice.tsx";

interface ConfirmDialogProps {
  readonly title: string;
  /** What happens then. */
  readonly text: string;
  readonly confirmLabel: string;
  readonly isHarmless?: boolean;
  readonly call: { readonly isPending: boolean; readonly error: Error | null };
  readonly onConfirm: () => Promise<unknown>;
  /** After success, also if a live event has closed the dialog by then. */
  readonly onDone?: () => void;
  readonly onClose: () => void;
}

/** Asks before a change in a group. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { t } = useLingui();
  const { title, text, confirmLabel, isHarmless, call, onConfirm, onDone, onClose } = props;
  const confirm = () =>
    afterMutation(onConfirm(), () => {
      onClose();
      onDone?.();
    });
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      cancelLabel={t`Cancel`}
      busy={call.isPending}
      footer={
        <Button variant={isHarmless ? "solid" : "danger"} busy={call.isPending} onClick={confirm}>
          {confirmLabel}
        </Button>
      }
    >
      <p className="text-ink-2">{text}</p>
      {call.error && (
        <Notice tone="bad" className="mt-3">
          {errorText(call.error, t`Couldn't reach the server. Try again.`)}
        </Notice>
      )}
    </Dialog>
  );
}
