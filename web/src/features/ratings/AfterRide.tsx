import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { RatePerson } from "./RatePerson.tsx";
import { ratingsOnRide } from "./ratings.queries.ts";

/** After a ride, for everybody who was on it: how was it with the others? Nothing where one shared it with nobody. */
export function AfterRide({ rideId, alone }: { rideId: string; alone?: string | undefined }) {
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
  if (data.items.length === 0) return alone ? <p className="text-ink-2">{alone}</p> : null;
  return (
    <section aria-labelledby="after-ride" className="grid gap-3">
      <h2 id="after-ride" className="text-xl font-bold">{t`How was the ride?`}</h2>
      <ul className="grid gap-3">
        {data.items.map((on) => (
          <RatePerson key={on.person.uid} rideId={rideId} on={on} />
        ))}
      </ul>
    </section>
  );
}
