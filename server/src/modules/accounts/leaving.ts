import { DAY_MS } from "@commonlane/contract/durations";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { record } from "./account-events.ts";
import { dormantSince, markLeaving, markStaying } from "./account-changes.store.ts";
import { endSessions } from "./end-sessions.ts";
import { siteOf } from "./issuer.ts";
import { dormantLetter, leavingLetter, stayingLetter } from "./leaving-letters.ts";
import type { Visitor } from "./visitor.ts";

interface Leaver {
  readonly uid: string;
  readonly email: string;
}

/**
 * Nobody meets this person from now on, and nobody is signed in; their account is deleted at the instant that comes back
 * unless they sign in before. Nothing comes back where it was on its way already.
 */
export async function leaveAccount(ctx: InTransaction, leaver: Leaver, visitor: Visitor): Promise<Date | undefined> {
  const { uid, email } = leaver;
  const eraseAt = inDays(ctx, ctx.settings.DELETION_GRACE_DAYS);
  if (!(await markLeaving(ctx, { uid, why: "asked", eraseAt }))) return undefined;
  await record(ctx, { uid, kind: "deletion-asked", visitor });
  await endSessions(ctx, { uid, reason: "deletion asked", visitor });
  await ctx.mail.send(ctx, leavingLetter(ctx.settings, email, { eraseAt, url: siteOf(ctx.settings) }));
  return eraseAt;
}

const BATCH = 50;

/** Whoever has not been here for so long is told, and leaves unless they come back; gives who, and whether there may be more. */
export async function leaveDormant(ctx: InTransaction): Promise<{ uids: string[]; more: boolean }> {
  const { DORMANT_AFTER_DAYS, DORMANT_GRACE_DAYS } = ctx.settings;
  if (DORMANT_AFTER_DAYS === 0) return { uids: [], more: false };
  const accounts = await dormantSince(ctx, inDays(ctx, -DORMANT_AFTER_DAYS), BATCH);
  const eraseAt = inDays(ctx, DORMANT_GRACE_DAYS);
  for (const { uid, email } of accounts) {
    await markLeaving(ctx, { uid, why: "dormant", eraseAt });
    await endSessions(ctx, { uid, reason: "not used for long" });
    await ctx.mail.send(ctx, dormantLetter(ctx.settings, email, { eraseAt, url: siteOf(ctx.settings) }));
  }
  return { uids: accounts.map(({ uid }) => uid), more: accounts.length === BATCH };
}

/** The account stays, and its owner is told; false where it was not leaving, or is gone. */
export function comeBack(ctx: Context, uid: string, visitor: Visitor): Promise<boolean> {
  return transaction(ctx, async (ctx) => {
    const email = await markStaying(ctx, uid);
    if (email === undefined) return false;
    await record(ctx, { uid, kind: "deletion-undone", visitor });
    await ctx.mail.send(ctx, stayingLetter(ctx.settings, email));
    return true;
  });
}

const inDays = ({ now }: Context, days: number) => new Date(now().getTime() + days * DAY_MS);
