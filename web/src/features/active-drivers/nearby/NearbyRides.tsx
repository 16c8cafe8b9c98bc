import type { Ride } from "@commonlane/contract/rides";
import type { Place } from "@commonlane/contract/shapes";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { JourneyStrip } from "#shared/ui/JourneyStrip.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { ShowMore } from "#shared/ui/ShowMore.tsx";
import { SkeletonRideCards } from "#shared/ui/Skeleton.tsx";
import { EstimateText } from "#shared/formatting/EstimateText.tsx";
import { formatArrival } from "#shared/formatting/estimates.ts";
import {
  formatDay,
  formatDistance,
  formatMoney,
  formatTime,
  townName,
  formatTimeZone,
} from "#shared/formatting/format.ts";
import { ridesNearby } from "../active-drivers.queries.ts";

type NearbyRide = Ride & { readonly distanceKm: number };
/** Rides that depart near a place later, if no driver is online; renders nothing without any. */
export function NearbyRides({ place }: { place: Place }) {
  const { t } = useLingui();
  const rides = useInfiniteQuery(ridesNearby(place));
  const loadedRides = (rides.data?.pages ?? []).flatMap(({ items }) => items);
  if (rides.isPending) return <SkeletonRideCards count={1} />;
  if (loadedRides.length === 0) return null;
  const town = townName(place.label);
  return (
    <section aria-label={t`Rides near ${town}`} className="grid gap-3">
      <h2 className="text-lg font-bold">
        {t`${plural(loadedRides.length, {
          one: "# ride",
          other: "# rides",
        })} leaving near ${town} later`}
      </h2>
      <ul className="grid gap-3">
        {loadedRides.map((ride) => (
          <NearbyRideCard key={ride.id} ride={ride} />
        ))}
      </ul>
      <ShowMore query={rides}>{t`Show more`}</ShowMore>
    </section>
  );
}

function NearbyRideCard({ ride }: { ride: NearbyRide }) {
  const { t } = useLingui();
  const {
    origin,
    destination,
    stops,
    departsAt,
    arrivesAt,
    timeZone,
    contribution,
    seatsLeftByLeg,
    distanceKm,
  } = ride;
  const seats = Math.max(...seatsLeftByLeg);
  const zone = formatTimeZone(departsAt, timeZone);
  return (
    <li>
      <Link
        to={`/rides/${ride.id}`}
        className="grid gap-3 card p-4 text-ink no-underline hover:border-edge"
      >
        <span className="flex items-baseline gap-2">
          <span className="num text-base font-semibold text-ink-2">
            {formatDay(departsAt, timeZone)}
            {zone && ` (${zone})`}
          </span>
          <span className="num ms-auto text-xl">
            {contribution
              ? formatMoney(contribution)
              : t({
                  comment: "Price of a ride that costs nothing.",
                  message: "Free",
                })}
          </span>
        </span>
        <JourneyStrip
          from={origin.label}
          to={destination.label}
          departs={formatTime(departsAt, timeZone)}
          arrives={<EstimateText text={formatArrival(arrivesAt, ride)} />}
          via={stops.length}
          meta={t`leaves ${formatDistance(distanceKm * 1000)} away`}
        />
        <span className="flex items-center gap-2 border-t border-line pt-3 text-sm text-ink-2">
          <span className="min-w-0 flex-1 truncate">{ride.host.displayName}</span>
          <Pill tone={seats > 1 ? "ok" : "warn"} icon="seat">
            {seats === 0
              ? t({
                  comment: "A ride without free seats.",
                  message: "Full",
                })
              : t`${plural(seats, {
                  one: "# seat",
                  other: "# seats",
                })}`}
          </Pill>
        </span>
      </Link>
    </li>
  );
}
