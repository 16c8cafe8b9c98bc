import type { FollowedRide } from "@commonlane/contract/trip-safety";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { errorText } from "#shared/api/error-text.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Logo } from "#shared/ui/Logo.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { userTimeZone } from "#shared/formatting/user-time-zone.ts";
import { formatDay, formatTime } from "#shared/formatting/format.ts";
import { FollowedTrip } from "./FollowedTrip.tsx";
import { followedTrip, isLinkExpired } from "./trip-safety.queries.ts";

/** Somebody's ride for who was given the link, without an account. What opens it stands after the `#`, and is sent to nobody else. */
export function FollowTripScreen() {
  const { t } = useLingui();
  const token = useLocation().hash.slice(1);
  const { data, error, refetch, isFetching } = useQuery(followedTrip(token));
  const isExpired = token === "" || isLinkExpired(error);
  useTitle(t`A shared ride`);
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto grid w-full max-w-3xl content-start gap-5 px-(--gutter) py-6 outline-none"
    >
      <Logo />
      <h1 className="text-2xl font-bold tracking-[-.02em] outline-none">{t`A shared ride`}</h1>
      {isExpired ? (
        <EmptyState title={t`This link shows nothing any more`}>
          {t`The ride is over, the link was taken back, or it is not complete. Ask who sent it to you.`}
        </EmptyState>
      ) : data ? (
        <FollowedTripState ride={data} />
      ) : error ? (
        <ErrorState
          message={errorText(error, t`The ride could not be loaded. Check your connection and try again.`)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <SkeletonCards />
      )}
      {!isExpired && data?.state === "open" && error && (
        <Notice tone="warn">{t`There is no connection right now. What you see may be old.`}</Notice>
      )}
    </main>
  );
}

function FollowedTripState({ ride }: { ride: FollowedRide }) {
  const { t } = useLingui();
  if (ride.state === "early") {
    const [day, time] = [formatDay(ride.opensAt, userTimeZone()), formatTime(ride.opensAt, userTimeZone())];
    return (
      <EmptyState title={t`The ride has not begun`}>
        {t`From ${day}, ${time} on you can follow it here. Leave this page open, or come back then.`}
      </EmptyState>
    );
  }
  if (ride.state === "arrived") {
    const time = formatTime(ride.arrivedAt, userTimeZone());
    return <Notice tone="ok">{t`${ride.sharer} has arrived, as they said at ${time}.`}</Notice>;
  }
  return <FollowedTrip ride={ride} />;
}
