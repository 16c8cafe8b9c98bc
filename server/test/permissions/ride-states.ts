import { endpointNamed } from "./requests.ts";
import type { State } from "./scenario.ts";

const OF_RIDE = /:(?:rideId|outcomeId)\b/;
const OF_RIDE_OR_REQUEST = /:(?:rideId|requestId|offerId|conversationId|outcomeId)\b/;
/** Endpoints about the ride whose path does not contain it. */
const ALSO_OF_RIDE = new Set([
  "tripSafety.follow",
  "seatRequests.confirm",
  "seatRequests.end",
  "rideReplacements.list",
]);

/** True if the reply may depend on the state of the ride; requests happen before departure. */
export function dependsOnRideState(name: string, state: State): boolean {
  const path = endpointNamed(name)?.path ?? "";
  if (state === "coming") return true;
  if (name.endsWith("#held")) return false;
  if (state === "over" || state === "cancelled") return OF_RIDE_OR_REQUEST.test(path);
  return (OF_RIDE.test(path) && !name.includes("#")) || ALSO_OF_RIDE.has(name);
}
