import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { RatePerson } from "./RatePerson.tsx";
import { ratingsOnRide } from "./ratings.queries.ts";

interface RideRatingsProps {
  readonly rideId: string;
  /** A cancelled ride does not ask how it was; only ratings that are possible or already given are shown. */
  readonly cancelled?: boolean | undefined;
  /** Shown when there is nobody to rate. */
  readonly emptyText?: string | undefined;
}

/** Ratings among the people of a ride. Shows nothing if there is nobody to rate and no `alone` text. */
export function RideRatings({ rideId, cancelled = false, emptyText }: RideRatingsProps) {
  const { t } = useLingui();
  const { data, error, isPending, refetch, isRefetching } = useQuery(ratingsOnRide(rideId));
  if (isPending) return <Skeleton className="h-32 rounded-lg" />;
  if (!data) {
    return (
      <ErrorState
        message={t`The ratings could not be loaded. Check your connection and try again.`}
        onRetry={() => void refetch()}
        retrying={isRefetching || error === null}
      />
    );
  }
  const items = cancelled ? data.items.filter(({ open, given, received }) => open || given || received) : data.items;
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
