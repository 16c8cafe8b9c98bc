import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { RidePassages } from "#features/passages/RidePassages.tsx";
import { AfterRide } from "#features/ratings/AfterRide.tsx";
import { oneRide } from "#features/rides/rides.queries.ts";
import { buttonLook } from "#shared/ui/button-look.ts";
import { JourneyStrip } from "#shared/ui/JourneyStrip.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { dayText, timeText, townOf } from "#shared/wording/wording.ts";

/** After a ride: how it was, in two taps, and what else is to be said of it. */
export function RatePage() {
  const { t } = useLingui();
  const { rideId = "" } = useParams();
  const { data: ride } = useQuery(oneRide(rideId));
  const title = ride ? t`${townOf(ride.origin.label)} to ${townOf(ride.destination.label)}` : t`Your ride`;
  useTitle(title);
  return (
    <div className="mx-auto grid w-full max-w-xl gap-5 px-(--gutter) py-6">
      <header className="grid gap-2">
        <h1 className="text-2xl font-bold tracking-[-.02em] wrap-anywhere outline-none">{title}</h1>
        {ride && (
          <>
            <JourneyStrip
              from={townOf(ride.origin.label)}
              to={townOf(ride.destination.label)}
              departs={timeText(ride.departsAt, ride.timeZone)}
              arrives={timeText(ride.arrivesAt, ride.timeZone)}
              via={ride.stops.length}
            />
            <p className="text-ink-2">{dayText(ride.departsAt, ride.timeZone)}</p>
          </>
        )}
      </header>
      <AfterRide rideId={rideId} alone={t`You have not shared this ride with anybody whom you could rate.`} />
      {ride && <RidePassages ride={ride} />}
      <nav aria-label={t`What next`} className="flex flex-wrap gap-2">
        {ride && (
          <Link to={`/rides/${rideId}`} className={buttonLook("line")}>
            {t`See the ride`}
          </Link>
        )}
        <Link to="/home" className={buttonLook("ghost")}>{t`Back home`}</Link>
      </nav>
    </div>
  );
}
