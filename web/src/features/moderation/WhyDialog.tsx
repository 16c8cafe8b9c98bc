import { MODERATOR_WORDS_MAX_LENGTH } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { useState, type ReactNode } from "react";
import { errorText } from "#shared/error-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { TextAreaField } from "#shared/ui/TextField.tsx";

interface WhyDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  label: string;
  confirm: string;
  danger?: boolean;
  busy: boolean;
  error: Error | null;
  onConfirm: (reason: string) => void;
  /** Who will read it. */
  children: ReactNode;
  /** What else is to be said. */
  more?: ReactNode;
}

/** Asks why, which is kept with the deed. */
export function WhyDialog(props: WhyDialogProps) {
  const { open, onClose, title, label, confirm, danger, busy, error, onConfirm, children, more } = props;
  const { t } = useLingui();
  const [words, setWords] = useState("");
  const [tried, setTried] = useState(false);
  const said = words.trim();
  const onDone = () => {
    setTried(true);
    if (said) onConfirm(said);
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant="line" onClick={onClose}>{t`Cancel`}</Button>
          <Button variant={danger ? "danger" : "solid"} busy={busy} onClick={onDone}>
            {confirm}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="text-ink-2">{children}</p>
        {more}
        <TextAreaField
          label={label}
          maxLength={MODERATOR_WORDS_MAX_LENGTH}
          error={tried && !said ? t`Please write a few words.` : undefined}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        {error && <Notice tone="bad">{errorText(error, t`This did not reach the server. Try again.`)}</Notice>}
      </div>
    </Dialog>
  );
}
