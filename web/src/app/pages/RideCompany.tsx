import { DAY_MS } from "@commonlane/contract/durations";
import type { Ride } from "@commonlane/contract/rides";
import { useQuery } from "@tanstack/react-query";
import { OnTheWay } from "#features/on-the-way/OnTheWay.tsx";
import { passagesOn } from "#features/passages/passages.queries.ts";
import { RideContacts } from "#features/passages/RideContacts.tsx";
import { RidePassages } from "#features/passages/RidePassages.tsx";
import { AfterRide } from "#features/ratings/AfterRide.tsx";
import type { RideStage } from "#features/rides/ride-stage.ts";
import { useNow } from "#shared/use-now.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";

const SOON_MS = DAY_MS;

/**
 * For those who travel together: safety on the way and how to call each other, from a day before the departure on the
 * pickup and the record of it, and afterwards how it was.
 */
export function RideCompany({ ride, stage }: { ride: Ride; stage: RideStage }) {
  const nowMs = useNow();
  const soon = stage !== "coming" || Date.parse(ride.departsAt) - nowMs < SOON_MS;
  const aboard = useIsAboard(ride);
  return (
    <>
      {aboard && ride.status !== "cancelled" && <OnTheWay ride={ride} />}
      {(stage === "arrived" || stage === "cancelled") && (
        <AfterRide rideId={ride.id} cancelled={stage === "cancelled"} />
      )}
      {soon ? <RidePassages ride={ride} /> : <RideContacts rideId={ride.id} />}
    </>
  );
}

/** Where the server cannot say who is aboard, nobody is kept from calling for help. */
function useIsAboard({ id, hostId }: Ride): boolean {
  const { uid } = useUser();
  const { data, isError, isPaused } = useQuery(passagesOn(id));
  return hostId === uid || (data ? data.items.some(({ seekerId }) => seekerId === uid) : isError || isPaused);
}
