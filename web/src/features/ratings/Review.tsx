import type { Rating } from "@commonlane/contract/ratings";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { userTimeZone } from "#shared/formatting/user-time-zone.ts";
import { formatDay } from "#shared/formatting/format.ts";
import { MaskedTextNote } from "#shared/masking/MaskedTextNote.tsx";
import { Stars } from "./Stars.tsx";
import { AppealDialog, ReplyDialog } from "./ReplyDialogs.tsx";

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
