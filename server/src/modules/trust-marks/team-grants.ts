import type { HeldMark } from "@commonlane/contract/trust-marks";
import type { TrustMark } from "@commonlane/contract/profiles";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { findGrantableMarks, findMark } from "./definitions.store.ts";
import type { RecordAction } from "./definitions.ts";
import { deleteTeamGrant, upsertTeamGrant } from "./grants.store.ts";
import { announceGranted, announceLost } from "./grants.ts";
import { listHeldMarks } from "./own-marks.ts";

interface TeamDecision {
  readonly byUid: string;
  readonly uid: string;
  readonly markId: string;
}

/** A member's marks, and those that moderators may grant. */
export const listMarksOfPerson = async (
  ctx: Context,
  uid: string,
): Promise<{
  items: HeldMark[];
  grantable: TrustMark[];
}> => ({
  items: await listHeldMarks(ctx, uid),
  grantable: await findGrantableMarks(ctx),
});

/** Grants or renews a mark. Throws not_found, or own_moderation for moderators themselves. */
export function grantByTeam(
  ctx: Context,
  { byUid, uid, markId }: TeamDecision,
  record: RecordAction,
): Promise<void> {
  if (byUid === uid) throw new Problem("own_moderation");
  return transaction(ctx, async (ctx) => {
    const granted = await upsertTeamGrant(ctx, {
      uid,
      markId,
      grantedBy: byUid,
    });
    if (!granted[0]) throw new Problem("not_found");
    announceGranted(ctx, granted);
    await record(ctx, byUid, {
      call: "markModeration.grant",
      aboutId: uid,
      details: { mark: granted[0].name },
    });
  });
}

/** Withdraws a mark that moderators granted. Throws not_found, or own_moderation for moderators themselves. */
export function withdrawByTeam(
  ctx: Context,
  { byUid, uid, markId }: TeamDecision,
  record: RecordAction,
): Promise<void> {
  if (byUid === uid) throw new Problem("own_moderation");
  return transaction(ctx, async (ctx) => {
    const mark = await findMark(ctx, markId);
    const withdrawn = await deleteTeamGrant(ctx, uid, markId);
    if (!mark || withdrawn.length === 0) throw new Problem("not_found");
    announceLost(ctx, withdrawn);
    await record(ctx, byUid, {
      call: "markModeration.withdraw",
      aboutId: uid,
      details: { mark: mark.name },
    });
  });
}
