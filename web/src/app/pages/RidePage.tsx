import { DRIVER_VISIBLE_BEFORE_S } from "@commonlane/contract/limits";
import type { Ride } from "@commonlane/contract/rides";
import { Suspense } from "react";
import { useLocation } from "react-router";
import { SeekerPanel } from "#features/seat-requests/request/SeekerPanel.tsx";
import type { RideSegment } from "#features/rides/ride-segment.ts";
import { opensBooking } from "#features/rides/walks.ts";
import { RideScreen } from "#features/rides/detail/RideScreen.tsx";
import type { RideStage } from "#features/rides/ride-stage.ts";
import { writeSearchCriteria } from "#features/rides/search/search-url.ts";
import { RemovedContentNote } from "#shared/content-removals/RemovedContentNote.tsx";
import { searchForSegment } from "../search-actions/search-for-segment.ts";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";

/** The page of a ride, composed of the ride and its requests. */
export function RidePage() {
  return (
    <RideScreen
      renderSeatRequest={renderSeatRequest}
      renderRequests={renderRequests}
      renderHostSections={renderHostSections}
      renderTripSections={renderParticipantSections}
      renderNotice={renderRemovalNote}
      renderWayHome={renderWayHome}
    />
  );
}

const WayHome = lazyScreen(() => import("#features/transit/WayHome.tsx"), "WayHome");
const PassengerTrains = lazyScreen(
  () => import("#features/transit/RouteTrains.tsx"),
  "PassengerTrains",
);
const NextConnections = lazyScreen(
  () => import("#features/transit/NextConnections.tsx"),
  "NextConnections",
);
const OtherWays = lazyScreen(() => import("../search-actions/OtherWays.tsx"), "OtherWays");

function renderSeatRequest(ride: Ride, segment: RideSegment, stage: RideStage) {
  return <SeatRequestSlot ride={ride} segment={segment} stage={stage} />;
}

const HostRideSections = lazyScreen(() => import("./HostRideSections.tsx"), "HostRideSections");
const HostRideRequests = lazyScreen(() => import("./HostRideSections.tsx"), "HostRideRequests");

function SeatRequestSlot({
  ride,
  segment,
  stage,
}: {
  ride: Ride;
  segment: RideSegment;
  stage: RideStage;
}) {
  const { state } = useLocation();
  return (
    <SeekerPanel
      ride={ride}
      segment={segment}
      otherRides={otherRidesLink(ride, segment)}
      isUpcoming={stage === "upcoming"}
      opensBooking={opensBooking(state)}
      renderOtherWays={(request) => (
        <Suspense fallback={null}>
          <NextConnections
            from={request.pickup}
            to={request.dropoff}
            pickupAt={request.pickupAt}
            timeZone={ride.timeZone}
          />
          <OtherWays criteria={searchForSegment(ride, request)} />
        </Suspense>
      )}
    />
  );
}

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

function renderWayHome(ride: Ride, { pickup, dropoff, pickupAt, dropoffAt }: RideSegment) {
  return (
    <Suspense fallback={null}>
      <PassengerTrains
        {...{
          pickup,
          dropoff,
          pickupAt,
          dropoffAt,
        }}
        timeZone={ride.timeZone}
      />
      <WayHome
        rideId={ride.id}
        from={dropoff}
        to={pickup}
        arrivesAt={dropoffAt}
        timeZone={ride.timeZone}
      />
    </Suspense>
  );
}

const DriverOnTheWay = lazyScreen(() => import("./DriverOnTheWay.tsx"), "DriverOnTheWay");

const renderRemovalNote = (ride: Ride) => (
  <>
    <RemovedContentNote id={ride.id} />
    {mayBeUnderway(ride) && (
      <Suspense fallback={null}>
        <DriverOnTheWay ride={ride} />
      </Suspense>
    )}
  </>
);

/** No driver is shown on the way to a ride that departs later, so nothing is loaded for it. */
const mayBeUnderway = ({ status, departsAt }: Ride): boolean =>
  (status === "scheduled" || status === "departed") &&
  Date.parse(departsAt) - Date.now() < DRIVER_VISIBLE_BEFORE_S * 1000;

const RideParticipantSections = lazyScreen(
  () => import("./RideParticipantSections.tsx"),
  "RideParticipantSections",
);

const renderParticipantSections = (ride: Ride, stage: RideStage) => (
  <Suspense fallback={null}>
    <RideParticipantSections ride={ride} stage={stage} />
  </Suspense>
);

/** URL of a search for other rides on the same day and segment. */
const otherRidesLink = (ride: Ride, segment: RideSegment): string =>
  `/seek?${writeSearchCriteria(searchForSegment(ride, segment))}`;
