import { type ModeratedRating, moderation } from "@commonlane/contract/moderation";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "#shared/ui/Button.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { useDeed } from "./moderation.queries.ts";
import { AppealNote, PersonLink, When } from "./parts.tsx";
import { WhyDialog } from "./WhyDialog.tsx";

/** One rating with what was said against it, and what can be done. */
export function RatingCard({ rating }: { rating: ModeratedRating }) {
  const { t } = useLingui();
  const { rater, rated, appeal, hiddenAt, publishedAt } = rating;
  return (
    <div className="grid gap-2 p-4">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <PersonLink person={rater} />
        <span>{t`about`}</span>
        <PersonLink person={rated} />
        <Pill tone="quiet" icon="star">
          {t`${rating.rating} of 5`}
        </Pill>
        {hiddenAt && (
          <Pill tone="bad" icon="eye-off">
            {t`Hidden`}
          </Pill>
        )}
        {publishedAt ? <When at={publishedAt} /> : <span className="text-sm text-ink-2">{t`not public yet`}</span>}
      </div>
      {rating.comment && <p className="wrap-anywhere">{rating.comment}</p>}
      {rating.reply && <p className="text-ink-2 wrap-anywhere">{t`Answer: ${rating.reply}`}</p>}
      {appeal && <AppealNote appeal={appeal} />}
      <div className="flex flex-wrap gap-2">
        {publishedAt && <RatingDeeds rating={rating} />}
        <Link
          to={`/moderation/rides/${rating.rideId}`}
          className="inline-flex min-h-11 items-center font-semibold text-brand-ink underline"
        >{t`The ride`}</Link>
      </div>
    </div>
  );
}

type Deed = "hide" | "show" | "uphold" | "dismiss";

function RatingDeeds({ rating }: { rating: ModeratedRating }) {
  const { t } = useLingui();
  const [open, setOpen] = useState<Deed>();
  const onClose = () => setOpen(undefined);
  const waits = rating.appeal !== null && rating.appeal.decidedAt === null;
  return (
    <>
      {waits && (
        <>
          <Button size="sm" icon="eye-off" onClick={() => setOpen("uphold")}>{t`Uphold, and hide it`}</Button>
          <Button size="sm" variant="line" onClick={() => setOpen("dismiss")}>{t`Let it stay`}</Button>
        </>
      )}
      {!waits && (
        <Button size="sm" variant="line" onClick={() => setOpen(rating.hiddenAt ? "show" : "hide")}>
          {rating.hiddenAt ? t`Show again` : t`Hide`}
        </Button>
      )}
      {open && <RatingDialog key={open} rating={rating} deed={open} onClose={onClose} />}
    </>
  );
}

function RatingDialog({ rating, deed, onClose }: { rating: ModeratedRating; deed: Deed; onClose: () => void }) {
  const { t } = useLingui();
  const hide = useDeed(moderation.hideRating);
  const show = useDeed(moderation.showRating);
  const decide = useDeed(moderation.decideAppeal);
  const params = { ratingId: rating.id };
  const done = { onSuccess: onClose };
  const titles: Record<Deed, string> = {
    hide: t`Hide the rating`,
    show: t`Show the rating again`,
    uphold: t`Uphold the appeal`,
    dismiss: t`Let the rating stay`,
  };
  const onConfirm = (reason: string) => {
    if (deed === "hide") hide.mutate({ params, body: { reason } }, done);
    else if (deed === "show") show.mutate({ params, body: { reason } }, done);
    else decide.mutate({ params, body: { reason, hide: deed === "uphold" } }, done);
  };
  return (
    <WhyDialog
      open
      onClose={onClose}
      title={titles[deed]}
      label={t`Why`}
      confirm={t`Confirm`}
      busy={hide.isPending || show.isPending || decide.isPending}
      error={hide.error ?? show.error ?? decide.error}
      onConfirm={onConfirm}
    >
      {deed === "uphold" || deed === "dismiss"
        ? t`Who appealed reads this.`
        : t`It is kept in the log; nobody is told.`}
    </WhyDialog>
  );
}
