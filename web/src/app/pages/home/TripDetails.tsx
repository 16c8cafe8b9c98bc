import { DAY_MS } from "@commonlane/contract/durations";
import { DRIVER_VISIBLE_BEFORE_S } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { rideLink } from "#features/rides/ride-segment.ts";
import { ownUpcomingSeatRequests } from "#features/rides/rides.queries.ts";
import { searchAgainLink } from "#features/rides/trip-links.ts";
import { isLostTrip, type Trip } from "#features/rides/trips.ts";
import { navigationLink } from "#features/seat-requests/driver-sheet/navigation-link.ts";
import { RequestReason } from "#features/seat-requests/RequestNotes.tsx";
import { tripOutcomesOfRide } from "#features/trip-outcomes/trip-outcomes.queries.ts";
import { approachText } from "#features/trip-safety/driver/approach-text.ts";
import { CarLine } from "#features/trip-safety/driver/CarLine.tsx";
import { driverApproach } from "#features/trip-safety/trip-safety.queries.ts";
import { MessageButton } from "#shared/chat/MessageButton.tsx";
import { formatDuration } from "#shared/formatting/format.ts";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { useNow } from "#shared/use-now.ts";
import { isDriveTime } from "../drive/drive-progress.ts";

const CLOCK_MS = 10_000;
/** Actions appear this long before departure. */
const SOON_MS = DAY_MS;

/** Below the user's next trip on Home: countdown and actions on the last day, or replacements for a lost seat. */
export function TripDetails({ trip }: { trip: Trip }) {
  const { t } = useLingui();
  const nowMs = useNow();
  const { status, reserved } = trip.request ?? {};
  if (isLostTrip(trip)) return <ReplacementRides trip={trip} />;
  const hasSeat = !trip.request || (status === "accepted" && !reserved);
  if (!hasSeat || Date.parse(trip.startsAt) - nowMs > SOON_MS) return null;
  return (
    <div className="grid gap-3 border-t border-line pt-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        {trip.request ? <Approach trip={trip} /> : <Countdown trip={trip} nowMs={nowMs} />}
        {trip.request && <PickupPin trip={trip} />}
      </div>
      {!trip.request && isDriveTime(trip.ride, nowMs) && (
        <Link to={`/rides/${trip.ride.id}/drive`} className={buttonClasses("solid", "lg")}>
          <Icon name="car" />
          {t`Start driving`}
        </Link>
      )}
      <TripActions trip={trip} />
    </div>
  );
}

function Countdown({ trip: { startsAt, request }, nowMs }: { trip: Trip; nowMs: number }) {
  const { t } = useLingui();
  const seconds = (Date.parse(startsAt) - nowMs) / 1000;
  const duration = formatDuration(Math.max(60, seconds));
  const leaveText = request ? t`Pickup in ${duration}` : t`Leaves in ${duration}`;
  return <p className="num text-lg font-bold">{seconds > 0 ? leaveText : t`On the way`}</p>;
}

/** How far away the driver is, once that is known; until then the time to the pickup. */
function Approach({ trip }: { trip: Trip }) {
  const nowMs = useNow(CLOCK_MS);
  const { ride, startsAt, endsAt } = trip;
  const isSoon = Date.parse(startsAt) - nowMs <= DRIVER_VISIBLE_BEFORE_S * 1000;
  const isOver = Date.parse(endsAt) <= nowMs;
  const { data } = useQuery({
    ...driverApproach(ride.id),
    enabled: isSoon && !isOver,
  });
  const text = data && approachText(data, ride.host.displayName, nowMs);
  if (text === undefined) return <Countdown trip={trip} nowMs={nowMs} />;
  return (
    <div className="grid gap-1.5">
      <p role="status" className="text-lg font-bold wrap-anywhere">
        {text}
      </p>
      <CarLine vehicle={ride.vehicle} />
    </div>
  );
}

function PickupPin({ trip: { ride, request } }: { trip: Trip }) {
  const { t } = useLingui();
  const { data } = useQuery(tripOutcomesOfRide(ride.id));
  const pin = data?.items.find(({ id }) => id === request?.id)?.pin;
  if (!pin) return null;
  return (
    <p className="flex items-baseline gap-2">
      <span className="text-sm text-ink-2">{t`Pickup PIN`}</span>
      <span className="num text-lg font-bold tracking-[.15em]">{pin}</span>
    </p>
  );
}

function TripActions({ trip: { ride, segment } }: { trip: Trip }) {
  const { t } = useLingui();
  const start = segment?.pickup ?? ride.origin;
  return (
    // Narrow enough for one row on a phone.
    <div className="flex flex-wrap gap-1.5">
      <MessageButton to={{ ofRide: ride.id }}>{t`Chat`}</MessageButton>
      <a
        href={navigationLink(start, navigator.userAgent)}
        rel="noreferrer"
        className={buttonClasses("line", "sm")}
      >
        <Icon name="compass" />
        {t`Directions`}
      </a>
      <Link
        to={`${rideLink(ride.id, segment)}#trip-safety`}
        className={buttonClasses("line", "sm")}
      >
        <Icon name="share" />
        {t({
          comment: "Button: send the link to this ride to others.",
          message: "Share",
        })}
      </Link>
    </div>
  );
}

const Replacements = lazyScreen(
  () => import("#features/seat-requests/request/Replacements.tsx"),
  "Replacements",
);

/** One tap to other rides for a seat that was declined or cancelled. */
function ReplacementRides({ trip }: { trip: Trip }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(ownUpcomingSeatRequests());
  const request = data?.items.find(({ id }) => id === trip.request?.id);
  if (!request) return null;
  if (!isOpen) {
    return (
      <div className="grid gap-2">
        <RequestReason request={request} viewer="seeker" />
        <Button
          variant="soft"
          size="sm"
          icon="search"
          className="justify-self-start"
          onClick={() => setOpen(true)}
        >
          {t`Show other rides`}
        </Button>
      </div>
    );
  }
  return (
    <Suspense fallback={<Skeleton className="h-40 rounded-lg" />}>
      <Replacements request={request} otherRides={searchAgainLink(trip, false)} />
    </Suspense>
  );
}
