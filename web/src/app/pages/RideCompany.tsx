import type { Ride } from "@commonlane/contract/rides";
import { RidePassages } from "#features/passages/RidePassages.tsx";
import { AfterRide } from "#features/ratings/AfterRide.tsx";

/** For those who travel together: the pickup and the record of it, and afterwards how it was. */
export function RideCompany({ ride, over }: { ride: Ride; over: boolean }) {
  return (
    <>
      {over && <AfterRide rideId={ride.id} />}
      <RidePassages ride={ride} />
    </>
  );
}
