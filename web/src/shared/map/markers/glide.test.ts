import { expect, test } from "vitest";
import { glidePosition, GLIDE_MS, createGlide } from "./glide.ts";

const HERE = { lat: 48, lng: 7.8 };

test("a glide moves at constant speed and stays at its end", () => {
  const glide = createGlide(HERE, { lat: 48.01, lng: 7.82 }, 5000);
  if (!glide) throw new Error("There is no glide.");
  expect(glidePosition(glide, 4000)).toEqual(HERE);
  const half = glidePosition(glide, 5000 + GLIDE_MS / 2);
  expect(half.lat).toBeCloseTo(48.005, 9);
  expect(half.lng).toBeCloseTo(7.81, 9);
  expect(glidePosition(glide, 5000 + GLIDE_MS)).toEqual({ lat: 48.01, lng: 7.82 });
  expect(glidePosition(glide, 60_000)).toEqual({ lat: 48.01, lng: 7.82 });
});

test("a glide takes the short way across the antimeridian", () => {
  const glide = createGlide({ lat: 0, lng: 179.99 }, { lat: 0, lng: -179.99 }, 0);
  if (!glide) throw new Error("There is no glide.");
  expect(glidePosition(glide, GLIDE_MS / 4).lng).toBeCloseTo(179.995, 9);
});

test("distances too large for a second are not animated", () => {
  expect(createGlide(HERE, { lat: 48.2, lng: 7.8 }, 0)).toBeUndefined();
  expect(createGlide(HERE, { lat: 48, lng: 8 }, 0)).toBeUndefined();
});

test("a glide takes as long as the position took to come, up to 5 seconds", () => {
  const to = { lat: 48.001, lng: 7.8 };
  const durations = [900, 3000, 60_000].map(
    (nowMs) => createGlide(HERE, to, nowMs, { beforeMs: 0 })?.durationMs,
  );
  expect(durations).toEqual([1000, 3000, 5000]);
});
