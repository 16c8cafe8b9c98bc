import { translatable } from "@commonlane/contract/message";
import type { RideRequestInput } from "@commonlane/contract/ride-requests";
import { distanceM } from "@commonlane/matching/geo";
import { isOpenTo } from "#modules/groups/index.ts";
import { findGender } from "#modules/profiles/index.ts";
import { isActiveForViewer } from "#modules/active-drivers/index.ts";
import { isAccessible } from "#modules/rides/search/index.ts";
import { assertDepartureWindow } from "#modules/rides/rules/index.ts";
import { type RideRow } from "#modules/rides/index.ts";
import { filterInteractable, isContentRemoved, isRestricted } from "#modules/privacy/index.ts";
import type { Context } from "#platform/context.ts";
import { invalidInput, Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { assertMay } from "#platform/policy.ts";
import { type RideRequestCall, rideRequestPolicy } from "./ride-request.policy.ts";
import { hasOffered } from "./offers/offers.store.ts";
import type { RideRequestRow } from "./ride-requests.store.ts";

const MIN_ROUTE_M = 1;

/** Validates the departure window and that origin and destination differ. */
export function assertFeasible(
  ctx: Context,
  input: Pick<RideRequestInput, "origin" | "destination" | "departsAfter" | "departsBefore">,
): void {
  assertDepartureWindow(ctx, input);
  if (distanceM(input.origin, input.destination) < MIN_ROUTE_M)
    throw invalidInput("destination", translatable("Origin and destination are the same."));
}

/** A user may ask any visible active driver for a ride, except themselves. */
export async function assertCanAskDriver(
  ctx: Context,
  { uid }: Caller,
  driverUid: string,
): Promise<void> {
  if (driverUid === uid) throw invalidInput("driverUid", translatable("You can't ask yourself."));
  const reachableUids = await filterAskableDrivers(ctx, { uid }, [driverUid]);
  if (reachableUids.length === 0) throw new Problem("driver_gone");
}

/** The drivers the caller may ask for a ride: active, visible to the caller, and not the caller. */
export async function filterAskableDrivers(
  ctx: Context,
  { uid }: Pick<Caller, "uid">,
  driverUids: readonly string[],
): Promise<string[]> {
  const others = new Set(driverUids);
  others.delete(uid);
  const askableUids: string[] = [];
  for (const driverUid of await filterInteractable(ctx, [...others], (driver) => [uid, driver]))
    if (await isActiveForViewer(ctx, driverUid, uid)) askableUids.push(driverUid);
  return askableUids;
}

/** The request, for a user who may make this call about it. @throws Problem not_yours or not_found, see `assertMay` */
export async function requireRideRequest(
  ctx: Context,
  { uid }: Pick<Caller, "uid">,
  call: RideRequestCall,
  found: Promise<RideRequestRow | undefined>,
): Promise<RideRequestRow> {
  const request = await found;
  if (!request) throw new Problem("not_found");
  await assertMay(rideRequestPolicy, call, request, uid, () => isVisibleRequest(ctx, request, uid));
  return request;
}

/**
 * Returns true if this user may see the request. The one place that decides it: open requests are for their audience,
 * ended ones for the seeker and the drivers who made an offer. Under a contact restriction only a driver whose offer
 * was accepted sees it.
 */
export async function isVisibleRequest(
  ctx: Context,
  row: RideRequestRow,
  uid: string,
): Promise<boolean> {
  if (row.seeker_id === uid) return true;
  const restricted =
    (await isRestricted(ctx, row.seeker_id, uid)) || (await isContentRemoved(ctx, row.id));
  if (await hasOffered(ctx, row.id, uid, { accepted: restricted })) return true;
  return !restricted && isOpenRequest(ctx, row) && isForDriver(ctx, row, uid);
}

export const isOpenRequest = (
  { now }: Context,
  { status, departs_before }: RideRequestRow,
): boolean => status === "open" && departs_before > now();

/** A request for one's own gender is only for drivers of that gender. */
export const matchesAudience = (
  { audience, seeker_gender }: RideRequestRow,
  gender: string | null,
): boolean => audience === "everyone" || seeker_gender === gender;

/** True if the ride has room for the seeker's access needs and luggage. */
export function fitsRide(ride: RideRow, { needs, luggage }: RideRequestRow): boolean {
  return isAccessible(ride, needs) && ride.luggage >= luggage;
}

/** Whether this driver may see and answer a request. */
export const isForDriver = async (
  ctx: Context,
  request: RideRequestRow,
  driverUid: string,
): Promise<boolean> =>
  matchesAudience(
    request,
    request.audience === "everyone" ? null : await findGender(ctx, driverUid),
  ) && (await isOpenTo(ctx, driverUid, request.members_of));

/** @throws Problem audience_closed */
export async function assertForDriver(
  ctx: Context,
  request: RideRequestRow,
  driverUid: string,
): Promise<void> {
  if (await isForDriver(ctx, request, driverUid)) return;
  throw new Problem("audience_closed", {
    message: translatable("This request is for another group of people."),
  });
}

/**
 * The stops of a request, measured by the approximate places that drivers see, so that an offer reveals nothing more.
 */
export const stopsOfRequest = (request: RideRequestRow) => ({
  pickup: request.origin,
  dropoff: request.destination,
  approximateStops: {
    pickup: request.approximate_origin,
    dropoff: request.approximate_destination,
  },
});

export function departureWindow({ departs_after, departs_before }: RideRequestRow) {
  return {
    after: departs_after,
    before: departs_before,
  };
}
