import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { PublishedCard } from "#features/hosting/PublishedCard.tsx";
import {
  RequestsAlongRide,
  RequestsAlongRideLink,
} from "#features/ride-requests/browse/RequestsAlongRide.tsx";
import { RideShareButton } from "#features/rides/detail/RideShareButton.tsx";
import { townName } from "#shared/formatting/format.ts";
import { DriverSheet } from "#features/seat-requests/driver-sheet/DriverSheet.tsx";
import { AnsweredRequests, WaitingRequests } from "#features/seat-requests/list/RequestsOfRide.tsx";
import { StandbyQueue } from "#features/seat-requests/standby/StandbyQueue.tsx";
import { HostTrains } from "#features/transit/RouteTrains.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { useNow } from "#shared/use-now.ts";
import { isDriveTime } from "./drive/drive-progress.ts";
import { PassengerPhone, PassengerPickup } from "#features/trip-outcomes/PassengerOnSheet.tsx";

/** What the host of a ride sees first: requests that wait, then the driver sheet. */
export function HostRideRequests({ ride }: { ride: Ride }) {
  const { t } = useLingui();
  const isOver = ride.status === "completed" || ride.status === "cancelled";
  if (isOver) return null;
  return (
    <>
      <PublishedCard>
        <RequestsAlongRideLink ride={ride} />
        <p className="text-ink-2">{t`Share the link where your passengers are: in a chat, a group or at work.`}</p>
        <RideShareButton
          isHost
          isProminent
          ride={ride}
          title={t`${townName(ride.origin.label)} to ${townName(ride.destination.label)}`}
        />
      </PublishedCard>
      <StartDriving ride={ride} />
      <WaitingRequests ride={ride} />
      <DriverSheet
        ride={ride}
        renderContact={({ seeker }) => <PassengerPhone rideId={ride.id} person={seeker} />}
        renderPickup={({ id, seeker }) => (
          <PassengerPickup ride={ride} requestId={id} name={seeker.displayName} />
        )}
      />
    </>
  );
}

/** From an hour before departure, the way to the page for the drive. */
function StartDriving({ ride }: { ride: Ride }) {
  const { t } = useLingui();
  const nowMs = useNow();
  if (!isDriveTime(ride, nowMs)) return null;
  return (
    <Link to={`/rides/${ride.id}/drive`} className={buttonClasses("solid", "lg")}>
      <Icon name="car" />
      {t`Start driving`}
    </Link>
  );
}

/** Further down: answered requests, standby, open requests along the ride, and trains that fit it. */
export function HostRideSections({ ride }: { ride: Ride }) {
  return (
    <>
      <AnsweredRequests ride={ride} />
      <StandbyQueue ride={ride} />
      <RequestsAlongRide ride={ride} />
      {ride.status === "scheduled" && <HostTrains ride={ride} />}
    </>
  );
}
