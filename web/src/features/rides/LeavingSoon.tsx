import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { errorText } from "#shared/error-text.ts";
import { buttonLook } from "#shared/ui/button-look.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { ShowMore } from "#shared/ui/ShowMore.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { RideCard } from "./RideCard.tsx";
import type { useLeavingSoon } from "./use-leaving-soon.ts";

interface LeavingSoonProps {
  soon: ReturnType<typeof useLeavingSoon>;
  selectedId: string | null;
  onSelect: (rideId: string) => void;
}

/** What goes soon, whatever the direction: for looking around before searching. */
export function LeavingSoon({ soon, selectedId, onSelect }: LeavingSoonProps) {
  const { t } = useLingui();
  return (
    <section aria-labelledby="leaving-soon" className="grid gap-3">
      <h2 id="leaving-soon" className="text-xl font-bold tracking-[-.02em]">{t`Leaving soon`}</h2>
      {soon.data ? (
        <SoonList soon={soon} selectedId={selectedId} onSelect={onSelect} />
      ) : soon.isPending ? (
        <SkeletonCards count={2} />
      ) : (
        <ErrorState
          message={errorText(soon.error, t`The rides could not be loaded. Check your connection and try again.`)}
          onRetry={() => void soon.refetch()}
          retrying={soon.isFetching}
        />
      )}
    </section>
  );
}

function SoonList({ soon, selectedId, onSelect }: LeavingSoonProps) {
  const { t } = useLingui();
  if (soon.rides.length === 0 && !soon.hasNextPage)
    return (
      <EmptyState
        title={t`No rides are offered yet`}
        action={<Link to="/host" className={buttonLook("line")}>{t`Offer the first ride`}</Link>}
      >
        {t`Whoever drives anyway can take others along. Offered rides show up here.`}
      </EmptyState>
    );
  return (
    <>
      <ul className="grid gap-3">
        {soon.rides.map((ride: Ride) => (
          <li key={ride.id}>
            <RideCard
              ride={ride}
              selected={ride.id === selectedId}
              chosenBefore={ride.id === selectedId}
              onSelect={() => onSelect(ride.id)}
            />
          </li>
        ))}
      </ul>
      <ShowMore query={soon} className="justify-items-center">
        {soon.isFetchingNextPage ? t`Loading…` : t`Show more rides`}
      </ShowMore>
    </>
  );
}
