import { useLingui } from "@lingui/react/macro";
import { useState, type ReactNode } from "react";
import { errorText } from "#shared/error-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { TextAreaField } from "#shared/ui/TextField.tsx";
import { useHidden } from "#shared/words/use-hidden.ts";
import { useAppeal, useReply } from "./ratings.queries.ts";

const WORDS_MOST = 1000;

interface AboutRating {
  ratingId: string;
  /** Who gave it. */
  name: string;
  open: boolean;
  onClose: () => void;
}

/** The one answer to a rating. */
export function ReplyDialog({ ratingId, name, open, onClose }: AboutRating) {
  const { t } = useLingui();
  const reply = useReply(ratingId);
  return (
    <WordsDialog
      open={open}
      onClose={onClose}
      title={t`Answer ${name}`}
      label={t`Your answer`}
      send={t`Publish answer`}
      onlyFor={name}
      busy={reply.isPending}
      error={reply.error}
      onSend={(text) => reply.mutate(text, { onSuccess: onClose })}
    >
      {t`It stands below the rating for everybody to read. You can answer once, and not change it.`}
    </WordsDialog>
  );
}

export function AppealDialog({ ratingId, name, open, onClose }: AboutRating) {
  const { t } = useLingui();
  const appeal = useAppeal(ratingId);
  return (
    <WordsDialog
      open={open}
      onClose={onClose}
      title={t`Ask a moderator`}
      label={t`What is wrong with it?`}
      send={t`Send to the moderators`}
      busy={appeal.isPending}
      error={appeal.error}
      onSend={(reason) => appeal.mutate(reason, { onSuccess: onClose })}
    >
      {t`For a rating of ${name} that is insulting, untrue or not about the ride. Only the moderators read what you write.`}
    </WordsDialog>
  );
}

interface WordsDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  label: string;
  send: string;
  /** Who alone is shown how to reach somebody, where everybody reads the words. */
  onlyFor?: string;
  busy: boolean;
  error: Error | null;
  onSend: (words: string) => void;
  children: ReactNode;
}

function WordsDialog({ open, onClose, title, label, send, onlyFor, busy, error, onSend, children }: WordsDialogProps) {
  const { t } = useLingui();
  const [words, setWords] = useState("");
  const [tried, setTried] = useState(false);
  const said = words.trim();
  const hidden = useHidden(onlyFor === undefined ? undefined : words);
  const onConfirm = () => {
    setTried(true);
    if (said) onSend(said);
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      keep={t`Cancel`}
      busy={busy}
      footer={
        <Button busy={busy} onClick={onConfirm}>
          {send}
        </Button>
      }
    >
      <div className="grid gap-4">
        <p className="text-ink-2">{children}</p>
        <TextAreaField
          label={label}
          maxLength={WORDS_MOST}
          error={tried && !said ? t`Please write a few words.` : undefined}
          value={words}
          hint={hidden && t`Only ${onlyFor} sees ${hidden}.`}
          onChange={(event) => setWords(event.target.value)}
        />
        {error && <Notice tone="bad">{errorText(error, t`This did not reach the server. Try again.`)}</Notice>}
      </div>
    </Dialog>
  );
}
