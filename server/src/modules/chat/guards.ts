import { HOUR_MS } from "@commonlane/contract/durations";
import { findRide } from "#modules/rides/index.ts";
import { isRideVisible } from "#modules/rides/rules/index.ts";
import { findPublicPerson } from "#modules/profiles/index.ts";
import { isRestricted } from "#modules/privacy/index.ts";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import type { ConversationRow } from "./conversations.store.ts";

/**
 * Throws not_found unless the caller may start a conversation with this user about this ride. For existing
 * conversations `isOpenFor` decides who can write.
 */
export async function assertReachable(
  ctx: Context,
  { uid }: Caller,
  {
    withUid,
    rideId,
  }: {
    withUid: string;
    rideId?: string | null | undefined;
  },
): Promise<void> {
  if (withUid === uid) throw new Problem("own_conversation");
  if (!(await findPublicPerson(ctx, withUid)) || (await isRestricted(ctx, uid, withUid)))
    throw new Problem("not_found");
  if (!rideId) return;
  const ride = await findRide(ctx, rideId);
  if (!ride || (ride.host_id !== uid && ride.host_id !== withUid)) throw new Problem("not_found");
  if (!(await isRideVisible(ctx, rideId, uid))) throw new Problem("not_found");
}

/** @throws Problem not_found for anyone who is not a member, so that the conversation's existence is not revealed */
export function assertMember<R extends ConversationRow>(
  conversation: R | undefined,
  uid: string,
): R {
  if (!conversation?.members.some((member) => member.uid === uid)) throw new Problem("not_found");
  return conversation;
}

/** True if this member may write now. */
export function isOpenFor(ctx: Context, conversation: ConversationRow, uid: string): boolean {
  const closesAt = closingTime(ctx, conversation);
  const member = conversation.members.find((each) => each.uid === uid);
  return (
    member?.left_ordinal === null &&
    !conversation.parted &&
    (closesAt === null || closesAt > ctx.now())
  );
}

/** When a conversation closes: some hours after the ride's arrival, or never. */
export function closingTime({ settings }: Context, { arrives_at }: ConversationRow): Date | null {
  return arrives_at === null
    ? null
    : new Date(new Date(arrives_at).getTime() + settings.CHAT_OPEN_AFTER_H * HOUR_MS);
}

/** Ordinal of the newest message that this member may read. */
export function readableUpTo(conversation: ConversationRow, uid: string): number {
  return (
    conversation.members.find((member) => member.uid === uid)?.left_ordinal ??
    conversation.last_ordinal
  );
}
