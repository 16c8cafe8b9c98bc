import { RIDES_RADIUS_KM } from "@commonlane/contract/limits";
import type { Ride } from "@commonlane/contract/rides";
import type { Place } from "@commonlane/contract/shapes";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Button } from "#shared/ui/Button.tsx";
import { buttonLook } from "#shared/ui/button-look.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { JourneyStrip } from "#shared/ui/JourneyStrip.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { HereButton } from "./HereButton.tsx";
import { dayText, distanceText, moneyText, timeText, townOf, zoneText } from "#shared/wording/wording.ts";

type NearRide = Ride & { readonly distanceKm: number };
interface NearListProps {
  readonly place: Place | null;
  readonly rides: {
    readonly isPending: boolean;
    readonly error: Error | null;
    readonly isRefetching: boolean;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly refetch: () => unknown;
    readonly fetchNextPage: () => unknown;
  };
  readonly found: readonly NearRide[];
  readonly onPlace: (place: Place) => void;
  readonly onPoint: (rideId: string | undefined) => void;
}

/** The rides around the chosen place; or what to do where there is none. */
export function NearList({ place, rides, found, onPoint, onPlace }: NearListProps) {
  const { t } = useLingui();
  if (!place) {
    return (
      <EmptyState title={t`Where are you?`} action={<HereButton onPlace={onPlace} />}>
        {t`Type a place, or let this device tell where it is once, and see which rides leave within ${RIDES_RADIUS_KM} km.`}
      </EmptyState>
    );
  }
  if (rides.isPending) return <SkeletonCards />;
  if (rides.error && found.length === 0) {
    return (
      <ErrorState message={rides.error.message} onRetry={() => void rides.refetch()} retrying={rides.isRefetching} />
    );
  }
  if (found.length === 0) return <NothingNear place={place} />;
  const town = townOf(place.label);
  return (
    <section aria-label={t`Rides near ${town}`} className="grid gap-3">
      <h2 className="text-lg font-bold">
        {t`${plural(found.length, { one: "# ride leaves", other: "# rides leave" })} near ${town}`}
      </h2>
      <ul className="grid gap-3">
        {found.map((ride) => (
          <NearCard key={ride.id} ride={ride} onPoint={onPoint} />
        ))}
      </ul>
      {rides.hasNextPage && (
        <Button variant="line" busy={rides.isFetchingNextPage} onClick={() => void rides.fetchNextPage()}>
          {t`Show more`}
        </Button>
      )}
    </section>
  );
}

function NothingNear({ place }: { place: Place }) {
  const { t } = useLingui();
  return (
    <EmptyState
      title={t`Nothing leaves near ${townOf(place.label)} yet`}
      action={
        <>
          <Link to="/seek" className={buttonLook()}>
            {t`Seek a ride`}
          </Link>
          <Link to="/host" className={buttonLook("line")}>
            {t`Host a ride`}
          </Link>
        </>
      }
    >
      {t`A ride that only passes by does not show here: seek along your whole way. Or drive yourself and offer the seats.`}
    </EmptyState>
  );
}

function NearCard({ ride, onPoint }: { ride: NearRide; onPoint: NearListProps["onPoint"] }) {
  const { t } = useLingui();
  const { origin, destination, stops, departsAt, arrivesAt, timeZone, contribution, seatsLeftByLeg, distanceKm } = ride;
  const seats = Math.max(...seatsLeftByLeg);
  const zone = zoneText(departsAt, timeZone);
  return (
    <li>
      <Link
        to={`/rides/${ride.id}`}
        onPointerEnter={() => onPoint(ride.id)}
        onPointerLeave={() => onPoint(undefined)}
        onFocus={() => onPoint(ride.id)}
        onBlur={() => onPoint(undefined)}
        className="grid gap-3 rounded-lg border border-line bg-surface p-4 text-ink no-underline hover:border-edge"
      >
        <span className="flex items-baseline gap-2">
          <span className="num text-base font-semibold text-ink-2">
            {dayText(departsAt, timeZone)}
            {zone && ` (${zone})`}
          </span>
          <span className="num ms-auto text-xl">{contribution ? moneyText(contribution) : t`Free`}</span>
        </span>
        <JourneyStrip
          from={origin.label}
          to={destination.label}
          departs={timeText(departsAt, timeZone)}
          arrives={timeText(arrivesAt, timeZone)}
          via={stops.length}
          meta={t`leaves ${distanceText(distanceKm * 1000)} away`}
        />
        <span className="flex items-center gap-2 border-t border-line pt-3 text-sm text-ink-2">
          <span className="min-w-0 flex-1 truncate">{ride.host.displayName}</span>
          <Pill tone={seats > 1 ? "ok" : "warn"} icon="seat">
            {seats === 0 ? t`Full` : t`${plural(seats, { one: "# seat", other: "# seats" })}`}
          </Pill>
        </span>
      </Link>
    </li>
  );
}
