import type { Miss } from "@commonlane/contract/ride-search";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { describe, expect, test } from "vitest";
import { bookedPart, measuredPart, readPart, reckonedPart, rideLink, wholeWay } from "./ride-part.ts";
import { timelineOf } from "./ride-timeline.ts";
import { BONN, found, FREIBURG, KARLSRUHE, KOELN, MAINZ, rideOf } from "./test-rides.ts";

const ride = rideOf("r");
const asked = { pickup: KARLSRUHE, dropoff: BONN, walkFromM: 0, walkToM: 412, seats: 2 };
const paramsOf = (link: string) => new URL(link, "http://localhost").searchParams;

describe("the part in a ride's address", () => {
  test("comes back as it was written", () => {
    expect(readPart(paramsOf(rideLink("r", asked)))).toEqual(asked);
    expect(rideLink("r")).toBe("/rides/r");
  });

  test("is the whole ride where an end is missing or wrong", () => {
    expect(readPart(new URLSearchParams("pickup=1,2,Somewhere"))).toBeUndefined();
    expect(readPart(new URLSearchParams("pickup=1,2,Somewhere&dropoff=99,2,Nowhere"))).toBeUndefined();
  });
});

describe("a part of a ride", () => {
  test("is what the server measured, called as the seeker knows it", () => {
    const { match } = found("r");
    expect(measuredPart({ match }, asked)).toMatchObject({
      pickup: KARLSRUHE,
      pickupAt: match.pickupAt,
      contribution: { amountMinor: 1100, currency: "EUR" },
      walkToM: 412,
      seats: 2,
      tooFar: false,
    });
  });

  test("[issue4/search:near-miss-page] that takes more of a way around than the host agreed to says so, and how much in all", () => {
    const { match } = found("r");
    const miss: Miss = { reasons: ["detour"], windowByS: 0, detourByM: 2400, detourByS: 120, walkByM: 0 };
    expect(measuredPart({ match, miss }, asked)).toMatchObject({ tooFar: true, detourS: match.detourS });
    expect(measuredPart({ match, miss: { ...miss, reasons: ["walk"] } }, asked)).toMatchObject({ tooFar: false });
  });

  test("is reckoned from the line until then: the share of the way, and the fullest leg", () => {
    const part = reckonedPart(ride, { ...asked, pickup: MAINZ, dropoff: KOELN });
    expect(part.seatsLeft).toBe(1);
    // 143 of 366 km.
    expect(part.contribution?.amountMinor).toBeGreaterThan(650);
    expect(part.contribution?.amountMinor).toBeLessThan(720);
    expect(part.dropoffAt).toBe(ride.arrivesAt);
    expect(reckonedPart(ride, { ...asked, pickup: FREIBURG, dropoff: MAINZ }).seatsLeft).toBe(3);
  });
});

const booked = (said: Partial<SeatRequest> = {}): SeatRequest => ({
  id: "s",
  rideId: "r",
  seekerId: "me",
  seeker: ride.host,
  seats: 2,
  pickup: MAINZ,
  dropoff: BONN,
  pickupAt: "2026-01-02T09:00:00.000Z",
  dropoffAt: "2026-01-02T10:30:00.000Z",
  firstLeg: 1,
  lastLeg: 1,
  detourM: 800,
  detourS: 90,
  message: null,
  contribution: { amountMinor: 700, currency: "EUR" },
  status: "accepted",
  reason: null,
  endedBy: null,
  expiresAt: "2026-01-01T11:00:00.000Z",
  createdAt: "2026-01-01T08:00:00.000Z",
  ...said,
});

const lines = (part: Parameters<typeof timelineOf>[1]) =>
  timelineOf(ride, part).map(({ place, role, mine, seatsLeft }) => [place.label.split(",")[0], role, mine, seatsLeft]);

describe("the timeline", () => {
  test("of the whole ride has its points and the seats of each leg", () => {
    expect(lines(wholeWay(ride, 1))).toEqual([
      ["Freiburg im Breisgau", undefined, false, 3],
      ["Mainz", undefined, false, 1],
      ["Köln", undefined, false, undefined],
    ]);
  });

  test("has the reader's own ends between the points of the ride", () => {
    expect(lines(reckonedPart(ride, asked))).toEqual([
      ["Freiburg im Breisgau", undefined, false, 3],
      ["Karlsruhe", "pickup", true, undefined],
      ["Mainz", undefined, true, 1],
      ["Bonn", "dropoff", true, undefined],
      ["Köln", undefined, false, undefined],
    ]);
  });

  test("[issue4/search:booked-part] marks where one gets in and out by what one asked for, whatever was searched for", () => {
    const searched = reckonedPart(ride, { ...asked, walkFromM: 300 });
    const part = bookedPart(ride, [booked({ status: "withdrawn", pickup: FREIBURG }), booked()], searched);
    if (!part) throw new Error("The request stands.");
    expect(lines(part)).toEqual([
      ["Freiburg im Breisgau", undefined, false, 3],
      ["Mainz", "pickup", true, 1],
      ["Bonn", "dropoff", true, undefined],
      ["Köln", undefined, false, undefined],
    ]);
    const { pickupAt, detourS, contribution } = booked();
    expect(part).toMatchObject({ pickupAt, detourS, contribution, walkFromM: 0, walkToM: 412, whole: false });
    const all = bookedPart(ride, [booked({ pickup: FREIBURG, dropoff: KOELN })], searched);
    expect(all && lines(all)).toEqual(lines(wholeWay(ride, 2)));
    for (const status of ["rejected", "withdrawn", "expired", "cancelled"] as const)
      expect(bookedPart(ride, [booked({ status })], searched)).toBeUndefined();
  });

  test("makes no new line of a stop where the reader gets in or out", () => {
    expect(lines(reckonedPart(ride, { ...asked, pickup: MAINZ, dropoff: KOELN }))).toEqual([
      ["Freiburg im Breisgau", undefined, false, 3],
      ["Mainz", "pickup", true, 1],
      ["Köln", "dropoff", true, undefined],
    ]);
  });
});
