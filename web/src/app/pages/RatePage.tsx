import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { RideTripOutcomes } from "#features/trip-outcomes/RideTripOutcomes.tsx";
import { RideRatings } from "#features/ratings/RideRatings.tsx";
import { rideById } from "#features/rides/rides.queries.ts";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { JourneyStrip } from "#shared/ui/JourneyStrip.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { EstimateText } from "#shared/formatting/EstimateText.tsx";
import { formatArrival } from "#shared/formatting/estimates.ts";
import { formatDay, formatTime, townName } from "#shared/formatting/format.ts";

/** Rating after a ride, in two taps, with an optional comment. */
export function RatePage() {
  const { t } = useLingui();
  const { rideId = "" } = useParams();
  const ride = useQuery(rideById(rideId)).data;
  const title = ride
    ? t`${townName(ride.origin.label)} to ${townName(ride.destination.label)}`
    : t`Your ride`;
  useTitle(title);
  return (
    <div className="mx-auto grid w-full max-w-xl gap-5 px-(--gutter) py-6">
      <header className="grid gap-2">
        <h1 className="text-2xl font-bold tracking-[-.02em] wrap-anywhere outline-none">{title}</h1>
        {ride && (
          <>
            <JourneyStrip
              from={townName(ride.origin.label)}
              to={townName(ride.destination.label)}
              departs={formatTime(ride.departsAt, ride.timeZone)}
              arrives={<EstimateText text={formatArrival(ride.arrivesAt, ride)} />}
              via={ride.stops.length}
            />
            <p className="text-ink-2">{formatDay(ride.departsAt, ride.timeZone)}</p>
          </>
        )}
      </header>
      <RideRatings rideId={rideId} emptyText={t`There's no one to rate for this ride.`} />
      {ride && <RideTripOutcomes ride={ride} />}
      <nav aria-label={t`What's next`} className="flex flex-wrap gap-2">
        {ride && (
          <Link to={`/rides/${rideId}`} className={buttonClasses("line")}>
            {t`View ride`}
          </Link>
        )}
        <Link to="/home" className={buttonClasses("ghost")}>{t`Back home`}</Link>
      </nav>
    </div>
  );
}
