import { type LocalText, localText } from "#platform/i18n/translate.ts";
import { message, translatable } from "@commonlane/contract/message";
import { DAY_MS } from "@commonlane/contract/durations";
import { RIDE_MAX_DAYS_AHEAD } from "@commonlane/contract/limits";
import type { HostedRide } from "@commonlane/contract/hosted-rides";
import type { Gender } from "@commonlane/contract/profiles";
import type { Context, InTransaction } from "#platform/context.ts";
import { invalidInput, Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { assertMay } from "#platform/policy.ts";
import { type RideCall, ridePolicy } from "./ride.policy.ts";
import { findOverlappingRide } from "./double-booking.store.ts";
import type { SegmentSeats } from "../route/segment/ride-seats.store.ts";
import { findRideForViewer } from "../ride-for-viewer.store.ts";
import { findVisibility } from "../ride-visibility.store.ts";
import { findRide, type RideRow } from "../rides.store.ts";
import { isOpenTo } from "#modules/groups/index.ts";
import { findGender, holdGender } from "#modules/profiles/index.ts";

/** Rejects a body whose user id differs from the token. */
export function assertSelf(caller: Caller, claimedUid: string | undefined): void {
  if (claimedUid !== undefined && claimedUid !== caller.uid) throw new Problem("not_yours");
}

export function assertDepartureAhead({ now }: Context, departsAt: string): void {
  const aheadMs = Date.parse(departsAt) - now().getTime();
  if (aheadMs <= 0)
    throw invalidInput("departsAt", translatable("The departure must be in the future."));
  if (aheadMs > RIDE_MAX_DAYS_AHEAD * DAY_MS)
    throw invalidInput("departsAt", translatable("The departure is too far in the future."));
}

/**
 * The gender with which a user offers or asks for something. If that is for their own gender only, it cannot change
 * until the transaction ends.
 * @throws Problem invalid_input if it is for their own gender, and the profile has none
 */
export async function genderForAudience(
  ctx: InTransaction,
  uid: string,
  audience: HostedRide["audience"],
): Promise<Gender | null> {
  if (audience === "everyone") return findGender(ctx, uid);
  const gender = await holdGender(ctx, uid);
  if (gender !== null && gender !== "undisclosed") return gender;
  throw invalidInput(
    "audience",
    translatable("To share rides within your own gender, add your gender to your profile first."),
  );
}

/** The ride, for a user who may make this call about it. @throws Problem not_yours or not_found, see `assertMay` */
export async function requireRide(
  ctx: Context,
  { uid }: Pick<Caller, "uid">,
  call: RideCall,
  found: Promise<RideRow | undefined>,
): Promise<RideRow> {
  const ride = await found;
  if (!ride) throw new Problem("not_found");
  await assertMay(ridePolicy, call, ride, uid, () => isRideVisible(ctx, ride.id, uid));
  return ride;
}

/** Returns true if there is such a ride and this user may see it. */
export async function isRideVisible(ctx: Context, rideId: string, uid: string): Promise<boolean> {
  return (await findVisibility(ctx, rideId, uid))?.isVisible ?? false;
}

export function assertScheduled({ now }: Context, ride: RideRow): void {
  if (ride.status !== "scheduled" || ride.departs_at <= now()) throw rideOverProblem(ride);
}

const DEPARTED = translatable("This ride has departed.");
const CANCELLED = translatable("This ride was cancelled.");

type RideState = Pick<RideRow, "status">;

/** The problem with a ride that is over, for users who may see it: whether it was cancelled or has departed. */
export const rideOverProblem = ({ status }: RideState): Problem =>
  new Problem("ride_over", { message: status === "cancelled" ? CANCELLED : DEPARTED });

/** The message of any problem with a cancelled ride, in place of the usual one; nothing for other rides. */
export function ifCancelled(ride: RideState | undefined): { readonly message?: LocalText } {
  return ride?.status === "cancelled" ? { message: CANCELLED } : {};
}

const TRAVELLING_THEN = message("You have another ride from {from} to {to} at that time.", {
  comment: "from, to: places.",
});

/** A user cannot be on two rides at once. The database enforces it as well (commitment_no_overlap). */
export async function assertNotDoubleBooked(
  ctx: Context,
  uid: string,
  times: Pick<RideRow, "departs_at" | "arrives_at">,
  except?: string,
): Promise<void> {
  const overlapping = await findOverlappingRide(ctx, uid, times, except);
  if (!overlapping) return;
  const [from, to] = [overlapping.points.at(0), overlapping.points.at(-1)].map(
    (place) => place?.label.split(/[,،]/u)[0] ?? "",
  );
  const fields = {
    departsAt: localText(TRAVELLING_THEN, {
      from: from ?? "",
      to: to ?? "",
    }),
  };
  throw new Problem("already_travelling", { fields });
}

/** The problem `not_found` about something on a ride. Users who see the ride learn that it was cancelled. */
export async function nothingOnRideProblem(
  ctx: Context,
  rideId: string,
  uid: string,
): Promise<Problem> {
  const ride = await findRideForViewer(ctx, rideId, uid);
  return new Problem("not_found", ride?.isVisible ? ifCancelled(ride.row) : {});
}

/** Explains why seats on a ride could not be taken. */
export async function explainSeatRefusal(
  ctx: Context,
  rideId: string,
  segment: SegmentSeats,
): Promise<Problem> {
  const ride = await findRide(ctx, rideId);
  if (!ride) return new Problem("ride_over");
  if (ride.status !== "scheduled" || ride.departs_at <= ctx.now()) return rideOverProblem(ride);
  const hasFreeSeats = ride.seats_left
    .slice(segment.firstLeg, segment.lastLeg + 1)
    .every((seats) => seats >= segment.seats);
  return new Problem(hasFreeSeats ? "cost_covered" : "ride_full");
}

/** Returns true if the ride's audience includes this user. */
export async function isInAudience(
  ctx: Context,
  { audience, host_gender, members_of }: Pick<RideRow, "audience" | "host_gender" | "members_of">,
  uid: string,
): Promise<boolean> {
  return (
    (audience === "everyone" || host_gender === (await findGender(ctx, uid))) &&
    (await isOpenTo(ctx, uid, members_of))
  );
}

const WINDOW_MAX_DAYS = 31;

/**
 * Checks that a departure window is in the future, within the booking horizon and at most a month long. @throws Problem
 * invalid_input
 */
export function assertDepartureWindow(
  { now }: Context,
  {
    departsAfter,
    departsBefore,
  }: {
    readonly departsAfter: string;
    readonly departsBefore: string;
  },
): void {
  const afterMs = Date.parse(departsAfter);
  const beforeMs = Date.parse(departsBefore);
  const nowMs = now().getTime();
  if (beforeMs < afterMs)
    throw invalidInput("departsBefore", translatable("This is before the start of the window."));
  if (beforeMs <= nowMs)
    throw invalidInput("departsBefore", translatable("The departure must be in the future."));
  if (beforeMs - afterMs > WINDOW_MAX_DAYS * DAY_MS)
    throw invalidInput("departsBefore", localText(WINDOW_TOO_LONG, { days: WINDOW_MAX_DAYS }));
  if (afterMs - nowMs > RIDE_MAX_DAYS_AHEAD * DAY_MS)
    throw invalidInput("departsAfter", translatable("The departure is too far in the future."));
}

const WINDOW_TOO_LONG = message(
  "{days, plural, one {The window is longer than # day.} other {The window is longer than # days.}}",
  { comment: "The window between the earliest and the latest departure." },
);
