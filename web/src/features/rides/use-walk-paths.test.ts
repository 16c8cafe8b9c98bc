import { encodePolyline } from "@commonlane/contract/polyline";
import { expect, test } from "vitest";
import { lineOfWalk } from "./use-walk-paths.ts";

test("a walk follows its path, and is straight while the path is not known", () => {
  const [from, corner, to] = [
    { lat: 47.141, lng: 9.5209 },
    { lat: 47.142, lng: 9.5209 },
    { lat: 47.142, lng: 9.523 },
  ];
  expect(lineOfWalk([from, to], { polyline: encodePolyline([from, corner, to]) })).toEqual([
    from,
    corner,
    to,
  ]);
  expect(lineOfWalk([from, to], { polyline: null })).toEqual([from, to]);
  expect(lineOfWalk([from, to], undefined)).toEqual([from, to]);
});
