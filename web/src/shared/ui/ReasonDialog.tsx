import { useLingui } from "@lingui/react/macro";
import { useState, type ReactNode } from "react";
import { bindText } from "../forms/bind-text.ts";
import { useMaskedDetails } from "../masking/use-masked-details.ts";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import type { IconName } from "./icon-paths.ts";
import { ErrorNotice } from "./ErrorNotice.tsx";
import { TextAreaField } from "./fields/TextField.tsx";

interface ReasonDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** Consequences of the action. */
  readonly text: ReactNode;
  /** Label of the cancel button. */
  readonly cancelLabel: string;
  readonly confirmLabel: string;
  readonly icon?: IconName | undefined;
  /** The action is not destructive. */
  readonly isHarmless?: boolean | undefined;
  /** Label of the text field; "reason" by default. */
  readonly label?: string | undefined;
  /** Requires a text. */
  readonly required?: boolean | undefined;
  readonly maxLength?: number | undefined;
  /** Further content above the text field. */
  readonly children?: ReactNode;
  /** The recipient is a stranger, so contact details in the text are masked. */
  readonly masked?: boolean | undefined;
  /** Hides the reason field if no one would see it. */
  readonly withoutReason?: boolean | undefined;
  /** `reason` is trimmed, and empty if none was given. */
  readonly onConfirm: (reason: string) => void;
  readonly busy?: boolean | undefined;
  readonly error?: string | undefined;
}

/** Asks for confirmation, and for a message to the users affected. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { t } = useLingui();
  const {
    open,
    onClose,
    title,
    text,
    cancelLabel,
    confirmLabel,
    icon,
    withoutReason,
    onConfirm,
    busy,
    error,
  } = props;
  const { isHarmless, label = t`Reason`, required, masked, maxLength = 300, children } = props;
  const [reason, setReason] = useState("");
  const [triedToConfirm, setTriedToConfirm] = useState(false);
  const maskedDetails = useMaskedDetails(masked ? reason : undefined);
  const missing = required && reason.trim() === "";
  const onDone = () => {
    setTriedToConfirm(true);
    if (!missing) onConfirm(reason.trim());
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      cancelLabel={cancelLabel}
      busy={busy}
      footer={
        <Button variant={isHarmless ? "solid" : "danger"} icon={icon} busy={busy} onClick={onDone}>
          {confirmLabel}
        </Button>
      }
    >
      <div className="grid gap-4">
        <p className="text-ink-2">{text}</p>
        {children}
        {!withoutReason && (
          <TextAreaField
            label={label}
            optional={required ? undefined : t`optional`}
            maxLength={maxLength}
            error={triedToConfirm && missing ? t`Please enter a message.` : undefined}
            {...bindText(reason, setReason)}
            hint={maskedDetails && t`The recipient won't see ${maskedDetails}.`}
          />
        )}
        <ErrorNotice error={error} />
      </div>
    </Dialog>
  );
}
