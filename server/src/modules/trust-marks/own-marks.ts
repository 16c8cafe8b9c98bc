import type { HeldMark } from "@commonlane/contract/trust-marks";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { findGrants, hasMarksByEmail, setMarkHidden } from "./grants.store.ts";
import { announce } from "./grants.ts";

/** Marks of a member with their reasons, including hidden and expired ones, by name. */
export async function listHeldMarks(ctx: Context, uid: string): Promise<HeldMark[]> {
  const marks = new Map<string, HeldMark>();
  for (const row of await findGrants(ctx, uid)) {
    const mark = marks.get(row.id);
    marks.set(row.id, {
      id: row.id,
      name: row.name,
      meaning: row.meaning,
      isHidden: row.is_hidden,
      isHeld: (mark?.isHeld ?? false) || row.expires_at > ctx.now(),
      reasons: [
        ...(mark?.reasons ?? []),
        {
          source: row.source,
          institution: row.institution,
          grantedAt: row.granted_at.toISOString(),
          expiresAt: row.expires_at.toISOString(),
        },
      ],
    });
  }
  return [...marks.values()];
}

export const listOwnMarks = async (ctx: Context, uid: string) => ({
  items: await listHeldMarks(ctx, uid),
  canRenewByEmail: await hasMarksByEmail(ctx, uid),
});

/** Hides or shows a mark of the caller, at once everywhere. Throws not_found. */
export function hideOwnMark(
  ctx: Context,
  uid: string,
  markId: string,
  isHidden: boolean,
): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const mark = await setMarkHidden(ctx, {
      uid,
      markId,
      isHidden,
    });
    if (!mark) throw new Problem("not_found");
    announce(ctx, "hidden", {
      uid,
      mark_id: markId,
      name: mark.name,
      expires_at: ctx.now(),
    });
  });
}
