import type { Ride } from "@commonlane/contract/rides";
import { Suspense } from "react";
import { AskForSeats } from "#features/seat-requests/AskForSeats.tsx";
import { AlongRide } from "#features/ride-requests/AlongRide.tsx";
import { StandbyOfRide } from "#features/seat-requests/StandbyOfRide.tsx";
import { RequestsOfRide } from "#features/seat-requests/RequestsOfRide.tsx";
import type { RidePart } from "#features/rides/ride-part.ts";
import { RideScreen } from "#features/rides/RideScreen.tsx";
import type { RideStage } from "#features/rides/ride-stage.ts";
import { readWish, writeWish } from "#features/rides/search-url.ts";
import { HiddenNote } from "#shared/hidings/HiddenNote.tsx";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { dateAndTimeIn } from "#shared/wording/instants.ts";

/** A ride's page, put together from the ride and what is asked of it. */
export function RidePage() {
  return <RideScreen ask={askOf} requests={requestsOf} company={companyOf} note={noteOf} />;
}

const askOf = (ride: Ride, part: RidePart, stage: RideStage) => (
  <AskForSeats ride={ride} part={part} otherRides={searchFor(ride, part)} coming={stage === "coming"} />
);
const requestsOf = (ride: Ride) => (
  <>
    <RequestsOfRide ride={ride} />
    <StandbyOfRide ride={ride} />
    <AlongRide ride={ride} />
  </>
);

const noteOf = (ride: Ride) => <HiddenNote id={ride.id} />;

const RideCompany = lazyScreen(() => import("./RideCompany.tsx"), "RideCompany");

const companyOf = (ride: Ride, stage: RideStage) => (
  <Suspense fallback={null}>
    <RideCompany ride={ride} stage={stage} />
  </Suspense>
);

/** The address of a search for other rides on the same day and the same part. */
function searchFor({ timeZone }: Ride, { pickup, dropoff, pickupAt, seats }: RidePart): string {
  const { date } = dateAndTimeIn(timeZone, pickupAt);
  const usual = readWish(new URLSearchParams());
  const wish = { ...usual, from: { ...pickup, timeZone }, to: dropoff, day: date, seats };
  return `/seek?${writeWish(wish)}`;
}
