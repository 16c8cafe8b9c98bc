import type { FollowedRide } from "@commonlane/contract/trip-safety";
import { findPublicPeople } from "#modules/profiles/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { sharingWindow, toPosition } from "../trip-safety.ts";
import { publishTripSafetyChanged, viewFollowedRide } from "../trip-safety.view.ts";
import { hashToken } from "./shares.ts";
import { findShare, recordOpened, type ShareRow } from "./shares.store.ts";
import { estimateArrival } from "../estimate-arrival.ts";
import { findTripParticipant, isCancelledFor } from "../trip-participants.store.ts";

/**
 * The shared ride for the holder of a link. Throws the same `link_over` for unknown, revoked and expired links, so that
 * guessing reveals nothing.
 */
export async function followSharedRide(ctx: Context, token: string): Promise<FollowedRide> {
  const share = await findShare(ctx, hashToken(token));
  const participant = share && (await findTripParticipant(ctx, share.ride_id, share.uid));
  if (!participant) {
    if (share && (await isCancelledFor(ctx, share.ride_id, share.uid)))
      return { state: "cancelled" };
    throw new Problem("link_over");
  }
  const { opensAt, endsAt } = sharingWindow(ctx, participant);
  if (endsAt <= ctx.now()) throw new Problem("link_over");
  if (opensAt > ctx.now()) return { state: "early", opensAt: opensAt.toISOString() };
  const people = await findPublicPeople(ctx, [participant.uid, participant.host_id]);
  const sharer = people.get(participant.uid);
  const host = people.get(participant.host_id);
  if (!sharer || !host) throw new Problem("link_over");
  await recordOpening(ctx, share);
  if (participant.arrived_at) {
    return {
      state: "arrived",
      sharer: sharer.displayName,
      arrivedAt: participant.arrived_at.toISOString(),
    };
  }
  return {
    ...viewFollowedRide(participant, { sharer, host }),
    position: toPosition(participant),
    arrivesAt: estimateArrival(participant, ctx.now()).toISOString(),
    endsAt: endsAt.toISOString(),
  };
}

/** Shows the owner of the link that it was used. */
const recordOpening = (ctx: Context, { id, uid, ride_id }: ShareRow): Promise<void> =>
  transaction(ctx, async (ctx) => {
    if (await recordOpened(ctx, id)) publishTripSafetyChanged(ctx, uid, ride_id);
  });
