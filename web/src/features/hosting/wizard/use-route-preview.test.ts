import { encodePolyline } from "@commonlane/contract/polyline";
import { expect, test } from "vitest";
import { toPreview } from "./use-route-preview.ts";

test("a measured route has times and lengths at each point, and its line", () => {
  const line = [
    { lat: 47.141, lng: 9.5209 },
    { lat: 47.15, lng: 9.52 },
    { lat: 47.165, lng: 9.5087 },
  ];
  const legs = [
    { distanceM: 3000, durationS: 330 },
    { distanceM: 9000, durationS: 780 },
  ];
  expect(toPreview({ routed: true, polyline: encodePolyline(line), legs, badRoadAt: [1] })).toEqual(
    {
      routed: true,
      distanceM: 12_000,
      durationS: 1110,
      etaS: [0, 330, 1110],
      alongM: [0, 3000, 12_000],
      line,
      badRoadAt: [1],
    },
  );
});
