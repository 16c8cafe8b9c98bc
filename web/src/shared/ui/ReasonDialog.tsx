import { useLingui } from "@lingui/react/macro";
import { useState, type ReactNode } from "react";
import { useHidden } from "../words/use-hidden.ts";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import type { IconName } from "./icon-paths.ts";
import { Notice } from "./Notice.tsx";
import { TextAreaField } from "./TextField.tsx";

interface ReasonDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What follows from it. */
  readonly text: ReactNode;
  /** The button that leaves everything as it is. */
  readonly keep: string;
  readonly confirm: string;
  readonly icon?: IconName | undefined;
  /** Where nothing ends by it. */
  readonly mild?: boolean | undefined;
  /** What the word is about, unless it is the reason. */
  readonly label?: string | undefined;
  /** Nothing is done without a word. */
  readonly required?: boolean | undefined;
  readonly maxLength?: number | undefined;
  /** What else is to be said, above the word. */
  readonly children?: ReactNode;
  /** Who is told is, or becomes, a stranger: how to reach somebody is not passed on. */
  readonly masked?: boolean | undefined;
  /** Nobody is asked why where nobody would be told. */
  readonly withoutReason?: boolean | undefined;
  /** `reason` is trimmed, and empty where none was given. */
  readonly onConfirm: (reason: string) => void;
  readonly busy?: boolean | undefined;
  readonly error?: string | undefined;
}

/** Asks once more before something ends, and for a word to the people it ends for. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { t } = useLingui();
  const { open, onClose, title, text, keep, confirm, icon, withoutReason, onConfirm, busy, error } = props;
  const { mild, label = t`Reason`, required, masked, maxLength = 300, children } = props;
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const hidden = useHidden(masked ? reason : undefined);
  const missing = required && reason.trim() === "";
  const onDone = () => {
    setTried(true);
    if (!missing) onConfirm(reason.trim());
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      keep={keep}
      busy={busy}
      footer={
        <Button variant={mild ? "solid" : "danger"} icon={icon} busy={busy} onClick={onDone}>
          {confirm}
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
            error={tried && missing ? t`Please write a few words.` : undefined}
            value={reason}
            hint={hidden && t`Whoever reads it does not see ${hidden}.`}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
        {error && <Notice tone="bad">{error}</Notice>}
      </div>
    </Dialog>
  );
}
