import type { Ride } from "@commonlane/contract/rides";
import { Suspense } from "react";
import { SeekerPanel } from "#features/seat-requests/request/SeekerPanel.tsx";
import type { RideSegment } from "#features/rides/ride-segment.ts";
import { RideScreen } from "#features/rides/detail/RideScreen.tsx";
import type { RideStage } from "#features/rides/ride-stage.ts";
import { readSearchCriteria, writeSearchCriteria } from "#features/rides/search/search-url.ts";
import { RemovedContentNote } from "#shared/content-removals/RemovedContentNote.tsx";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { toDateAndTime } from "#shared/formatting/time-zones.ts";

/** The page of a ride, composed of the ride and its requests. */
export function RidePage() {
  return (
    <RideScreen
      renderSeatRequest={renderSeatRequest}
      renderRequests={renderRequests}
      renderHostSections={renderHostSections}
      renderTripSections={renderParticipantSections}
      renderNotice={renderRemovalNote}
    />
  );
}

const renderSeatRequest = (ride: Ride, segment: RideSegment, stage: RideStage) => (
  <SeekerPanel
    ride={ride}
    segment={segment}
    otherRides={otherRidesLink(ride, segment)}
    isUpcoming={stage === "upcoming"}
  />
);
const HostRideSections = lazyScreen(() => import("./HostRideSections.tsx"), "HostRideSections");
const HostRideRequests = lazyScreen(() => import("./HostRideSections.tsx"), "HostRideRequests");

const renderRequests = (ride: Ride) => (
  <Suspense fallback={null}>
    <HostRideRequests ride={ride} />
  </Suspense>
);
const renderHostSections = (ride: Ride) => (
  <Suspense fallback={null}>
    <HostRideSections ride={ride} />
  </Suspense>
);

const renderRemovalNote = (ride: Ride) => <RemovedContentNote id={ride.id} />;

const RideParticipantSections = lazyScreen(() => import("./RideParticipantSections.tsx"), "RideParticipantSections");

const renderParticipantSections = (ride: Ride, stage: RideStage) => (
  <Suspense fallback={null}>
    <RideParticipantSections ride={ride} stage={stage} />
  </Suspense>
);

/** URL of a search for other rides on the same day and segment. */
function otherRidesLink({ timeZone }: Ride, { pickup, dropoff, pickupAt, seats }: RideSegment): string {
  const { date } = toDateAndTime(timeZone, pickupAt);
  const defaults = readSearchCriteria(new URLSearchParams());
  const criteria = { ...defaults, from: { ...pickup, timeZone }, to: dropoff, day: date, seats };
  return `/seek?${writeSearchCriteria(criteria)}`;
}
