import type { InTransaction } from "#platform/context.ts";
import { announceToUser } from "./announce.ts";
import { deleteMemberships, lockMemberships, promoteLongestMembers } from "./erasure.store.ts";

/** Ends the memberships of an account that is erased. Where it was the last manager, the longest-standing member is one. */
export async function endMemberships(ctx: InTransaction, uid: string): Promise<void> {
  const ending = await lockMemberships(ctx, uid);
  await deleteMemberships(
    ctx,
    uid,
    ending.map(({ group_id }) => group_id),
  );
  const managed = ending.filter(({ role }) => role === "manager").map(({ group_id }) => group_id);
  const promoted = await promoteLongestMembers(ctx, managed);
  for (const { uid, ...group } of promoted) announceToUser(ctx, { uid, group, change: "promoted" });
}
