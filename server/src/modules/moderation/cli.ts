import { DAY_MS } from "@commonlane/contract/durations";
import { endAllSessions, endSessions, reinstateAccount, suspendAccount } from "#modules/accounts/index.ts";
import { findAccountByEmailOrUid, warnContactsOfFraudster } from "#modules/reports/index.ts";
import { endPendingOnSuspension } from "#modules/ride-requests/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import { recordOperatorAction } from "./audit-log.ts";
import { findModerators, deleteModerator, insertModerator } from "./moderators.store.ts";
import { notifyCompanions, notifyReinstated } from "./moderation-notifications.ts";

/** What operators do from the command line. Each gives the lines to print; throws one line where it cannot be done. */

export async function listModerators(ctx: Context): Promise<string[]> {
  const rows = await findModerators(ctx);
  return rows.length === 0
    ? ["Nobody is a moderator."]
    : rows.map(({ email, since }) => `${email}  since ${since.toISOString()}`);
}

/** Makes somebody a moderator, from their next call on. */
export async function grantModeratorRole(ctx: Context, emailOrUid: string): Promise<string[]> {
  const { uid, email } = await getAccount(ctx, emailOrUid);
  const granted = await transaction(ctx, async (ctx) => {
    const granted = await insertModerator(ctx, uid);
    if (granted) await recordOperatorAction(ctx, "moderation.grantRole", uid, {});
    return granted;
  });
  return [granted ? `${email} is a moderator now.` : `${email} was a moderator before.`];
}

/** Takes the role away, from their next call on. */
export async function revokeModeratorRole(ctx: Context, emailOrUid: string): Promise<string[]> {
  const { uid, email } = await getAccount(ctx, emailOrUid);
  const revoked = await transaction(ctx, async (ctx) => {
    const revoked = await deleteModerator(ctx, uid);
    if (revoked) await recordOperatorAction(ctx, "moderation.revokeRole", uid, {});
    return revoked;
  });
  return [revoked ? `${email} is no moderator any more.` : `${email} was no moderator.`];
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
export async function suspendByOperator(
  ctx: Context,
  emailOrUid: string,
  { reason, fraud, days }: Suspension,
): Promise<string[]> {
  const account = await getAccount(ctx, emailOrUid);
  const until = days === undefined ? null : endDate(ctx, days);
  await transaction(ctx, async (ctx) => {
    if (!(await suspendAccount(ctx, account.uid, reason, { until }))) return;
    await recordOperatorAction(ctx, "moderation.suspend", account.uid, { reason, days, fraud });
    await notifyCompanions(ctx, account.uid);
    await endPendingOnSuspension(ctx, account.uid);
  });
  const suspended = `${account.email} is suspended${until ? ` until ${until.toISOString()}` : ""}: ${reason}`;
  if (!fraud) return [suspended];
  return [suspended, `Warned, as they were written to: ${await warnContactsOfFraudster(ctx, account.uid)} people.`];
}

export async function unsuspendByOperator(ctx: Context, emailOrUid: string, reason: string): Promise<string[]> {
  const { uid, email } = await getAccount(ctx, emailOrUid);
  await transaction(ctx, async (ctx) => {
    if (!(await reinstateAccount(ctx, uid))) throw new Error(`${email} is not suspended.`);
    await recordOperatorAction(ctx, "moderation.unsuspend", uid, { reason });
    await notifyReinstated(ctx, uid, reason);
  });
  return [`${email} is no longer suspended.`];
}

const BY_OPERATOR = "ended by the operator";

/** Ends the sessions of somebody, who signs in again with their password. */
export async function signOutUser(ctx: Context, emailOrUid: string): Promise<string[]> {
  const { uid, email } = await getAccount(ctx, emailOrUid);
  const ended = await transaction(ctx, async (ctx) => {
    await recordOperatorAction(ctx, "moderation.signOut", uid, {});
    return endSessions(ctx, { uid, reason: BY_OPERATOR });
  });
  return [`${email} is signed out. Sessions ended: ${ended}`];
}

/** The same for everybody. */
export async function signOutEveryone(ctx: Context): Promise<string[]> {
  await transaction(ctx, (ctx) => recordOperatorAction(ctx, "moderation.signOut", null, {}));
  return [`Everybody is signed out. Sessions ended: ${await endAllSessions(ctx, BY_OPERATOR)}`];
}

export const endDate = (ctx: Context, days: number): Date => new Date(ctx.now().getTime() + days * DAY_MS);

async function getAccount(ctx: Context, emailOrUid: string) {
  const account = await findAccountByEmailOrUid(ctx, emailOrUid);
  if (!account) throw new Error(`Nobody has the account ${emailOrUid}.`);
  return account;
}
