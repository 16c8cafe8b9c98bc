import type { FollowedRide } from "@commonlane/contract/trip-safety";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { errorText } from "#shared/api/error-text.ts";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Logo } from "#shared/ui/Logo.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { userTimeZone } from "#shared/formatting/user-time-zone.ts";
import { formatDayAndTime } from "#shared/formatting/day-and-time.ts";
import { formatDay, formatTime, formatTimeZone, townName } from "#shared/formatting/format.ts";
import { FollowedTrip } from "./FollowedTrip.tsx";
import { followedTrip, isLinkExpired } from "./trip-safety.queries.ts";
import { TripHeadline } from "./TripHeadline.tsx";

/**
 * A shared trip, for anyone with the link and without an account. The token is in the URL fragment, which browsers send
 * to no server.
 */
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
      {isExpired && (
        <TripHeadline icon="lock" title={t`This link no longer works`}>
          {t`The ride is over, or the link was revoked or is incomplete. Ask the person who sent it.`}
        </TripHeadline>
      )}
      {!isExpired && data && <FollowedTripState ride={data} />}
      {!isExpired && !data && (
        <>
          <h1 className="text-2xl font-bold">{t`A shared ride`}</h1>
          {error ? (
            <ErrorState
              message={errorText(
                error,
                t`Couldn't load the ride. Check your connection and try again.`,
              )}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          ) : (
            <SkeletonCards />
          )}
        </>
      )}
      {!isExpired && data?.state === "open" && error && (
        <Notice tone="warn">{t`You're offline. This information may be out of date.`}</Notice>
      )}
    </main>
  );
}

function FollowedTripState({ ride }: { ride: FollowedRide }) {
  const { t } = useLingui();
  if (ride.state === "early") return <TripAhead ride={ride} />;
  if (ride.state === "cancelled")
    return (
      <TripHeadline icon="info" title={t`The ride was cancelled`}>
        {t`It doesn't take place. Ask the person who sent you this link about their plans.`}
      </TripHeadline>
    );
  if (ride.state === "arrived") {
    const time = formatTime(ride.arrivedAt, userTimeZone());
    return (
      <TripHeadline icon="check-circle" tone="ok" title={t`${ride.sharer} has arrived`}>
        {t`Confirmed at ${time}.`}
      </TripHeadline>
    );
  }
  return <FollowedTrip ride={ride} />;
}

/** Whose trip it is and when the page will show it; the page reloads it by itself. */
function TripAhead({ ride }: { ride: Extract<FollowedRide, { state: "early" }> }) {
  const { t } = useLingui();
  const { opensAt, trip } = ride;
  const day = formatDay(opensAt, userTimeZone());
  const time = formatTime(opensAt, userTimeZone());
  const opens = t`You can follow it here from ${day}, ${time}. Keep this page open or come back then.`;
  if (!trip) {
    return (
      <TripHeadline icon="clock" title={t`The ride hasn't started`}>
        {opens}
      </TripHeadline>
    );
  }
  const { sharer } = trip;
  const to = townName(trip.to);
  const starts = formatDayAndTime(trip.startsAt, trip.timeZone);
  const zone = formatTimeZone(trip.startsAt, trip.timeZone);
  return (
    <TripHeadline icon="clock" title={t`${sharer} travels to ${to}`}>
      <p className="font-semibold">{zone ? `${starts} (${zone})` : starts}</p>
      <p>{opens}</p>
    </TripHeadline>
  );
}
