import type { RatingStats } from "@commonlane/contract/ratings";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { errorText } from "#shared/api/error-text.ts";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { formatStars } from "#shared/formatting/format.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { ShowMore } from "#shared/ui/ShowMore.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { ratingsOf, ratingStatsOf } from "./ratings.queries.ts";
import { Review } from "./Review.tsx";
import { STARS } from "./Stars.tsx";

/** A user's rating summary and reviews. `mine` lets the user reply to them. */
export function Reputation({
  uid,
  isOwnProfile,
  children,
}: {
  uid: string;
  isOwnProfile: boolean;
  children?: ReactNode;
}) {
  const { t } = useLingui();
  const { data: stats, isPending, refetch, isRefetching } = useQuery(ratingStatsOf(uid));
  return (
    <section id="ratings" aria-labelledby="reputation" className="grid scroll-mt-20 gap-5 card p-5">
      <h2 id="reputation" className="text-lg font-bold">{t`Ratings`}</h2>
      {children}
      {isPending && <Skeleton className="h-28 rounded-md" />}
      {!isPending && !stats && (
        <ErrorState
          message={t`Couldn't load the ratings. Check your connection and try again.`}
          onRetry={() => void refetch()}
          retrying={isRefetching}
        />
      )}
      {stats && stats.mean !== null && <RatingSummary stats={stats} mean={stats.mean} />}
      {stats && <Reviews uid={uid} isOwnProfile={isOwnProfile} />}
    </section>
  );
}

function RatingSummary({ stats, mean }: { stats: RatingStats; mean: number }) {
  const { t } = useLingui();
  const { count, isNew } = stats;
  return (
    <div className="grid items-center gap-x-8 gap-y-4 sm:grid-cols-[auto_1fr]">
      <div className="grid justify-items-start gap-1.5">
        <p className="num text-3xl leading-none font-bold">{formatStars(mean)}</p>
        <p className="text-sm text-ink-2">{t`of 5, from ${plural(count, {
          one: "# rating",
          other: "# ratings",
        })}`}</p>
        {isNew && (
          <Pill tone="info" icon="user">
            {t`New: few ratings so far`}
          </Pill>
        )}
      </div>
      <RatingHistogram stats={stats} />
    </div>
  );
}

/** All published ratings, also those that do not count towards the average. */
function Reviews({ uid, isOwnProfile }: { uid: string; isOwnProfile: boolean }) {
  const { t } = useLingui();
  const query = useInfiniteQuery(ratingsOf(uid));
  const { data, error, isPending, refetch, isRefetching } = query;
  if (isPending) return <Skeleton className="h-24 rounded-md" />;
  if (!data) {
    return (
      <ErrorState
        className="py-4"
        message={errorText(
          error,
          t`Couldn't load the reviews. Check your connection and try again.`,
        )}
        onRetry={() => void refetch()}
        retrying={isRefetching}
      />
    );
  }
  const reviews = data.pages.flatMap(({ items }) => items);
  if (reviews.length === 0) {
    return (
      <p className="text-ink-2">
        {isOwnProfile
          ? t`No ratings yet. You and your fellow travellers rate each other after a ride.`
          : t`No ratings yet.`}
      </p>
    );
  }
  return (
    <div className="grid gap-4">
      <ul className="grid">
        {reviews.map((rating) => (
          <Review key={rating.id} review={rating} isOwnProfile={isOwnProfile} />
        ))}
      </ul>
      <ShowMore query={query}>{t`Show older`}</ShowMore>
    </div>
  );
}

/** Number of ratings per star as bars, with a text alternative for screen readers. */
function RatingHistogram({ stats: { histogram, count } }: { stats: RatingStats }) {
  const { t } = useLingui();
  return (
    <ul aria-label={t`Ratings by stars`} className="grid gap-1">
      {STARS.toReversed().map((stars) => (
        <li key={stars} className="flex items-center gap-2.5 text-sm">
          <span className="sr-only">
            {t`${plural(stars, {
              one: "# star",
              other: "# stars",
            })}: ${plural(histogram[stars], {
              one: "# rating",
              other: "# ratings",
            })}`}
          </span>
          <span
            aria-hidden="true"
            className="num flex w-8 items-center justify-end gap-1 text-ink-2"
          >
            {stars}
            <Icon name="star" filled className="size-3.5 text-warn" />
          </span>
          <span aria-hidden="true" className="h-2.5 flex-1 overflow-hidden rounded-full bg-sunken">
            <span
              className="block h-full rounded-full bg-warn"
              style={{ width: `${count === 0 ? 0 : (100 * histogram[stars]) / count}%` }}
            />
          </span>
          <span aria-hidden="true" className="num w-8 text-ink-2">
            {histogram[stars]}
          </span>
        </li>
      ))}
    </ul>
  );
}
