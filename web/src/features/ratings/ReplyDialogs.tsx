import { useLingui } from "@lingui/react/macro";
import { useState, type ReactNode } from "react";
import { bindText } from "#shared/forms/bind-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { TextAreaField } from "#shared/ui/fields/TextField.tsx";
import { useMaskedDetails } from "#shared/masking/use-masked-details.ts";
import { useAppealRating, useReplyToRating } from "./ratings.queries.ts";

const TEXT_MAX_LENGTH = 1000;

interface RatingDialogProps {
  ratingId: string;
  /** Author of the rating. */
  name: string;
  open: boolean;
  onClose: () => void;
}

/** The single reply to a rating. */
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
      {t`Everyone can read it below the rating. You can answer only once and can't edit it.`}
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
      label={t`What's wrong with it?`}
      sendLabel={t`Send to moderators`}
      busy={appeal.isPending}
      error={appeal.error}
      onSend={(reason) => appeal.mutate(reason, { onSuccess: onClose })}
    >
      {t`Use this if ${name}'s rating is insulting, untrue or not about the ride. Only moderators see what you write.`}
    </TextDialog>
  );
}

interface TextDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  label: string;
  sendLabel: string;
  /** Only this user sees contact details in the text, which is public otherwise. */
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
          error={submitted && !trimmedText ? t`Please enter a message.` : undefined}
          {...bindText(text, setText)}
          hint={maskedText && t`Only ${visibleOnlyTo} can see ${maskedText}.`}
        />
        <ErrorNotice error={error} />
      </div>
    </Dialog>
  );
}
