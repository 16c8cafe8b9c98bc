import { expect, test } from "vitest";
import { encodePolyline } from "@commonlane/contract/polyline";
import { readWalkState, walksTo, lineOfWalk } from "./walks.ts";

const HOME = { label: "Home", lat: 49.01, lng: 8.4 };
const STOP = { label: "Stop", lat: 49.012, lng: 8.4 };
const BONN = { label: "Bonn", lat: 50.73, lng: 7.1 };

test("draws the walks between the searched places and the ends of the ride's part, if there is anything to walk", () => {
  expect(walksTo({ pickup: STOP, dropoff: BONN }, { from: HOME, to: BONN })).toEqual([
    [
      { lat: 49.01, lng: 8.4 },
      { lat: 49.012, lng: 8.4 },
    ],
  ]);
  expect(walksTo({ pickup: HOME, dropoff: BONN }, { from: HOME, to: BONN })).toEqual([]);
});

test("reads the walks that a link brought along, and nothing else", () => {
  const walks = walksTo({ pickup: STOP, dropoff: BONN }, { from: HOME, to: BONN });
  expect(readWalkState(structuredClone({ walks }))).toEqual(walks);
  for (const state of [
    null,
    undefined,
    "walks",
    {},
    { walks: 7 },
    { walks: [[HOME]] },
    { walks: [[HOME, { lat: "1" }]] },
  ])
    expect(readWalkState(state)).toEqual([]);
});

test("a walk follows its path, and is straight while the path is not known", () => {
  const from = { lat: 47.141, lng: 9.5209 };
  const corner = { lat: 47.142, lng: 9.5209 };
  const to = { lat: 47.142, lng: 9.523 };
  expect(lineOfWalk([from, to], { polyline: encodePolyline([from, corner, to]) })).toEqual([
    from,
    corner,
    to,
  ]);
  expect(lineOfWalk([from, to], { polyline: null })).toEqual([from, to]);
  expect(lineOfWalk([from, to], undefined)).toEqual([from, to]);
});
