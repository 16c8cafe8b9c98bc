import { type ModeratedRating, moderation } from "@commonlane/contract/moderation";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "#shared/ui/Button.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { AppealNote, PersonLink, Timestamp } from "#shared/console/console-ui.tsx";
import { ModerationReasonDialog } from "../ui/ModerationReasonDialog.tsx";
import { useConsoleAction } from "#shared/console/use-console-action.ts";

/** A rating with its appeal and the available actions. */
export function RatingCard({ rating }: { rating: ModeratedRating }) {
  const { t } = useLingui();
  const { rater, rated, appeal, hiddenAt, publishedAt } = rating;
  return (
    <div className="grid gap-2 p-4">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <PersonLink person={rater} />
        <span>
          {t({
            message: "about",
            context: "Anna about Ben",
          })}
        </span>
        <PersonLink person={rated} />
        <Pill tone="quiet" icon="star">
          {t`${rating.rating} of 5`}
        </Pill>
        {hiddenAt && (
          <Pill tone="bad" icon="eye-off">
            {t`Hidden`}
          </Pill>
        )}
        {publishedAt ? (
          <Timestamp at={publishedAt} />
        ) : (
          <span className="text-sm text-ink-2">{t`not published yet`}</span>
        )}
      </div>
      {rating.comment && <p className="wrap-anywhere">{rating.comment}</p>}
      {rating.reply && <p className="text-ink-2 wrap-anywhere">{t`Reply: ${rating.reply}`}</p>}
      {appeal && <AppealNote appeal={appeal} />}
      <div className="flex flex-wrap gap-2">
        {publishedAt && <RatingActions rating={rating} />}
        <Link
          to={`/moderation/rides/${rating.rideId}`}
          className="inline-flex min-h-11 items-center font-semibold text-brand-ink underline"
        >{t`Ride`}</Link>
      </div>
    </div>
  );
}

type RatingAction = "hide" | "show" | "uphold" | "dismiss";

function RatingActions({ rating }: { rating: ModeratedRating }) {
  const { t } = useLingui();
  const [open, setOpen] = useState<RatingAction>();
  const onClose = () => setOpen(undefined);
  const isAppealPending = rating.appeal !== null && rating.appeal.decidedAt === null;
  return (
    <>
      {isAppealPending && (
        <>
          <Button
            size="sm"
            icon="eye-off"
            onClick={() => setOpen("uphold")}
          >{t`Uphold and hide`}</Button>
          <Button
            size="sm"
            variant="line"
            onClick={() => setOpen("dismiss")}
          >{t`Keep rating`}</Button>
        </>
      )}
      {!isAppealPending && (
        <Button size="sm" variant="line" onClick={() => setOpen(rating.hiddenAt ? "show" : "hide")}>
          {rating.hiddenAt ? t`Show again` : t`Hide`}
        </Button>
      )}
      {open && <RatingDialog key={open} rating={rating} action={open} onClose={onClose} />}
    </>
  );
}

function RatingDialog({
  rating,
  action,
  onClose,
}: {
  rating: ModeratedRating;
  action: RatingAction;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const hide = useConsoleAction(moderation.hideRating);
  const show = useConsoleAction(moderation.showRating);
  const decide = useConsoleAction(moderation.decideRatingAppeal);
  const params = { ratingId: rating.id };
  const done = { onSuccess: onClose };
  const titles: Record<RatingAction, string> = {
    hide: t`Hide the rating`,
    show: t`Show the rating again`,
    uphold: t`Uphold the appeal`,
    dismiss: t`Keep the rating`,
  };
  const onConfirm = (reason: string) => {
    if (action === "hide")
      hide.mutate(
        {
          params,
          body: { reason },
        },
        done,
      );
    else if (action === "show")
      show.mutate(
        {
          params,
          body: { reason },
        },
        done,
      );
    else
      decide.mutate(
        {
          params,
          body: {
            reason,
            hide: action === "uphold",
          },
        },
        done,
      );
  };
  return (
    <ModerationReasonDialog
      open
      onClose={onClose}
      title={titles[action]}
      label={t`Reason`}
      confirmLabel={t`Confirm`}
      busy={hide.isPending || show.isPending || decide.isPending}
      error={hide.error ?? show.error ?? decide.error}
      onConfirm={onConfirm}
    >
      {action === "uphold" || action === "dismiss"
        ? t`The person who appealed sees this.`
        : t`Recorded in the log. No one is notified.`}
    </ModerationReasonDialog>
  );
}
