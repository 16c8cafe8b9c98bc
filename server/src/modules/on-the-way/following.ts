import type { FollowedRide } from "@commonlane/contract/on-the-way";
import { peopleByUid } from "#modules/profiles/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { positionOf, spanOf } from "./on-the-way.ts";
import { viewFollowed } from "./on-the-way.view.ts";
import { hashOf } from "./shares.ts";
import { findShare, noteOpened, type ShareRow } from "./shares.store.ts";
import { tellOf } from "./telling.ts";
import { findTraveller } from "./travellers.store.ts";

/**
 * What whoever has a link sees. Throws link_over for one that was never made, was taken back, or has ended, all alike: so
 * nobody learns by trying whether there was one.
 */
export async function followRide(ctx: Context, token: string): Promise<FollowedRide> {
  const share = await findShare(ctx, hashOf(token));
  const traveller = share && (await findTraveller(ctx, share.ride_id, share.uid));
  if (!traveller) throw new Problem("link_over");
  const { opensAt, endsAt } = spanOf(ctx, traveller);
  if (endsAt <= ctx.now()) throw new Problem("link_over");
  if (opensAt > ctx.now()) return { state: "early", opensAt: opensAt.toISOString() };
  const people = await peopleByUid(ctx, [traveller.uid, traveller.host_id]);
  const [sharer, host] = [people.get(traveller.uid), people.get(traveller.host_id)];
  if (!sharer || !host) throw new Problem("link_over");
  await noteLook(ctx, share);
  if (traveller.arrived_at) {
    return { state: "arrived", sharer: sharer.displayName, arrivedAt: traveller.arrived_at.toISOString() };
  }
  return {
    ...viewFollowed(traveller, { sharer, host }),
    position: positionOf(traveller),
    endsAt: endsAt.toISOString(),
  };
}

/** Who gave the link sees that it is used. */
const noteLook = (ctx: Context, { id, uid, ride_id }: ShareRow): Promise<void> =>
  transaction(ctx, async (ctx) => {
    if (await noteOpened(ctx, id)) tellOf(ctx, uid, ride_id);
  });
