import { HOUR_MS } from "@commonlane/contract/durations";
import type { Ride } from "@commonlane/contract/rides";
import type { DriverStop } from "#features/seat-requests/driver-sheet/driver-stops.ts";

interface DriveProgress {
  readonly next: DriverStop | undefined;
  readonly later: readonly DriverStop[];
}

/** The stop to drive to, and those after it. A start where no one gets in is not a stop: the driver is there. */
export function findNextStop(
  stops: readonly DriverStop[],
  doneKeys: readonly string[],
): DriveProgress {
  const toVisit = stops.filter(({ getIn }, n) => n > 0 || getIn.length > 0);
  const lastDone = toVisit.findLastIndex(({ key }) => doneKeys.includes(key));
  const [next, ...later] = toVisit.slice(lastDone + 1);
  return { next, later };
}

/** Whether the host of a ride is about to drive, or driving. */
export function isDriveTime({ departsAt, status }: Ride, nowMs: number): boolean {
  return (
    (status === "scheduled" || status === "departed") && Date.parse(departsAt) - nowMs < HOUR_MS
  );
}
