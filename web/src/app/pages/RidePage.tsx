import type { Ride } from "@commonlane/contract/rides";
import { AskForSeats } from "#features/seat-requests/AskForSeats.tsx";
import { AlongRide } from "#features/ride-requests/AlongRide.tsx";
import { RequestsOfRide } from "#features/seat-requests/RequestsOfRide.tsx";
import type { RidePart } from "#features/rides/ride-part.ts";
import { RideScreen } from "#features/rides/RideScreen.tsx";
import { readWish, writeWish } from "#features/rides/search-url.ts";
import { dateAndTimeIn } from "#shared/wording/instants.ts";

/** A ride's page, put together from the ride and what is asked of it. */
export function RidePage() {
  return <RideScreen ask={askOf} requests={requestsOf} />;
}

const askOf = (ride: Ride, part: RidePart) => (
  <AskForSeats ride={ride} part={part} otherRides={searchFor(ride, part)} />
);
const requestsOf = (ride: Ride) => (
  <>
    <RequestsOfRide ride={ride} />
    <AlongRide ride={ride} />
  </>
);

/** The address of a search for other rides on the same day and the same part. */
function searchFor({ timeZone }: Ride, { pickup, dropoff, pickupAt, seats }: RidePart): string {
  const { date } = dateAndTimeIn(timeZone, pickupAt);
  const usual = readWish(new URLSearchParams());
  const wish = { ...usual, from: { ...pickup, timeZone }, to: dropoff, day: date, seats };
  return `/seek?${writeWish(wish)}`;
}
