import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { RatePerson } from "./RatePerson.tsx";
import { ratingsOnRide } from "./ratings.queries.ts";

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
