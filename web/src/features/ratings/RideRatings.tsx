import type { Rating, RatingOnRide } from "@commonlane/contract/ratings";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "#shared/api/error-text.ts";
import { formatDay } from "#shared/formatting/format.ts";
import { userTimeZone } from "#shared/formatting/user-time-zone.ts";
import { afterMutation } from "#shared/forms/after-mutation.ts";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { useNow } from "#shared/use-now.ts";
import { RatingForm } from "./RatingForm.tsx";
import {
  ratingsOnRide,
  useChangeRating,
  useGiveRating,
  useRemoveRating,
} from "./ratings.queries.ts";
import { UncountedNote } from "./Review.tsx";
import { Stars } from "./Stars.tsx";

interface RideRatingsProps {
  readonly rideId: string;
  /** Hides the question for a cancelled ride; only ratings that are possible or already given are shown. */
  readonly cancelled?: boolean | undefined;
  /** Shown if there is no one to rate. */
  readonly emptyText?: string | undefined;
}

/** Ratings among the people on a ride. Without anyone to rate it shows `emptyText`, or nothing. */
export function RideRatings({ rideId, cancelled = false, emptyText }: RideRatingsProps) {
  const { t } = useLingui();
  const { data, error, isPending, refetch, isRefetching } = useQuery(ratingsOnRide(rideId));
  if (isPending) return <Skeleton className="h-32 rounded-lg" />;
  if (!data) {
    return (
      <ErrorState
        message={t`Couldn't load the ratings. Check your connection and try again.`}
        onRetry={() => void refetch()}
        retrying={isRefetching || error === null}
      />
    );
  }
  const items = cancelled
    ? data.items.filter(({ open, given, received }) => open || given || received)
    : data.items;
  if (items.length === 0) return emptyText ? <p className="text-ink-2">{emptyText}</p> : null;
  return (
    <section aria-labelledby="after-ride" className="grid gap-3">
      <h2 id="after-ride" className="text-xl font-bold">
        {cancelled ? t`Ratings` : t`How was the ride?`}
      </h2>
      <ul className="grid gap-3">
        {items.map((ratingOnRide) => (
          <RatePerson key={ratingOnRide.person.uid} rideId={rideId} ratingOnRide={ratingOnRide} />
        ))}
      </ul>
    </section>
  );
}

/** Another person on the ride: the user's rating of them and theirs of the user. */
function RatePerson({ rideId, ratingOnRide }: { rideId: string; ratingOnRide: RatingOnRide }) {
  const { t } = useLingui();
  const { person, given, received, open, opensAt } = ratingOnRide;
  const nowMs = useNow();
  return (
    <li className="grid gap-3 card p-4">
      <div className="flex items-center gap-3">
        <Avatar
          uid={person.uid}
          name={person.displayName}
          initials={person.initials}
          photo={person.photo}
        />
        <p className="min-w-0 flex-1 truncate font-semibold">
          <Link to={`/profile/${person.uid}`} className="underline-offset-4 hover:underline">
            {person.displayName}
          </Link>
        </p>
      </div>
      {given && <OwnRating rating={given} name={person.displayName} />}
      {!given && open && <NewRating rideId={rideId} person={person} />}
      {!given && !open && (
        <p className="text-ink-2">
          {Date.parse(opensAt) > nowMs
            ? t`You can rate each other after the ride.`
            : t`The rating period is over.`}
        </p>
      )}
      {received && (
        <div className="grid gap-1 border-t border-line pt-3">
          <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
            {t`${person.displayName}'s rating of you`}
            <Stars rating={received.rating} />
          </p>
          {received.comment && (
            <p className="whitespace-pre-line wrap-anywhere">{received.comment}</p>
          )}
          <UncountedNote rating={received} />
        </div>
      )}
    </li>
  );
}

function NewRating({ rideId, person }: { rideId: string; person: RatingOnRide["person"] }) {
  const { t } = useLingui();
  const toast = useToast();
  const sendRating = useGiveRating({
    rideId,
    uid: person.uid,
  });
  return (
    <RatingForm
      name={person.displayName}
      busy={sendRating.isPending}
      error={sendRating.error}
      onSend={(values) =>
        afterMutation(sendRating.mutateAsync(values), () =>
          toast({
            message: t`Thank you for your rating.`,
            type: "success",
          }),
        )
      }
    />
  );
}

/** The user's own rating, which can be changed while no one else sees it. */
function OwnRating({ rating, name }: { rating: Rating; name: string }) {
  const { t } = useLingui();
  const [editing, setEditing] = useState(false);
  const change = useChangeRating(rating.id);
  const isUnpublished = rating.publishedAt === null;
  if (editing && isUnpublished) {
    return (
      <RatingForm
        name={name}
        existing={{
          rating: rating.rating,
          comment: rating.comment ?? "",
        }}
        busy={change.isPending}
        error={change.error}
        onSend={(values) => change.mutate(values, { onSuccess: () => setEditing(false) })}
        onCancel={() => setEditing(false)}
      />
    );
  }
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
        {t`Your rating of ${name}`}
        <Stars rating={rating.rating} />
      </p>
      {rating.comment && <p className="whitespace-pre-line wrap-anywhere">{rating.comment}</p>}
      <UncountedNote rating={rating} />
      {rating.publishedAt === null ? (
        <>
          <p className="text-sm text-ink-3">
            {t`Only you can see this until ${name} has rated you or the rating period ends.`}
          </p>
          <div className="flex flex-wrap justify-end gap-2">
            <WithdrawRatingButton ratingId={rating.id} />
            <Button variant="line" size="sm" icon="edit" onClick={() => setEditing(true)}>
              {t`Edit`}
            </Button>
          </div>
        </>
      ) : (
        <p className="text-sm text-ink-3">
          {rating.hiddenAt
            ? t`Hidden by moderators. No one else can see it, and it doesn't count.`
            : t`Public since ${formatDay(rating.publishedAt, userTimeZone())}.`}
        </p>
      )}
    </div>
  );
}

function WithdrawRatingButton({ ratingId }: { ratingId: string }) {
  const { t } = useLingui();
  const toast = useToast();
  const remove = useRemoveRating(ratingId);
  const onRemove = () =>
    void remove.mutateAsync().catch((error: unknown) =>
      toast({
        message: errorText(error),
        type: "error",
      }),
    );
  return (
    <Button variant="ghost" size="sm" busy={remove.isPending} onClick={onRemove}>
      {t`Delete rating`}
    </Button>
  );
}
