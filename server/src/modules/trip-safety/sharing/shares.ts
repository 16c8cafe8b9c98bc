import { createHash, randomBytes } from "node:crypto";
import { SHARE_LINKS_PER_RIDE_MAX } from "@commonlane/contract/limits";
import type { RideShare } from "@commonlane/contract/trip-safety";
import type { LatLng } from "@commonlane/contract/shapes";
import { siteUrl } from "#modules/accounts/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { deleteUnsharedPositions, recordPosition } from "../trip-progress.store.ts";
import { getTripParticipant, sharingWindow } from "../trip-safety.ts";
import { viewShare } from "../trip-safety.view.ts";
import { deleteShare, insertShare } from "./shares.store.ts";
import { publishTripSafetyChanged } from "../trip-safety-events.ts";

const TOKEN_BYTES = 32;

/** Makes a link by which others can follow; what opens it stands after a `#`, which browsers send nowhere. */
export function shareRide(ctx: Context, { uid }: Caller, rideId: string): Promise<RideShare & { url: string }> {
  return transaction(ctx, async (ctx) => {
    const participant = await getTripParticipant(ctx, rideId, uid);
    const isOver = participant.arrived_at !== null || sharingWindow(ctx, participant).endsAt <= ctx.now();
    if (isOver) throw new Problem("ride_over");
    const token = randomBytes(TOKEN_BYTES).toString("base64url");
    const row = await insertShare(ctx, { rideId, uid, tokenHash: hashToken(token), max: SHARE_LINKS_PER_RIDE_MAX });
    if (!row) throw new Problem("shares_enough");
    publishTripSafetyChanged(ctx, uid, rideId);
    return { ...viewShare(row), url: `${siteUrl(ctx.settings)}/follow#${token}` };
  });
}

/** What is kept of a token. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");

/** Takes a link back; with the last one goes where this person was. */
export function unshareRide(
  ctx: Context,
  { uid }: Caller,
  { rideId, shareId }: { readonly rideId: string; readonly shareId: string },
): Promise<{ success: true }> {
  return transaction(ctx, async (ctx) => {
    if (!(await deleteShare(ctx, { rideId, uid, shareId }))) throw new Problem("not_found");
    await deleteUnsharedPositions(ctx, { rideId, uid }, 1);
    publishTripSafetyChanged(ctx, uid, rideId);
    return { success: true };
  });
}

/** Keeps where the caller is for those who follow, while they are on the way. */
export async function updatePosition(
  ctx: Context,
  { uid }: Caller,
  rideId: string,
  position: LatLng,
): Promise<{ success: true }> {
  const { opensAt, endsAt } = sharingWindow(ctx, await getTripParticipant(ctx, rideId, uid));
  const isOpen = opensAt <= ctx.now() && ctx.now() < endsAt;
  if (!isOpen || !(await recordPosition(ctx, { rideId, uid }, position))) throw new Problem("nobody_follows");
  return { success: true };
}
