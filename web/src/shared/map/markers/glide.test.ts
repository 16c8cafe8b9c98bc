import { expect, test } from "vitest";
import { glidePosition, GLIDE_MS, createGlide } from "./glide.ts";

const HERE = { lat: 48, lng: 7.8 };

test("a glide goes at one speed from where somebody was seen to where they are, and stays there", () => {
  const glide = createGlide(HERE, { lat: 48.01, lng: 7.82 }, 5000);
  if (!glide) throw new Error("There is no glide.");
  expect(glidePosition(glide, 4000)).toEqual(HERE);
  const half = glidePosition(glide, 5000 + GLIDE_MS / 2);
  expect(half.lat).toBeCloseTo(48.005, 9);
  expect(half.lng).toBeCloseTo(7.81, 9);
  expect(glidePosition(glide, 5000 + GLIDE_MS)).toEqual({ lat: 48.01, lng: 7.82 });
  expect(glidePosition(glide, 60_000)).toEqual({ lat: 48.01, lng: 7.82 });
});

test("over the antimeridian it takes the short way", () => {
  const glide = createGlide({ lat: 0, lng: 179.99 }, { lat: 0, lng: -179.99 }, 0);
  if (!glide) throw new Error("There is no glide.");
  expect(glidePosition(glide, GLIDE_MS / 4).lng).toBeCloseTo(179.995, 9);
});

test("nobody races over the map: what is too far for a second is no glide", () => {
  expect(createGlide(HERE, { lat: 48.2, lng: 7.8 }, 0)).toBeUndefined();
  expect(createGlide(HERE, { lat: 48, lng: 8 }, 0)).toBeUndefined();
});
