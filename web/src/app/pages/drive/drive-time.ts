import { HOUR_MS } from "@commonlane/contract/durations";
import type { Ride } from "@commonlane/contract/rides";

/** Whether the host of a ride is about to drive, or driving. */
export function isDriveTime({ departsAt, status }: Ride, nowMs: number): boolean {
  return (
    (status === "scheduled" || status === "departed") && Date.parse(departsAt) - nowMs < HOUR_MS
  );
}
