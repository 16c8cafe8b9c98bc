import { encodePolyline } from "@commonlane/contract/polyline";
import { expect, test } from "vitest";
import { estimateArrival } from "./sharing/follow-shared-ride.ts";

const NOON = new Date("2027-03-01T12:00:00Z");
const at = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);

/** A driver on a straight way of one hour along a parallel, with a position half way. */
function halfWay(fromLng: number, toLng: number, lng: number) {
  const points = [fromLng, toLng].map((lng) => ({ lat: -16.5, lng }));
  const way = { polyline: encodePolyline(points), pickup: null, dropoff: null };
  const position = { lat: -16.5, lng, position_at: at(45) };
  return { ...way, ...position, from_at: NOON, until_at: at(60) };
}

test("half of the way takes half of the time, also across the 180th meridian", () => {
  for (const [from, to, between] of [
    [9, 9.4, 9.2],
    [179.8, -179.8, 180],
    [-179.8, 179.8, -180],
  ] as const) {
    const minutes =
      (estimateArrival(halfWay(from, to, between), at(45)).getTime() - NOON.getTime()) / 60_000;
    expect(minutes).toBeCloseTo(75, 0);
  }
});
