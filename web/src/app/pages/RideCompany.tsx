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

const SOON_MS = 24 * 3_600_000;

/**
 * For those who travel together: how to call each other, from a day before the departure on the pickup and the record of
 * it, safety on the way, and afterwards how it was.
 */
export function RideCompany({ ride, stage }: { ride: Ride; stage: RideStage }) {
  const nowMs = useNow();
  const soon = stage !== "coming" || Date.parse(ride.departsAt) - nowMs < SOON_MS;
  return soon ? (
    <SoonCompany ride={ride} over={stage === "arrived" || stage === "cancelled"} />
  ) : (
    <RideContacts rideId={ride.id} />
  );
}

function SoonCompany({ ride, over }: { ride: Ride; over: boolean }) {
  const { uid } = useUser();
  const { data } = useQuery(passagesOn(ride.id));
  const aboard = ride.hostId === uid || data?.items.some(({ seekerId }) => seekerId === uid);
  return (
    <>
      {aboard && ride.status !== "cancelled" && <OnTheWay ride={ride} />}
      {over && <AfterRide rideId={ride.id} />}
      <RidePassages ride={ride} />
    </>
  );
}
