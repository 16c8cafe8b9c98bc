import { useLingui } from "@lingui/react/macro";
import { useState, type ReactNode } from "react";
import { errorText } from "#shared/api/error-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { TextAreaField } from "#shared/ui/fields/TextField.tsx";
import { useMaskedDetails } from "#shared/masking/use-masked-details.ts";
import { useAppealRating, useReplyToRating } from "./ratings.queries.ts";

const TEXT_MAX_LENGTH = 1000;

interface RatingDialogProps {
  ratingId: string;
  /** Who gave it. */
  name: string;
  open: boolean;
  onClose: () => void;
}

/** The one answer to a rating. */
export function ReplyDialog({ ratingId, name, open, onClose }: RatingDialogProps) {
  const { t } = useLingui();
  const reply = useReplyToRating(ratingId);
  return (
    <TextDialog
      open={open}
      onClose={onClose}
      title={t`Answer ${name}`}
      label={t`Your answer`}
      sendLabel={t`Publish answer`}
      visibleOnlyTo={name}
      busy={reply.isPending}
      error={reply.error}
      onSend={(text) => reply.mutate(text, { onSuccess: onClose })}
    >
      {t`It stands below the rating for everybody to read. You can answer once, and not change it.`}
    </TextDialog>
  );
}

export function AppealDialog({ ratingId, name, open, onClose }: RatingDialogProps) {
  const { t } = useLingui();
  const appeal = useAppealRating(ratingId);
  return (
    <TextDialog
      open={open}
      onClose={onClose}
      title={t`Ask a moderator`}
      label={t`What is wrong with it?`}
      sendLabel={t`Send to the moderators`}
      busy={appeal.isPending}
      error={appeal.error}
      onSend={(reason) => appeal.mutate(reason, { onSuccess: onClose })}
    >
      {t`For a rating of ${name} that is insulting, untrue or not about the ride. Only the moderators read what you write.`}
    </TextDialog>
  );
}

interface TextDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  label: string;
  sendLabel: string;
  /** Who alone is shown how to reach somebody, where everybody reads the words. */
  visibleOnlyTo?: string;
  busy: boolean;
  error: Error | null;
  onSend: (text: string) => void;
  children: ReactNode;
}

function TextDialog({
  open,
  onClose,
  title,
  label,
  sendLabel,
  visibleOnlyTo,
  busy,
  error,
  onSend,
  children,
}: TextDialogProps) {
  const { t } = useLingui();
  const [text, setText] = useState("");
  const [submitted, setSubmitted] = useState(false);
  const trimmedText = text.trim();
  const maskedText = useMaskedDetails(visibleOnlyTo === undefined ? undefined : text);
  const onConfirm = () => {
    setSubmitted(true);
    if (trimmedText) onSend(trimmedText);
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      cancelLabel={t`Cancel`}
      busy={busy}
      footer={
        <Button busy={busy} onClick={onConfirm}>
          {sendLabel}
        </Button>
      }
    >
      <div className="grid gap-4">
        <p className="text-ink-2">{children}</p>
        <TextAreaField
          label={label}
          maxLength={TEXT_MAX_LENGTH}
          error={submitted && !trimmedText ? t`Please write a few words.` : undefined}
          value={text}
          hint={maskedText && t`Only ${visibleOnlyTo} sees ${maskedText}.`}
          onChange={(event) => setText(event.target.value)}
        />
        {error && <Notice tone="bad">{errorText(error, t`This did not reach the server. Try again.`)}</Notice>}
      </div>
    </Dialog>
  );
}
