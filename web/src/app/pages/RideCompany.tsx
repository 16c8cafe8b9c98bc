import type { Ride } from "@commonlane/contract/rides";
import { useQuery } from "@tanstack/react-query";
import { OnTheWay } from "#features/on-the-way/OnTheWay.tsx";
import { passagesOn } from "#features/passages/passages.queries.ts";
import { RidePassages } from "#features/passages/RidePassages.tsx";
import { AfterRide } from "#features/ratings/AfterRide.tsx";
import { useUser } from "#shared/session/SessionProvider.tsx";

/** For those who travel together: the pickup and the record of it, safety on the way, and afterwards how it was. */
export function RideCompany({ ride, over }: { ride: Ride; over: boolean }) {
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
