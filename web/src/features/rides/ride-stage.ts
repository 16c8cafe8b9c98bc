import type { Ride } from "@commonlane/contract/rides";

/** Where a ride stands for those who look at it; the clock tells before the server has written it down. */
export type RideStage = "upcoming" | "underway" | "arrived" | "cancelled";

export function getRideStage({ status, departsAt, arrivesAt }: Ride, nowMs: number): RideStage {
  if (status === "cancelled") return "cancelled";
  if (status === "completed" || Date.parse(arrivesAt) <= nowMs) return "arrived";
  return status === "departed" || Date.parse(departsAt) <= nowMs ? "underway" : "upcoming";
}
