import { DAY_MS } from "@commonlane/contract/durations";
import type { Context, InTransaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { isNoStranger, madeAt, strangersWrittenTo } from "./strangers.store.ts";

/** Whether this account has just come, and so writes to few strangers. */
export async function isNew(ctx: Context, uid: string): Promise<boolean> {
  const since = ctx.now().getTime() - ctx.settings.NEW_ACCOUNT_DAYS * DAY_MS;
  const made = await madeAt(ctx, uid);
  return made !== undefined && made.getTime() > since;
}

/**
 * Whoever has just come cannot write to everybody, in whichever way. It holds the account until the transaction ends:
 * ask before anything else is held.
 */
export async function mustNotBeTooNew(
  ctx: InTransaction,
  uid: string,
  otherUid: string,
  details?: { readonly message: string },
): Promise<void> {
  if (!(await isNew(ctx, uid)) || (await isNoStranger(ctx, uid, otherUid))) return;
  if ((await strangersWrittenTo(ctx, uid, otherUid)) >= ctx.settings.NEW_ACCOUNT_STRANGERS)
    throw new Problem("strangers_enough", details);
}

/** The same of somebody who is asked or offered something, which needs no words. */
export const mustNotBeTooNewForWords = (ctx: InTransaction, uid: string, otherUid: string): Promise<void> =>
  mustNotBeTooNew(ctx, uid, otherUid, WITHOUT);
const WITHOUT = {
  message:
    "Your account is new, so for now you cannot write to more people you have not travelled with. Without a message you can send it.",
};
