import { HOST_AHEAD_DAYS } from "@commonlane/contract/limits";
import type { HostedRide } from "@commonlane/contract/rides";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import type { RideRow, RideSeen } from "./rides.store.ts";
import { genderOf } from "#modules/profiles/index.ts";

const DAY_MS = 86_400_000;

/** Who one is comes from the token; a body that says otherwise is refused (api.md, Conventions). */
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

export async function mayBeSeenBy(
  ctx: Context,
  { row: ride, part }: Pick<RideSeen, "row" | "part">,
  uid: string,
): Promise<boolean> {
  if (ride.host_id === uid || part !== undefined) return true;
  const over = ride.status === "cancelled" || ride.status === "completed";
  return !over && isForThem(ctx, ride, uid);
}

/** Whether the ride's audience includes this person. */
export async function isForThem(ctx: Context, ride: RideRow, uid: string): Promise<boolean> {
  return ride.audience === "everyone" || ride.host_gender === (await genderOf(ctx, uid));
}

const wrong = (field: string, text: string) => new Problem("invalid_input", { fields: { [field]: text } });
