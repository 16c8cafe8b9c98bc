import { createHash, randomBytes } from "node:crypto";
import { SHARES_PER_RIDE_MAX } from "@commonlane/contract/limits";
import type { RideShare } from "@commonlane/contract/on-the-way";
import type { LatLng } from "@commonlane/contract/shapes";
import { siteOf } from "#modules/accounts/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import { forgetPositions, notePosition } from "./journeys.store.ts";
import { mustTravel, spanOf } from "./on-the-way.ts";
import { viewShare } from "./on-the-way.view.ts";
import { deleteShare, insertShare } from "./shares.store.ts";
import { tellOf } from "./telling.ts";

const TOKEN_BYTES = 32;

/** Makes a link by which others can follow; what opens it stands after a `#`, which browsers send nowhere. */
export function shareRide(ctx: Context, { uid }: Caller, rideId: string): Promise<RideShare & { url: string }> {
  return transaction(ctx, async (ctx) => {
    const traveller = await mustTravel(ctx, rideId, uid);
    const isOver = traveller.arrived_at !== null || spanOf(ctx, traveller).endsAt <= ctx.now();
    if (isOver) throw new Problem("ride_over");
    const token = randomBytes(TOKEN_BYTES).toString("base64url");
    const row = await insertShare(ctx, { rideId, uid, tokenHash: hashOf(token), most: SHARES_PER_RIDE_MAX });
    if (!row) throw new Problem("shares_enough");
    tellOf(ctx, uid, rideId);
    return { ...viewShare(row), url: `${siteOf(ctx.settings)}/follow#${token}` };
  });
}

/** What is kept of a token. */
export const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");

/** Takes a link back; with the last one goes where this person was. */
export function unshareRide(
  ctx: Context,
  { uid }: Caller,
  { rideId, shareId }: { readonly rideId: string; readonly shareId: string },
): Promise<{ success: true }> {
  return transaction(ctx, async (ctx) => {
    if (!(await deleteShare(ctx, { rideId, uid, shareId }))) throw new Problem("not_found");
    await forgetPositions(ctx, { rideId, uid }, 1);
    tellOf(ctx, uid, rideId);
    return { success: true };
  });
}

/** Keeps where the caller is for those who follow, while they are on the way. */
export async function tellPosition(
  ctx: Context,
  { uid }: Caller,
  rideId: string,
  position: LatLng,
): Promise<{ success: true }> {
  const { opensAt, endsAt } = spanOf(ctx, await mustTravel(ctx, rideId, uid));
  const isOpen = opensAt <= ctx.now() && ctx.now() < endsAt;
  if (!isOpen || !(await notePosition(ctx, { rideId, uid }, position))) throw new Problem("nobody_follows");
  return { success: true };
}
