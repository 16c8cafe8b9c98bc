import type { Ride } from "@commonlane/contract/rides";
import { RequestsAlongRide } from "#features/ride-requests/browse/RequestsAlongRide.tsx";
import { DriverSheet } from "#features/seat-requests/driver-sheet/DriverSheet.tsx";
import { AnsweredRequests, WaitingRequests } from "#features/seat-requests/list/RequestsOfRide.tsx";
import { StandbyQueue } from "#features/seat-requests/standby/StandbyQueue.tsx";
import { PassengerPhone, PassengerPickup } from "#features/trip-outcomes/PassengerOnSheet.tsx";

/** What the host of a ride sees first: requests that wait, then the driver sheet. */
export function HostRideRequests({ ride }: { ride: Ride }) {
  const isOver = ride.status === "completed" || ride.status === "cancelled";
  if (isOver) return null;
  return (
    <>
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

/** Further down: answered requests, standby, and open requests along the ride. */
export function HostRideSections({ ride }: { ride: Ride }) {
  return (
    <>
      <AnsweredRequests ride={ride} />
      <StandbyQueue ride={ride} />
      <RequestsAlongRide ride={ride} />
    </>
  );
}
