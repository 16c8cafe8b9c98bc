import { useLingui } from "@lingui/react/macro";
import { errorText } from "../api/error-text.ts";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { Notice } from "./Notice.tsx";

interface ConsequenceDialogProps {
  readonly title: string;
  /** What happens then. */
  readonly text: string;
  readonly confirmLabel: string;
  readonly isHarmless?: boolean | undefined;
  readonly call: {
    readonly isPending: boolean;
    readonly error: Error | null;
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
  const { title, text, confirmLabel, isHarmless, call, onConfirm, onClose } = props;
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      cancelLabel={t`Cancel`}
      busy={call.isPending}
      footer={
        <Button variant={isHarmless ? "solid" : "danger"} busy={call.isPending} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      }
    >
      <p className="text-ink-2">{text}</p>
      {call.error && (
        <Notice tone="bad" className="mt-3">
          {errorText(call.error)}
        </Notice>
      )}
    </Dialog>
  );
}
