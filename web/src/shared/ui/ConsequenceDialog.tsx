import { useLingui } from "@lingui/react/macro";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { ErrorNotice } from "./ErrorNotice.tsx";

interface ConsequenceDialogProps {
  readonly title: string;
  /** What happens then. */
  readonly text: string;
  readonly confirmLabel: string;
  /** "Cancel" if omitted. */
  readonly cancelLabel?: string | undefined;
  readonly isHarmless?: boolean | undefined;
  readonly call: {
    readonly isPending: boolean;
    readonly error: Error | string | null | undefined;
  };
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/**
 * Says what a call will do before it is made, and shows its progress and its error.
 *
 * @example
 *   <ConsequenceDialog
 *     title={t`Leave ${group.name}?`}
 *     text={t`You will no longer see its rides.`}
 *     confirmLabel={t`Leave`}
 *     call={leave}
 *     onConfirm={() => leave.mutate(group.id)}
 *     onClose={close}
 *   />
 */
export function ConsequenceDialog(props: ConsequenceDialogProps) {
  const { t } = useLingui();
  const { title, text, confirmLabel, cancelLabel, isHarmless, call, onConfirm, onClose } = props;
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      cancelLabel={cancelLabel ?? t`Cancel`}
      busy={call.isPending}
      footer={
        <Button variant={isHarmless ? "solid" : "danger"} busy={call.isPending} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      }
    >
      <div className="grid gap-3">
        <p className="text-ink-2">{text}</p>
        <ErrorNotice error={call.error} />
      </div>
    </Dialog>
  );
}
