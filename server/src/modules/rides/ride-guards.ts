import { DAY_MS } from "@commonlane/contract/durations";
import { HOST_AHEAD_DAYS } from "@commonlane/contract/limits";
import type { HostedRide } from "@commonlane/contract/rides";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import { rideMeanwhile } from "./commitments.store.ts";
import type { Stretch } from "./ride-seats.store.ts";
import type { RideSeen } from "./ride-seen.store.ts";
import { findRide, type RideRow } from "./rides.store.ts";
import { genderOf } from "#modules/profiles/index.ts";

/** Who one is comes from the token; a body that says otherwise is refused. */
export function mustBeSelf(caller: Caller, said: string | undefined): void {
  if (said !== undefined && said !== caller.uid) throw new Problem("not_yours");
}

export function mustBeAhead({ now }: Context, departsAt: string): void {
  const aheadMs = Date.parse(departsAt) - now().getTime();
  if (aheadMs <= 0) throw wrong("departsAt", "The departure must lie in the future.");
  if (aheadMs > HOST_AHEAD_DAYS * DAY_MS) throw wrong("departsAt", "The departure is too far ahead.");
}

/** A ride for one's own gender needs a gender that is told. */
export function mustHaveGender(audience: HostedRide["audience"], gender: string | null): void {
  if (audience === "sameGender" && (gender === null || gender === "undisclosed")) {
    throw wrong("audience", "To share rides within your own gender, say it in your profile first.");
  }
}

export async function mustHost(found: Promise<RideRow | undefined>, caller: Caller): Promise<RideRow> {
  const ride = await found;
  if (!ride) throw new Problem("not_found");
  if (ride.host_id !== caller.uid) throw new Problem("not_yours");
  return ride;
}

export function mustBeScheduled({ now }: Context, ride: RideRow): void {
  if (ride.status !== "scheduled" || ride.departs_at <= now()) throw new Problem("ride_over");
}

/** One cannot be on two ways at once; the database has the last word on this (commitment_apart). */
export async function mustBeFree(
  ctx: Context,
  uid: string,
  times: Pick<RideRow, "departs_at" | "arrives_at">,
  except?: string,
): Promise<void> {
  const other = await rideMeanwhile(ctx, uid, times, except);
  if (!other) return;
  const [from, to] = [other.points.at(0), other.points.at(-1)].map((place) => place?.label.split(",")[0] ?? "");
  const fields = { departsAt: `You are under way from ${from} to ${to} then.` };
  throw new Problem("already_travelling", { fields });
}

/** Why seats on a ride could not be taken a moment ago. */
export async function whyNotTaken(ctx: Context, rideId: string, stretch: Stretch): Promise<Problem> {
  const ride = await findRide(ctx, rideId);
  if (ride?.status !== "scheduled" || ride.departs_at <= ctx.now()) return new Problem("ride_over");
  const free = ride.seats_left.slice(stretch.firstLeg, stretch.lastLeg + 1).every((seats) => seats >= stretch.seats);
  return new Problem(free ? "cost_covered" : "ride_full");
}

export async function mayBeSeenBy(
  ctx: Context,
  { row: ride, part, apart }: Pick<RideSeen, "row" | "part" | "apart">,
  uid: string,
): Promise<boolean> {
  // Whoever is aboard has to find the way, whoever blocked whom.
  if (ride.host_id === uid || part === "aboard") return true;
  if (apart) return false;
  if (part !== undefined) return true;
  const over = ride.status === "cancelled" || ride.status === "completed";
  return !over && isForThem(ctx, ride, uid);
}

/** Whether the ride's audience includes this person. */
export async function isForThem(ctx: Context, ride: RideRow, uid: string): Promise<boolean> {
  return ride.audience === "everyone" || ride.host_gender === (await genderOf(ctx, uid));
}

export const wrong = (field: string, text: string) => new Problem("invalid_input", { fields: { [field]: text } });
