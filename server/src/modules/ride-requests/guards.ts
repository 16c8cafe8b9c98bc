import type { PostedRequest } from "@commonlane/contract/ride-requests";
import { distanceM } from "@commonlane/matching/geo";
import { isActiveFor } from "#modules/active-drivers/index.ts";
import { hasAccess, mustBeWindow, type RideRow } from "#modules/rides/index.ts";
import { mayMeet } from "#modules/safety/index.ts";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import type { RideRequestRow } from "./ride-requests.store.ts";

const LEAST_WAY_M = 1;

/** Where and when a request is for must make sense. */
export function mustBeFeasible(
  ctx: Context,
  said: Pick<PostedRequest, "origin" | "destination" | "departsAfter" | "departsBefore">,
): void {
  mustBeWindow(ctx, said);
  if (distanceM(said.origin, said.destination) < LEAST_WAY_M)
    throw wrong("destination", "This is the same place as the one before.");
}

/** One may ask whoever is on the map for a ride from here, but themselves. */
export async function mustBeAskable(ctx: Context, { uid }: Caller, driverUid: string): Promise<void> {
  if (driverUid === uid) throw wrong("driverUid", "This is you.");
  const [met] = await mayMeet(ctx, [driverUid], (driver) => [uid, driver]);
  if (met === undefined || !(await isActiveFor(ctx, met, uid))) throw new Problem("driver_gone");
}

export async function mustBeSeekers(
  found: Promise<RideRequestRow | undefined>,
  { uid }: Caller,
): Promise<RideRequestRow> {
  const request = await found;
  if (!request) throw new Problem("not_found");
  if (request.seeker_id !== uid) throw new Problem("not_yours");
  return request;
}

export const isOpen = ({ now }: Context, { status, departs_before }: RideRequestRow): boolean =>
  status === "open" && departs_before > now();

/** A request for one's own gender is for drivers of that gender. */
export const suits = ({ audience, seeker_gender }: RideRequestRow, gender: string | null): boolean =>
  audience === "everyone" || seeker_gender === gender;

/** Whether whoever posted a request can travel on a ride with what they need and carry. */
export const hasRoom = (ride: RideRow, { needs, luggage }: RideRequestRow): boolean =>
  hasAccess(ride, needs) && ride.luggage >= luggage;

export function mustSuit(request: RideRequestRow, gender: string | null): void {
  if (suits(request, gender)) return;
  throw new Problem("audience_closed", { message: "This request is for another group of people." });
}

/** Where a request begins and ends, measured by what drivers are told of it, so that nobody finds out more by offering. */
export const endsOfRequest = ({ origin, destination, origin_area, destination_area }: RideRequestRow) => ({
  pickup: origin,
  dropoff: destination,
  about: { pickup: origin_area, dropoff: destination_area },
});

export const windowOf = ({ departs_after, departs_before }: RideRequestRow) => ({
  after: departs_after,
  before: departs_before,
});

export const wrong = (field: string, text: string) => new Problem("invalid_input", { fields: { [field]: text } });
