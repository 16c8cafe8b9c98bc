import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { findNextTrip, findUpcomingTrips } from "./trips.ts";
import { TripStatus } from "./TripStatus.tsx";
import { getRideStage } from "./ride-stage.ts";
import { BONN, KARLSRUHE, testRide } from "./test-data.ts";

i18n.loadAndActivate({ locale: "en", messages: {} });

const ride = testRide("ride");
const beforeDeparture = Date.parse(ride.departsAt) - 1;

function request(id: string, overrides: Partial<SeatRequest>): SeatRequest & { ride: typeof ride } {
  return {
    id,
    rideId: ride.id,
    seekerId: "me",
    seeker: { ...ride.host, uid: "me" },
    seats: 1,
    pickup: KARLSRUHE,
    dropoff: BONN,
    pickupAt: "2026-11-21T08:05:00.000Z",
    dropoffAt: "2026-11-21T12:40:00.000Z",
    firstLeg: 0,
    lastLeg: 1,
    detourM: 0,
    detourS: 0,
    message: null,
    contribution: null,
    status: "accepted",
    reason: null,
    endedBy: null,
    expiresAt: "2026-11-21T06:00:00.000Z",
    createdAt: "2026-11-20T06:00:00.000Z",
    ride,
    ...overrides,
  };
}

/** Renders the status of an upcoming trip with the viewer's seat request. */
const renderStatus = (overrides: Partial<SeatRequest>) =>
  findUpcomingTrips([], [request("mine", overrides)], beforeDeparture).map((trip) =>
    renderToStaticMarkup(
      <I18nProvider i18n={i18n}>
        <TripStatus trip={trip} />
      </I18nProvider>,
    ),
  );

test("lists hosted and requested trips that have not ended and that the viewer did not end", () => {
  const seatRequests = [
    request("accepted", {}),
    request("refused", { status: "rejected", endedBy: "host" }),
    request("withdrawn", { status: "withdrawn", endedBy: "seeker" }),
    request("cancelledByMe", { status: "cancelled", endedBy: "seeker" }),
  ];
  const hostedRides = [ride, testRide("off", { status: "cancelled" })];
  const keys = (nowMs: number) =>
    findUpcomingTrips(hostedRides, seatRequests, nowMs).map(({ key }) => key);
  expect(keys(beforeDeparture)).toEqual(["ride", "accepted", "refused"]);
  // The ride continues after the passenger's dropoff.
  expect(keys(Date.parse("2026-11-21T13:00:00.000Z"))).toEqual(["ride"]);
  expect(keys(Date.parse(ride.arrivesAt))).toEqual([]);
});

test("the next trip is the first one that may take place", () => {
  const lost = request("lost", { status: "cancelled", endedBy: "host" });
  const next = (...requests: ReturnType<typeof request>[]) =>
    findNextTrip(findUpcomingTrips([], requests, beforeDeparture))?.key;
  expect(next(lost, request("mine", {}))).toBe("mine");
  expect(next(request("first", { status: "pending" }), request("mine", {}))).toBe("first");
  expect(next(lost)).toBeUndefined();
});

test("labels a reserved seat and a changed ride that needs confirmation", () => {
  const confirmBy = "2026-11-21T05:00:00.000Z";
  expect(renderStatus({ confirmBy, reserved: true })).toEqual([
    expect.stringContaining("Held for you"),
  ]);
  expect(renderStatus({ confirmBy })).toEqual([expect.stringContaining("Confirm the change")]);
  expect(renderStatus({})).toEqual([expect.stringContaining("You have a seat")]);
});

test("derives the stage of a ride from the clock before the server has stored it", () => {
  expect(getRideStage(ride, beforeDeparture)).toBe("upcoming");
  expect(getRideStage(ride, Date.parse(ride.departsAt))).toBe("underway");
  expect(getRideStage(ride, Date.parse(ride.arrivesAt))).toBe("arrived");
  expect(getRideStage(testRide("r", { status: "cancelled" }), Date.parse(ride.arrivesAt))).toBe(
    "cancelled",
  );
  expect(getRideStage(testRide("r", { status: "completed" }), beforeDeparture)).toBe("arrived");
});
