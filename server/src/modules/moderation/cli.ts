import { DAY_MS } from "@commonlane/contract/durations";
import { endAllSessions, endSessions } from "#modules/accounts/sessions/index.ts";
import { reinstateAccount, suspendAccount } from "#modules/accounts/index.ts";
import { resetSecondFactors } from "#modules/accounts/second-factor/index.ts";
import { findAccountByEmailOrUid, warnContactsOfFraudster } from "#modules/reports/index.ts";
import { endPendingOnSuspension } from "#modules/ride-requests/index.ts";
import { endAccess } from "#platform/account-access/account-access.ts";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { recordOperatorAction } from "./audit-log.ts";
import { deleteModerator, findTeam, hasRole, insertRole, type Role } from "./moderators.store.ts";
import { changeRole } from "./team.ts";
import {
  notifyCompanions,
  notifyCompanionsReinstated,
  notifyReinstated,
} from "./moderation-notifications.ts";
import { supersedeAction } from "./moderator-actions.store.ts";

/** Moderation commands for operators. Each returns the lines to print, or throws an error with a one-line message. */

export async function listModerators(ctx: Context): Promise<string[]> {
  const rows = await findTeam(ctx);
  return rows.length === 0
    ? ["There are no moderators."]
    : rows.map(
        ({ email, role, since }) =>
          `${email}  since ${since.toISOString()}${role === "administrator" ? "  administrator" : ""}`,
      );
}

export async function listAdministrators(ctx: Context): Promise<string[]> {
  const rows = (await findTeam(ctx)).filter(({ role }) => role === "administrator");
  return rows.length === 0
    ? ["There are no administrators."]
    : rows.map(({ email, since }) => `${email}  since ${since.toISOString()}`);
}

/** Makes a user a moderator, effective from their next call. */
export function grantModeratorRole(ctx: Context, emailOrUid: string): Promise<string[]> {
  return grantRole(ctx, emailOrUid, "moderator");
}

/** Makes a user an administrator, effective from their next call. */
export function grantAdministratorRole(ctx: Context, emailOrUid: string): Promise<string[]> {
  return grantRole(ctx, emailOrUid, "administrator");
}

async function grantRole(ctx: Context, emailOrUid: string, role: Role): Promise<string[]> {
  const { uid, email } = await getAccount(ctx, emailOrUid);
  const granted = await transaction(ctx, async (ctx) => {
    const granted = await insertRole(ctx, uid, role);
    if (granted) await recordOperatorAction(ctx, "moderation.grantRole", uid, { role });
    return granted;
  });
  const name = role === "administrator" ? "an administrator" : "a moderator";
  return [granted ? `${email} is ${name} now.` : `${email} was already ${name}.`];
}

/** Takes the role of an administrator away, who stays a moderator. Throws for the last one. */
export async function revokeAdministratorRole(ctx: Context, emailOrUid: string): Promise<string[]> {
  const { uid, email } = await getAccount(ctx, emailOrUid);
  if (!(await hasRole(ctx, uid, "administrator"))) return [`${email} was not an administrator.`];
  await transaction(ctx, async (ctx) => {
    if (await changeRole(ctx, uid, "moderator"))
      await recordOperatorAction(ctx, "moderation.revokeRole", uid, { role: "administrator" });
  }).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    throw new Error(
      `${email} is the last administrator. Make someone else an administrator first.`,
      { cause: error },
    );
  });
  return [`${email} is no longer an administrator, but still a moderator.`];
}

/** Revokes the role, effective from the user's next call. */
export async function revokeModeratorRole(ctx: Context, emailOrUid: string): Promise<string[]> {
  const { uid, email } = await getAccount(ctx, emailOrUid);
  if (await hasRole(ctx, uid, "administrator"))
    throw new Error(
      `${email} is an administrator. First: npm run admin -- administrators remove ${email}`,
    );
  const revoked = await transaction(ctx, async (ctx) => {
    const revoked = await deleteModerator(ctx, uid);
    if (revoked) await recordOperatorAction(ctx, "moderation.revokeRole", uid, {});
    return revoked;
  });
  return [revoked ? `${email} is no longer a moderator.` : `${email} was not a moderator.`];
}

interface Suspension {
  readonly reason: string;
  readonly fraud: boolean;
  /** Indefinite if omitted. */
  readonly days?: number | undefined;
}

/**
 * Suspends an account, notifies users who share upcoming bookings, and ends pending items. For fraud, also warns
 * everyone the user wrote to or shared a booking with: each at most once ever, and in a transaction of their own.
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
    await recordOperatorAction(ctx, "moderation.suspend", account.uid, {
      reason,
      days,
      fraud,
    });
    await notifyCompanions(ctx, account.uid);
    await endPendingOnSuspension(ctx, account.uid);
  });
  const suspended = `${account.email} is suspended${until ? ` until ${until.toISOString()}` : ""}: ${reason}`;
  if (!fraud) return [suspended];
  return [
    suspended,
    `Warned ${await warnContactsOfFraudster(ctx, account.uid)} people they had contact with.`,
  ];
}

export async function unsuspendByOperator(
  ctx: Context,
  emailOrUid: string,
  reason: string,
): Promise<string[]> {
  const { uid, email } = await getAccount(ctx, emailOrUid);
  await transaction(ctx, async (ctx) => {
    if (!(await reinstateAccount(ctx, uid))) throw new Error(`${email} is not suspended.`);
    await recordOperatorAction(ctx, "moderation.unsuspend", uid, { reason });
    await supersedeAction(ctx, "suspend", uid, null);
    await notifyReinstated(ctx, uid, reason);
    await notifyCompanionsReinstated(ctx, uid);
  });
  return [`${email} is no longer suspended.`];
}

const BY_OPERATOR = "ended by the operator";

/** Ends all sessions of a user, who can sign in again with their password. */
export async function signOutUser(ctx: Context, emailOrUid: string): Promise<string[]> {
  const { uid, email } = await getAccount(ctx, emailOrUid);
  const ended = await transaction(ctx, async (ctx) => {
    await recordOperatorAction(ctx, "moderation.signOut", uid, {});
    const endedCount = await endSessions(ctx, {
      uid,
      reason: BY_OPERATOR,
    });
    await endAccess(ctx, "sign-out-everywhere", {
      uid,
      reason: BY_OPERATOR,
    });
    return endedCount;
  });
  return [`${email} is signed out. Sessions ended: ${ended}`];
}

/** For a user who lost passkeys and codes: they sign in with the password only. */
export async function resetSecondFactorsByOperator(
  ctx: Context,
  emailOrUid: string,
): Promise<string[]> {
  const { uid, email } = await getAccount(ctx, emailOrUid);
  const wasReset = await transaction(ctx, async (ctx) => {
    const wasReset = await resetSecondFactors(ctx, uid);
    if (wasReset) await recordOperatorAction(ctx, "moderation.resetSecondFactors", uid, {});
    return wasReset;
  });
  return [
    wasReset
      ? `${email} signs in with the password only now, and is signed out everywhere.`
      : `${email} has neither a passkey nor an authenticator app.`,
  ];
}

/** Ends all sessions of all users. */
export async function signOutEveryone(ctx: Context): Promise<string[]> {
  await transaction(ctx, (ctx) => recordOperatorAction(ctx, "moderation.signOut", null, {}));
  return [`Everyone is signed out. Sessions ended: ${await endAllSessions(ctx, BY_OPERATOR)}`];
}

export const endDate = (ctx: Context, days: number): Date =>
  new Date(ctx.now().getTime() + days * DAY_MS);

async function getAccount(ctx: Context, emailOrUid: string) {
  const account = await findAccountByEmailOrUid(ctx, emailOrUid);
  if (!account) throw new Error(`There is no account ${emailOrUid}.`);
  return account;
}
