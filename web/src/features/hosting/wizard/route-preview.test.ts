import { expect, test } from "vitest";
import { estimateRoute } from "./use-route-preview.ts";

const FREIBURG = { lat: 47.9959, lng: 7.8522 };
const KARLSRUHE = { lat: 49.0094, lng: 8.4044 };
const KOELN = { lat: 50.9331, lng: 6.95 };

test("estimates a long drive as navigation systems do, and a short one slower", () => {
  const far = estimateRoute([FREIBURG, KOELN]);
  expect(far.durationS / 3600).toBeGreaterThan(3.75);
  expect(far.durationS / 3600).toBeLessThan(4.75);
  expect(far.distanceM / 1000).toBeGreaterThan(380);
  expect(far.distanceM / 1000).toBeLessThan(460);
  const [speed, townSpeed] = [far, estimateRoute([FREIBURG, { lat: 48.01, lng: 7.87 }])].map(
    ({ distanceM, durationS }) => distanceM / durationS,
  );
  expect(townSpeed).toBeLessThan((speed ?? 0) / 3);
});

test("estimates the arrival at each stop, leg by leg", () => {
  const { etaS, durationS, distanceM, alongM } = estimateRoute([FREIBURG, KARLSRUHE, KOELN]);
  const first = estimateRoute([FREIBURG, KARLSRUHE]);
  expect(etaS).toEqual([0, first.durationS, durationS]);
  expect(alongM).toEqual([0, first.distanceM, distanceM]);
  expect(distanceM).toBeGreaterThan(estimateRoute([FREIBURG, KOELN]).distanceM);
  expect(estimateRoute([])).toEqual({
    routed: false,
    distanceM: 0,
    durationS: 0,
    etaS: [],
    alongM: [],
  });
});
