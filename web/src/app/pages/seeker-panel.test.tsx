import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { expect, test } from "vitest";
import { testRide } from "#features/rides/test-data.ts";
import { renderScreen } from "#shared/test/render-screen.tsx";
import { ownSeatRequestsForRide } from "#shared/seats/own-seat-requests.ts";
import { standbyQueue } from "#features/seat-requests/standby/standby.queries.ts";
import { BookingSheet } from "#features/seat-requests/request/BookingSheet.tsx";
import { SeekerPanel } from "#features/seat-requests/request/SeekerPanel.tsx";

type Ride = ReturnType<typeof testRide>;

const otherRides = "/seek";
const segmentOf = (ride: Ride, seatsLeft: number) => ({
  pickup: ride.origin,
  dropoff: ride.destination,
  seats: 1,
  seatsLeft,
  contribution: ride.contribution,
  exceedsMaxDetour: false,
});
const requests: SeatRequest[] = [];

const renderPanel = (ride: Ride, seatsLeft: number) =>
  renderScreen(
    <SeekerPanel
      ride={ride}
      segment={segmentOf(ride, seatsLeft)}
      otherRides={otherRides}
      isUpcoming
    />,
    `/rides/${ride.id}`,
    {
      queryKey: ownSeatRequestsForRide(ride.id).queryKey,
      data: { items: requests, nextCursor: null },
    },
    { queryKey: standbyQueue(ride.id).queryKey, data: { own: null, waiting: 0, items: [] } },
  );

const renderSheet = (ride: Ride, seatsLeft: number) =>
  renderScreen(
    <BookingSheet
      ride={ride}
      segment={segmentOf(ride, seatsLeft)}
      otherRides={otherRides}
      draftName="ask"
      needs={["wheelchair"]}
      earlierRequest={undefined}
      onClose={() => {}}
    />,
    "/rides/r",
    { queryKey: standbyQueue(ride.id).queryKey, data: { own: null, waiting: 0, items: [] } },
  );

test("the ride page's button says what it does: ask, book instantly, or join the waitlist", async () => {
  expect(await renderPanel(testRide("r"), 2)).toContain("Ask for a seat");
  expect(await renderPanel(testRide("r", { approval: "instant" }), 2)).toContain("Book instantly");
  expect(await renderPanel(testRide("r", { approval: "instant" }), 0)).toContain(
    "Join the waitlist",
  );
});

test("the sheet asks for seats and a message; everything else is filled in behind more options", async () => {
  const sheet = await renderSheet(testRide("r"), 2);
  expect(sheet).toMatch(/Seats.*Message to the host.*More options.*Pickup.*Accessibility needs/s);
  expect(sheet).toContain("Ask for 1 seat");
  expect(sheet).not.toMatch(/<details[^>]* open/);
  // A need that the vehicle may not meet is said outside of the options.
  expect(sheet).toMatch(/The vehicle isn&#x27;t listed with: .*More options/s);
  const full = await renderSheet(testRide("r"), 0);
  expect(full).toContain("Join the waitlist");
  expect(full).not.toContain("Message to the host");
});
