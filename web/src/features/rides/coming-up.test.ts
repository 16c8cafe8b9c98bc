import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { expect, test } from "vitest";
import { comingUp } from "./coming-up.ts";
import { stageOf } from "./ride-stage.ts";
import { BONN, KARLSRUHE, rideOf } from "./test-rides.ts";

const ride = rideOf("ride");
const before = Date.parse(ride.departsAt) - 1;

function request(id: string, change: Partial<SeatRequest>): SeatRequest & { ride: typeof ride } {
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
    ...change,
  };
}

test("what comes up is hosted or asked for, has not ended, and was not ended by the reader", () => {
  const asked = [
    request("aboard", {}),
    request("refused", { status: "rejected", endedBy: "host" }),
    request("withdrawn", { status: "withdrawn", endedBy: "seeker" }),
    request("cancelledByMe", { status: "cancelled", endedBy: "seeker" }),
  ];
  const hosted = [ride, rideOf("off", { status: "cancelled" })];
  const keys = (nowMs: number) => comingUp(hosted, asked, nowMs).map(({ key }) => key);
  expect(keys(before)).toEqual(["ride", "aboard", "refused"]);
  // The ride goes on after the passenger has got out.
  expect(keys(Date.parse("2026-11-21T13:00:00.000Z"))).toEqual(["ride"]);
  expect(keys(Date.parse(ride.arrivesAt))).toEqual([]);
});

test("the clock tells where a ride stands before the server has written it down", () => {
  expect(stageOf(ride, before)).toBe("coming");
  expect(stageOf(ride, Date.parse(ride.departsAt))).toBe("onTheWay");
  expect(stageOf(ride, Date.parse(ride.arrivesAt))).toBe("arrived");
  expect(stageOf(rideOf("r", { status: "cancelled" }), Date.parse(ride.arrivesAt))).toBe("cancelled");
  expect(stageOf(rideOf("r", { status: "completed" }), before)).toBe("arrived");
});
