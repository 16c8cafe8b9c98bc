import type { Rating } from "@commonlane/contract/ratings";
import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { formatDay } from "#shared/formatting/format.ts";
import { userTimeZone } from "#shared/formatting/user-time-zone.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { MaskedTextNote } from "#shared/masking/MaskedTextNote.tsx";
import { useMaskedDetails } from "#shared/masking/use-masked-details.ts";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { TextAreaField } from "#shared/ui/fields/TextField.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { useAppealRating, useReplyToRating } from "./ratings.queries.ts";
import { Stars } from "./Stars.tsx";

/** A published rating with its reply. On their own profile, users can reply or ask a moderator. */
export function Review({ review, isOwnProfile }: { review: Rating; isOwnProfile: boolean }) {
  const { t } = useLingui();
  const { rater, rating, comment, publishedAt, reply } = review;
  return (
    <li className="grid gap-2 border-t border-line py-4">
      <div className="flex items-center gap-3">
        <Avatar
          uid={rater.uid}
          name={rater.displayName}
          initials={rater.initials}
          photo={rater.photo}
          size="sm"
        />
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold">
            <Link to={`/profile/${rater.uid}`} className="underline-offset-4 hover:underline">
              {rater.displayName}
            </Link>
          </p>
          {publishedAt && (
            <p className="text-sm text-ink-3">{formatDay(publishedAt, userTimeZone())}</p>
          )}
        </div>
        <Stars rating={rating} />
      </div>
      {comment && <p className="whitespace-pre-line wrap-anywhere">{comment}</p>}
      <MaskedTextNote
        text={comment}
        explanation={t`Only the two people involved can see phone numbers, e-mail addresses and links.`}
      />
      <UncountedNote rating={review} />
      {reply && (
        <blockquote className="ms-4 grid gap-1 rounded-md bg-sunken px-4 py-3">
          <p className="text-sm font-semibold text-ink-2">
            {isOwnProfile ? t`Your answer` : t`Answer`}
          </p>
          <p className="whitespace-pre-line wrap-anywhere">{reply.text}</p>
          <MaskedTextNote
            text={reply.text}
            explanation={t`Only the two people involved can see phone numbers, e-mail addresses and links.`}
          />
        </blockquote>
      )}
      {isOwnProfile && <ReviewActions rating={review} />}
    </li>
  );
}

function ReviewActions({ rating: { id, rater, reply, appealedAt } }: { rating: Rating }) {
  const { t } = useLingui();
  const [openDialog, setOpenDialog] = useState<"reply" | "appeal">();
  const close = () => setOpenDialog(undefined);
  const name = rater.displayName;
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      {appealedAt ? (
        <p className="text-sm text-ink-3">{t`A moderator will review this.`}</p>
      ) : (
        <Button
          variant="ghost"
          size="sm"
          onClick={() => setOpenDialog("appeal")}
          aria-label={t`Ask a moderator about ${name}'s rating`}
        >
          {t`Ask a moderator`}
        </Button>
      )}
      {!reply && (
        <Button
          variant="line"
          size="sm"
          onClick={() => setOpenDialog("reply")}
          aria-label={t`Answer ${name}'s rating`}
        >
          {t`Answer`}
        </Button>
      )}
      <ReplyDialog ratingId={id} name={name} open={openDialog === "reply"} onClose={close} />
      <AppealDialog ratingId={id} name={name} open={openDialog === "appeal"} onClose={close} />
    </div>
  );
}

/** Says of a rating that does not count towards the average why that is so. */
export function UncountedNote({ rating: { uncounted } }: { rating: Pick<Rating, "uncounted"> }) {
  const { t } = useLingui();
  if (uncounted === null) return null;
  return (
    <p className="text-sm text-ink-3">
      {uncounted === "booking"
        ? t`Doesn't count towards the average, because the ride was very short, booked just before the departure, or ended early.`
        : t`Doesn't count towards the average, because another rating by the same person in the 30 days before does.`}
    </p>
  );
}

const TEXT_MAX_LENGTH = 1000;

interface RatingDialogProps {
  ratingId: string;
  /** Author of the rating. */
  name: string;
  open: boolean;
  onClose: () => void;
}

/** The single reply to a rating. */
function ReplyDialog({ ratingId, name, open, onClose }: RatingDialogProps) {
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

function AppealDialog({ ratingId, name, open, onClose }: RatingDialogProps) {
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
