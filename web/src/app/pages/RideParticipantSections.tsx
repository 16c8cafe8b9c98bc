import { HOUR_MS } from "@commonlane/contract/durations";
import type { Ride } from "@commonlane/contract/rides";
import { useQuery } from "@tanstack/react-query";
import { AddToCalendar } from "#features/calendar/AddToCalendar.tsx";
import { TripSafetyPanel } from "#features/trip-safety/TripSafetyPanel.tsx";
import { tripOutcomesOfRide } from "#features/trip-outcomes/trip-outcomes.queries.ts";
import { RideContacts } from "#features/trip-outcomes/RideContacts.tsx";
import { RideTripOutcomes } from "#features/trip-outcomes/RideTripOutcomes.tsx";
import { RideRatings } from "#features/ratings/RideRatings.tsx";
import type { RideStage } from "#features/rides/ride-stage.ts";
import { useNow } from "#shared/use-now.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";

/** As long before its start as a booking is stored on the device, with its PIN. */
const SOON_MS = 48 * HOUR_MS;

/**
 * Sections for host and passengers: calendar, safety and contacts, pickup and trip outcome from two days before departure, and
 * ratings afterwards.
 */
export function RideParticipantSections({ ride, stage }: { ride: Ride; stage: RideStage }) {
  const nowMs = useNow();
  const startsSoon = stage !== "upcoming" || Date.parse(ride.departsAt) - nowMs < SOON_MS;
  const isParticipant = useIsParticipant(ride);
  const isHost = ride.hostId === useUser().uid;
  return (
    <>
      {isParticipant && stage === "upcoming" && <AddToCalendar ride={ride} />}
      {isParticipant && ride.status !== "cancelled" && <TripSafetyPanel ride={ride} />}
      {(stage === "arrived" || stage === "cancelled") && (
        <RideRatings rideId={ride.id} cancelled={stage === "cancelled"} />
      )}
      {startsSoon ? <RideTripOutcomes ride={ride} /> : !isHost && <RideContacts rideId={ride.id} />}
    </>
  );
}

/** If participants cannot be loaded, safety features are shown to anyone. */
function useIsParticipant({ id, hostId }: Ride): boolean {
  const { uid } = useUser();
  const { data, isError, isPaused } = useQuery(tripOutcomesOfRide(id));
  return (
    hostId === uid ||
    (data ? data.items.some(({ seekerId }) => seekerId === uid) : isError || isPaused)
  );
}
