import { expect, test } from "vitest";
import { journeySource } from "./journey-layers.ts";

const A = { lat: 48, lng: 8 };
const B = { lat: 49, lng: 8 };
const C = { lat: 50, lng: 7 };

test("draws the lines of other rides below the route, each with its id", () => {
  const { data } = journeySource({
    route: [A, B, C],
    segment: [B, C],
    lines: [{ id: "other", points: [A, C] }],
  });
  if (typeof data === "string" || data.type !== "FeatureCollection")
    throw new Error("There are no features.");
  expect(data.features.map(({ properties }) => properties)).toEqual([
    { role: "line", id: "other" },
    { role: "rest", id: undefined },
    { role: "segment", id: undefined },
  ]);
});

test("estimated lines are marked where they are straight", () => {
  const { data } = journeySource({ route: [A, B, C], isEstimated: true });
  if (typeof data === "string" || data.type !== "FeatureCollection")
    throw new Error("There are no features.");
  expect(data.features.map(({ properties }) => properties)).toEqual([
    { role: "route", id: undefined, straight: true },
  ]);
});
