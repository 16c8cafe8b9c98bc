import type { NearMissDetails } from "@commonlane/contract/ride-search";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { describe, expect, test } from "vitest";
import {
  findBookedSegment,
  toMeasuredSegment,
  readSegmentParams,
  estimateSegment,
  rideLink,
  entireRide,
} from "./ride-segment.ts";
import { buildTimeline } from "./detail/ride-timeline.ts";
import { BONN, testHit, FREIBURG, KARLSRUHE, KOELN, MAINZ, testRide } from "./test-data.ts";

const ride = testRide("r");
const requested = { pickup: KARLSRUHE, dropoff: BONN, walkFromM: 0, walkToM: 412, seats: 2 };
const paramsOf = (link: string) => new URL(link, "http://localhost").searchParams;

describe("segment in the ride URL", () => {
  test("of a link from elsewhere has positions, which the server names", () => {
    const segment = readSegmentParams(new URLSearchParams("from=49.00625,8.40059&to=50.94,6.96"));
    expect(segment?.pickup).toMatchObject({ lat: 49.00625, lng: 8.40059 });
    const hit = testHit("r");
    const measured = segment && toMeasuredSegment(hit, segment);
    expect(measured?.pickup).toMatchObject({ lat: 49.00625, label: hit.match.pickup.label });
    expect(measured?.dropoff.label).toBe(hit.match.dropoff.label);
    for (const search of ["from=49&to=50.94,6.96", "from=x,y&to=50.94,6.96", "from=49,8"])
      expect(readSegmentParams(new URLSearchParams(search))).toBeUndefined();
  });
  test("survives a round trip", () => {
    expect(readSegmentParams(paramsOf(rideLink("r", requested)))).toEqual(requested);
    expect(rideLink("r")).toBe("/rides/r");
  });

  test("falls back to the entire ride if an end is missing or invalid", () => {
    expect(readSegmentParams(new URLSearchParams("pickup=1,2,Somewhere"))).toBeUndefined();
    expect(
      readSegmentParams(new URLSearchParams("pickup=1,2,Somewhere&dropoff=99,2,Nowhere")),
    ).toBeUndefined();
  });
});

describe("segment of a ride", () => {
  test("takes the server's measurements and the searched place names", () => {
    const hit = testHit("r");
    const { match } = hit;
    expect(toMeasuredSegment(hit, requested)).toMatchObject({
      pickup: KARLSRUHE,
      pickupAt: match.pickupAt,
      contribution: { amountMinor: 1100, currency: "EUR" },
      walkToM: 412,
      seats: 2,
      exceedsMaxDetour: false,
    });
  });

  test("reports a detour beyond the host's limit, with its total", () => {
    const hit = testHit("r");
    const { match } = hit;
    const miss: NearMissDetails = {
      reasons: ["detour"],
      windowByS: 0,
      detourByM: 2400,
      detourByS: 120,
      walkByM: 0,
    };
    expect(toMeasuredSegment({ ...hit, miss }, requested)).toMatchObject({
      exceedsMaxDetour: true,
      detourS: match.detourS,
    });
    expect(
      toMeasuredSegment({ ...hit, miss: { ...miss, reasons: ["walk"] } }, requested),
    ).toMatchObject({
      exceedsMaxDetour: false,
    });
  });

  test("is estimated from the route until measured: share of the distance and fullest leg", () => {
    const segment = estimateSegment(ride, { ...requested, pickup: MAINZ, dropoff: KOELN });
    expect(segment.seatsLeft).toBe(1);
    // 143 of 366 km.
    expect(segment.contribution?.amountMinor).toBeGreaterThan(650);
    expect(segment.contribution?.amountMinor).toBeLessThan(720);
    expect(segment.dropoffAt).toBe(ride.arrivesAt);
    expect(
      estimateSegment(ride, { ...requested, pickup: FREIBURG, dropoff: MAINZ }).seatsLeft,
    ).toBe(3);
  });
});

const seatRequest = (overrides: Partial<SeatRequest> = {}): SeatRequest => ({
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
  ...overrides,
});

const timelineRows = (segment: Parameters<typeof buildTimeline>[1]) =>
  buildTimeline(ride, segment).map(({ place, role, isOnSegment, seatsLeft }) => [
    place.label.split(",")[0],
    role,
    isOnSegment,
    seatsLeft,
  ]);

describe("timeline", () => {
  test("lists all points of the entire ride with the free seats of each leg", () => {
    expect(timelineRows(entireRide(ride, 1))).toEqual([
      ["Freiburg im Breisgau", undefined, false, 3],
      ["Mainz", undefined, false, 1],
      ["Köln", undefined, false, undefined],
    ]);
  });

  test("inserts the viewer's pickup and dropoff between the points", () => {
    expect(timelineRows(estimateSegment(ride, requested))).toEqual([
      ["Freiburg im Breisgau", undefined, false, 3],
      ["Karlsruhe", "pickup", true, undefined],
      ["Mainz", undefined, true, 1],
      ["Bonn", "dropoff", true, undefined],
      ["Köln", undefined, false, undefined],
    ]);
  });

  test("marks the requested pickup and dropoff, not the searched ones", () => {
    const searchedSegment = estimateSegment(ride, { ...requested, walkFromM: 300 });
    const segment = findBookedSegment(
      ride,
      [seatRequest({ status: "withdrawn", pickup: FREIBURG }), seatRequest()],
      searchedSegment,
    );
    if (!segment) throw new Error("The request stands.");
    expect(timelineRows(segment)).toEqual([
      ["Freiburg im Breisgau", undefined, false, 3],
      ["Mainz", "pickup", true, 1],
      ["Bonn", "dropoff", true, undefined],
      ["Köln", undefined, false, undefined],
    ]);
    const { pickupAt, detourS, contribution } = seatRequest();
    expect(segment).toMatchObject({
      pickupAt,
      detourS,
      contribution,
      walkFromM: 0,
      walkToM: 412,
      isEntireRide: false,
    });
    const entireSegment = findBookedSegment(
      ride,
      [seatRequest({ pickup: FREIBURG, dropoff: KOELN })],
      searchedSegment,
    );
    expect(entireSegment && timelineRows(entireSegment)).toEqual(timelineRows(entireRide(ride, 2)));
    for (const status of ["rejected", "withdrawn", "expired", "cancelled"] as const)
      expect(findBookedSegment(ride, [seatRequest({ status })], searchedSegment)).toBeUndefined();
  });

  test("adds no extra row if the pickup or dropoff is a stop", () => {
    expect(
      timelineRows(estimateSegment(ride, { ...requested, pickup: MAINZ, dropoff: KOELN })),
    ).toEqual([
      ["Freiburg im Breisgau", undefined, false, 3],
      ["Mainz", "pickup", true, 1],
      ["Köln", "dropoff", true, undefined],
    ]);
  });
});
