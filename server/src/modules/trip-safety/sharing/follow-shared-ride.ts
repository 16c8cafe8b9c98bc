import type { FollowedRide } from "@commonlane/contract/trip-safety";
import { findPublicPeople } from "#modules/profiles/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { toPosition, sharingWindow } from "../trip-safety.ts";
import { viewFollowedRide } from "../trip-safety.view.ts";
import { hashToken } from "./shares.ts";
import { findShare, recordOpened, type ShareRow } from "./shares.store.ts";
import { publishTripSafetyChanged } from "../trip-safety-events.ts";
import { findTripParticipant } from "../trip-participants.store.ts";

/**
 * What whoever has a link sees. Throws link_over for one that was never made, was taken back, or has ended, all alike: so
 * nobody learns by trying whether there was one.
 */
export async function followSharedRide(ctx: Context, token: string): Promise<FollowedRide> {
  const share = await findShare(ctx, hashToken(token));
  const participant = share && (await findTripParticipant(ctx, share.ride_id, share.uid));
  if (!participant) throw new Problem("link_over");
  const { opensAt, endsAt } = sharingWindow(ctx, participant);
  if (endsAt <= ctx.now()) throw new Problem("link_over");
  if (opensAt > ctx.now()) return { state: "early", opensAt: opensAt.toISOString() };
  const people = await findPublicPeople(ctx, [participant.uid, participant.host_id]);
  const [sharer, host] = [people.get(participant.uid), people.get(participant.host_id)];
  if (!sharer || !host) throw new Problem("link_over");
  await recordOpening(ctx, share);
  if (participant.arrived_at) {
    return { state: "arrived", sharer: sharer.displayName, arrivedAt: participant.arrived_at.toISOString() };
  }
  return {
    ...viewFollowedRide(participant, { sharer, host }),
    position: toPosition(participant),
    endsAt: endsAt.toISOString(),
  };
}

/** Who gave the link sees that it is used. */
const recordOpening = (ctx: Context, { id, uid, ride_id }: ShareRow): Promise<void> =>
  transaction(ctx, async (ctx) => {
    if (await recordOpened(ctx, id)) publishTripSafetyChanged(ctx, uid, ride_id);
  });
