import { DAY_MS } from "@commonlane/contract/durations";
import { endEverySession, endSessions, reinstateAccount, suspendAccount } from "#modules/accounts/index.ts";
import { findAccount, warnWhomTheyWroteTo } from "#modules/reports/index.ts";
import { endPendingWith } from "#modules/ride-requests/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import { witnessOperator } from "./acts.ts";
import { allModerators, deleteModerator, insertModerator } from "./role.store.ts";
import { tellCompanions, tellReinstated } from "./telling.ts";

/** What operators do from the command line. Each gives the lines to print; throws one line where it cannot be done. */

export async function listModerators(ctx: Context): Promise<string[]> {
  const rows = await allModerators(ctx);
  return rows.length === 0
    ? ["Nobody is a moderator."]
    : rows.map(({ email, since }) => `${email}  since ${since.toISOString()}`);
}

/** Makes somebody a moderator, from their next call on. */
export async function giveRole(ctx: Context, who: string): Promise<string[]> {
  const { uid, email } = await accountOf(ctx, who);
  const made = await transaction(ctx, async (ctx) => {
    const made = await insertModerator(ctx, uid);
    if (made) await witnessOperator(ctx, "moderation.giveRole", uid, {});
    return made;
  });
  return [made ? `${email} is a moderator now.` : `${email} was a moderator before.`];
}

/** Takes the role away, from their next call on. */
export async function takeRole(ctx: Context, who: string): Promise<string[]> {
  const { uid, email } = await accountOf(ctx, who);
  const gone = await transaction(ctx, async (ctx) => {
    const gone = await deleteModerator(ctx, uid);
    if (gone) await witnessOperator(ctx, "moderation.takeRole", uid, {});
    return gone;
  });
  return [gone ? `${email} is no moderator any more.` : `${email} was no moderator.`];
}

interface Suspension {
  readonly reason: string;
  readonly fraud: boolean;
  /** For good where there are none. */
  readonly days?: number | undefined;
}

/**
 * Suspends an account, for its owner to read why, tells those who agreed a ride with them, and ends what waits for an
 * answer. For fraud, everybody they wrote to or ever agreed one with is warned; each is warned once, however often it is
 * done, and one after the other, so that no long transaction holds others up.
 */
export async function suspendFor(ctx: Context, who: string, { reason, fraud, days }: Suspension): Promise<string[]> {
  const account = await accountOf(ctx, who);
  const until = days === undefined ? null : endAfter(ctx, days);
  await transaction(ctx, async (ctx) => {
    if (!(await suspendAccount(ctx, account.uid, reason, { until }))) return;
    await witnessOperator(ctx, "moderation.suspend", account.uid, { reason, days, fraud });
    await tellCompanions(ctx, account.uid);
    await endPendingWith(ctx, account.uid);
  });
  const suspended = `${account.email} is suspended${until ? ` until ${until.toISOString()}` : ""}: ${reason}`;
  if (!fraud) return [suspended];
  return [suspended, `Warned, as they were written to: ${await warnWhomTheyWroteTo(ctx, account.uid)} people.`];
}

export async function unsuspend(ctx: Context, who: string, reason: string): Promise<string[]> {
  const { uid, email } = await accountOf(ctx, who);
  await transaction(ctx, async (ctx) => {
    if (!(await reinstateAccount(ctx, uid))) throw new Error(`${email} is not suspended.`);
    await witnessOperator(ctx, "moderation.unsuspend", uid, { reason });
    await tellReinstated(ctx, uid, reason);
  });
  return [`${email} is no longer suspended.`];
}

const BY_OPERATOR = "ended by the operator";

/** Ends the sessions of somebody, who signs in again with their password. */
export async function signOutOne(ctx: Context, who: string): Promise<string[]> {
  const { uid, email } = await accountOf(ctx, who);
  const ended = await transaction(ctx, async (ctx) => {
    await witnessOperator(ctx, "moderation.signOut", uid, {});
    return endSessions(ctx, { uid, reason: BY_OPERATOR });
  });
  return [`${email} is signed out. Sessions ended: ${ended}`];
}

/** The same for everybody. */
export async function signOutAll(ctx: Context): Promise<string[]> {
  await transaction(ctx, (ctx) => witnessOperator(ctx, "moderation.signOut", null, {}));
  return [`Everybody is signed out. Sessions ended: ${await endEverySession(ctx, BY_OPERATOR)}`];
}

export const endAfter = (ctx: Context, days: number): Date => new Date(ctx.now().getTime() + days * DAY_MS);

async function accountOf(ctx: Context, who: string) {
  const account = await findAccount(ctx, who);
  if (!account) throw new Error(`Nobody has the account ${who}.`);
  return account;
}
