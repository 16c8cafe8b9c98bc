import type { Ride } from "@commonlane/contract/rides";

/** Stage of a ride for viewers. The clock decides before the server has stored the change. */
export type RideStage = "upcoming" | "underway" | "arrived" | "cancelled";

export function getRideStage({ status, departsAt, arrivesAt }: Ride, nowMs: number): RideStage {
  if (status === "cancelled") return "cancelled";
  if (status === "completed" || Date.parse(arrivesAt) <= nowMs) return "arrived";
  return status === "departed" || Date.parse(departsAt) <= nowMs ? "underway" : "upcoming";
}
