import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { TextAreaField } from "#shared/ui/TextField.tsx";

interface ReasonDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What follows from it. */
  readonly text: string;
  readonly keep: string;
  readonly confirm: string;
  readonly onConfirm: (reason: string) => void;
  readonly busy?: boolean | undefined;
  readonly error?: string | undefined;
}

/** Asks once more, and for a word to the other person. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { t } = useLingui();
  const { open, onClose, title, text, keep, confirm, onConfirm, busy, error } = props;
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
          <Button variant="danger" busy={busy} onClick={() => onConfirm(reason)}>
            {confirm}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="text-ink-2">{text}</p>
        <TextAreaField
          label={t`Reason`}
          optional={t`optional`}
          maxLength={300}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {error && <Notice tone="bad">{error}</Notice>}
      </div>
    </Dialog>
  );
}
