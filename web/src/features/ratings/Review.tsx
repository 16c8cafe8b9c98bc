import type { Rating } from "@commonlane/contract/ratings";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { ownTimeZone } from "#shared/wording/own-time-zone.ts";
import { dayText } from "#shared/wording/wording.ts";
import { MaskNote } from "#shared/words/MaskNote.tsx";
import { Stars } from "./Stars.tsx";
import { AppealDialog, ReplyDialog } from "./WordsDialog.tsx";

/** One published rating with its answer; `mine` lets the person it is about answer it or ask a moderator. */
export function Review({ rating: said, mine }: { rating: Rating; mine: boolean }) {
  const { t } = useLingui();
  const { rater, rating, comment, publishedAt, reply } = said;
  return (
    <li className="grid gap-2 border-t border-line py-4">
      <div className="flex items-center gap-3">
        <Avatar uid={rater.uid} name={rater.displayName} initials={rater.initials} photo={rater.photo} size="sm" />
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold">
            <Link to={`/profile/${rater.uid}`} className="underline-offset-4 hover:underline">
              {rater.displayName}
            </Link>
          </p>
          {publishedAt && <p className="text-sm text-ink-3">{dayText(publishedAt, ownTimeZone())}</p>}
        </div>
        <Stars rating={rating} />
      </div>
      {comment && <p className="whitespace-pre-line wrap-anywhere">{comment}</p>}
      <MaskNote text={comment} forWhom={t`Phone numbers, e-mail addresses and links show to the two alone.`} />
      {reply && (
        <blockquote className="ms-4 grid gap-1 rounded-md bg-sunken px-4 py-3">
          <p className="text-sm font-semibold text-ink-2">{mine ? t`Your answer` : t`The answer`}</p>
          <p className="whitespace-pre-line wrap-anywhere">{reply.text}</p>
          <MaskNote text={reply.text} forWhom={t`Phone numbers, e-mail addresses and links show to the two alone.`} />
        </blockquote>
      )}
      {mine && <Answers rating={said} />}
    </li>
  );
}

function Answers({ rating: { id, rater, reply, appealedAt } }: { rating: Rating }) {
  const { t } = useLingui();
  const [asking, setAsking] = useState<"reply" | "appeal">();
  const close = () => setAsking(undefined);
  const name = rater.displayName;
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      {appealedAt ? (
        <p className="text-sm text-ink-3">{t`A moderator was asked to look at this.`}</p>
      ) : (
        <Button
          variant="ghost"
          size="sm"
          onClick={() => setAsking("appeal")}
          aria-label={t`Ask a moderator about the rating of ${name}`}
        >
          {t`Ask a moderator`}
        </Button>
      )}
      {!reply && (
        <Button
          variant="line"
          size="sm"
          onClick={() => setAsking("reply")}
          aria-label={t`Answer the rating of ${name}`}
        >
          {t`Answer`}
        </Button>
      )}
      <ReplyDialog ratingId={id} name={name} open={asking === "reply"} onClose={close} />
      <AppealDialog ratingId={id} name={name} open={asking === "appeal"} onClose={close} />
    </div>
  );
}
