import { HOUR_MS } from "@commonlane/contract/durations";
import { isForThem, findRide } from "#modules/rides/index.ts";
import { personByUid } from "#modules/profiles/index.ts";
import { isApart } from "#modules/safety/index.ts";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import type { Room } from "./rooms.store.ts";

/**
 * Who may begin to write to whom, and about what. Of two people of whom one blocked the other neither finds the
 * other; in what they have begun already, `isOpenTo` lets nobody write.
 */
export async function mustBeReachable(
  ctx: Context,
  { uid }: Caller,
  { withUid, rideId }: { withUid: string; rideId?: string | null | undefined },
): Promise<void> {
  if (withUid === uid) throw new Problem("own_conversation");
  if (!(await personByUid(ctx, withUid)) || (await isApart(ctx, uid, withUid))) throw new Problem("not_found");
  if (!rideId) return;
  const ride = await findRide(ctx, rideId);
  if (!ride || (ride.host_id !== uid && ride.host_id !== withUid)) throw new Problem("not_found");
  // A ride for another group of people is one that this person does not see.
  if (ride.host_id !== uid && !(await isForThem(ctx, ride, uid))) throw new Problem("not_found");
}

/** Whoever is not in a conversation is not told whether it exists. */
export function mustBeIn<R extends Room>(room: R | undefined, uid: string): R {
  if (!room?.members.some((member) => member.uid === uid)) throw new Problem("not_found");
  return room;
}

/** Whether this member may write now. */
export function isOpenTo(ctx: Context, room: Room, uid: string): boolean {
  const closesAt = closingOf(ctx, room);
  const member = room.members.find((one) => one.uid === uid);
  return member?.left_ordinal === null && !room.parted && (closesAt === null || closesAt > ctx.now());
}

/** When the last word must have been said: some time after the ride's arrival, or never. */
export const closingOf = ({ settings }: Context, { arrives_at }: Room): Date | null =>
  arrives_at === null ? null : new Date(new Date(arrives_at).getTime() + settings.CHAT_OPEN_AFTER_H * HOUR_MS);

/** The newest message that this member may read. */
export function readableUpTo(room: Room, uid: string): number {
  return room.members.find((member) => member.uid === uid)?.left_ordinal ?? room.last_ordinal;
}
