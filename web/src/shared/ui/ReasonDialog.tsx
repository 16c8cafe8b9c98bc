import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
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
  readonly text: string;
  /** The button that leaves everything as it is. */
  readonly keep: string;
  readonly confirm: string;
  readonly icon?: IconName | undefined;
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
  const [reason, setReason] = useState("");
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant="line" onClick={onClose}>
            {keep}
          </Button>
          <Button variant="danger" icon={icon} busy={busy} onClick={() => onConfirm(reason.trim())}>
            {confirm}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="text-ink-2">{text}</p>
        {!withoutReason && (
          <TextAreaField
            label={t`Reason`}
            optional={t`optional`}
            maxLength={300}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
        {error && <Notice tone="bad">{error}</Notice>}
      </div>
    </Dialog>
  );
}
