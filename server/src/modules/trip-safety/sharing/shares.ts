import { SHARE_LINKS_PER_RIDE_MAX } from "@commonlane/contract/limits";
import type { RideShare } from "@commonlane/contract/trip-safety";
import type { LatLng } from "@commonlane/contract/shapes";
import { siteUrl } from "#modules/accounts/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import { createSecret, hashToken } from "#platform/hashes.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { findBookedPassengers, firstVisiblePickup } from "../trip-participants.store.ts";
import { deleteUnsharedPositions, recordPosition } from "../trip-progress.store.ts";
import { getTripParticipant, sharingWindow } from "../trip-safety.ts";
import { publishTripMoved, publishTripSafetyChanged, viewShare } from "../trip-safety.view.ts";
import { deleteShare, insertShare } from "./shares.store.ts";

/** Creates a share link. The token is in the URL fragment, which browsers do not send to servers. */
export function shareRide(
  ctx: Context,
  caller: Caller,
  rideId: string,
): Promise<RideShare & { url: string }> {
  const { uid } = caller;
  return transaction(ctx, async (ctx) => {
    const participant = await getTripParticipant(ctx, rideId, uid);
    const isOver =
      participant.arrived_at !== null || sharingWindow(ctx, participant).endsAt <= ctx.now();
    if (isOver) throw new Problem("ride_over");
    const token = createSecret();
    const row = await insertShare(ctx, caller, {
      rideId,
      tokenHash: hashToken(token),
      max: SHARE_LINKS_PER_RIDE_MAX,
    });
    if (!row) throw new Problem("shares_enough");
    publishTripSafetyChanged(ctx, uid, rideId);
    return {
      ...viewShare(row),
      url: `${siteUrl(ctx.settings)}/follow#${token}`,
    };
  });
}

/** Revokes a link; revoking the last one deletes the user's position. */
export function unshareRide(
  ctx: Context,
  { uid }: Caller,
  {
    rideId,
    shareId,
  }: {
    readonly rideId: string;
    readonly shareId: string;
  },
): Promise<{ success: true }> {
  return transaction(ctx, async (ctx) => {
    if (
      !(await deleteShare(ctx, {
        rideId,
        uid,
        shareId,
      }))
    )
      throw new Problem("not_found");
    await deleteUnsharedPositions(
      ctx,
      {
        rideId,
        uid,
      },
      1,
    );
    publishTripSafetyChanged(ctx, uid, rideId);
    await publishTripMoved(ctx, [uid], rideId);
    return { success: true };
  });
}

/**
 * Stores the caller's position for followers while the trip is shared, and the driver's for passengers who are picked up
 * soon.
 */
export async function updatePosition(
  ctx: Context,
  { uid }: Caller,
  rideId: string,
  position: LatLng,
): Promise<{ success: true }> {
  const participant = await getTripParticipant(ctx, rideId, uid);
  const { opensAt, endsAt } = sharingWindow(ctx, participant);
  const isOpen = opensAt <= ctx.now() && ctx.now() < endsAt;
  if (
    !isOpen ||
    !(await recordPosition(
      ctx,
      {
        rideId,
        uid,
      },
      position,
    ))
  )
    throw new Problem("nobody_follows");

  const isHost = participant.host_id === uid;
  const passengers = isHost ? await findBookedPassengers(ctx, rideId) : [];
  const soonAt = firstVisiblePickup(ctx.now());
  const waitingUids = passengers
    .filter(({ pickup_at }) => pickup_at <= soonAt)
    .map((passenger) => passenger.uid);
  await publishTripMoved(ctx, [uid, ...waitingUids], rideId);
  return { success: true };
}
