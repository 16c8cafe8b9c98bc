import { expect, test } from "vitest";
import { driverStops } from "#features/seat-requests/driver-sheet/driver-stops.ts";
import { testRequest, testRide } from "#features/seat-requests/test-data.ts";
import { findNextStop } from "./drive-progress.ts";

const names = ({ next, later }: ReturnType<typeof findNextStop>) =>
  [next, ...later].map((stop) => stop?.key);

test("a drive begins where the first passenger gets in, and goes on after each stop", () => {
  const stops = driverStops(testRide, [testRequest]);
  expect(names(findNextStop(stops, []))).toEqual(stops.map(({ key }) => key));
  expect(names(findNextStop(stops, [stops[0]?.key ?? ""]))).toEqual(
    stops.slice(1).map(({ key }) => key),
  );
});

test("a start where nobody gets in is no stop, and a stop that joins behind is not driven to", () => {
  const stops = driverStops(testRide, []);
  expect(findNextStop(stops, []).next?.key).toBe("point-1");
  expect(findNextStop(stops, ["point-1"])).toMatchObject({ next: { key: "point-2" }, later: [] });
});
