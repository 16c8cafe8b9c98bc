import { expect, test } from "vitest";
import { cancellationLatenessAt } from "./cancellation-lateness.ts";

const PICKUP = "2026-01-02T06:45:00.000Z";
const hoursAhead = (hours: number) => Date.parse(PICKUP) - hours * 3_600_000;

test("classifies a cancellation by the current time and the operator's thresholds", () => {
  const usual = { lateCancellationH: 24, lastMinuteCancellationH: 3 };
  const results = [25, 24, 23.9, 3, 2.9, -1].map((hours) =>
    cancellationLatenessAt(hoursAhead(hours), PICKUP, usual),
  );
  expect(results).toEqual(["early", "early", "late", "late", "last-minute", "last-minute"]);
  const strict = { lateCancellationH: 72, lastMinuteCancellationH: 12 };
  expect(
    [80, 48, 6].map((hours) => cancellationLatenessAt(hoursAhead(hours), PICKUP, strict)),
  ).toEqual(["early", "late", "last-minute"]);
  expect(
    cancellationLatenessAt(hoursAhead(1), PICKUP, {
      lateCancellationH: 0,
      lastMinuteCancellationH: 0,
    }),
  ).toBe("early");
});
