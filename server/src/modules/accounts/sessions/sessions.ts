import { createHash, createHmac, randomBytes } from "node:crypto";
import { DAY_MS } from "@commonlane/contract/durations";
import type { Session } from "@commonlane/contract/accounts";
import { Id } from "@commonlane/contract/shapes";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { recordAccountEvents } from "../account-events.ts";
import { updateLastSeen } from "../account-changes.store.ts";
import { type TokenUser, findTokenUser } from "../accounts.store.ts";
import { signIdToken } from "../tokens/id-tokens.ts";
import {
  deleteEndedSessions,
  endSession,
  insertSession,
  rotateOrEndSession,
  findRotationKey,
  findSuspensionOfSession,
} from "./sessions.store.ts";
import { suspensionMessage } from "../suspension/suspension-message.ts";
import type { ClientInfo } from "../sign-in/client-info.ts";

/** A session that is not used ends by itself after this, and one that is after SESSION_MAX_DAYS. */
export const SESSION_VALID_S = 30 * 86_400;
/**
 * A refresh token that was just replaced still gives the same successor for this long: two tabs may refresh at once,
 * and an answer may be lost and asked for again.
 */
const ROTATION_GRACE_MS = 60_000;
const DELETED_AFTER_END_MS = DAY_MS;

/** What a caller receives, and apart from it the refresh token, which only ever travels as a cookie. */
export interface OpenedSession {
  readonly sessionId: string;
  readonly session: Session;
  readonly refreshToken: string;
}

/**
 * Opens a session of an account that has proven its e-mail. Throws session_ended when the account is gone or suspended;
 * with a `passwordHash` credentials_wrong, also when that is not the account's any more.
 */
export async function openSession(
  ctx: Context,
  uid: string,
  { device = null, passwordHash }: { device?: string | null; passwordHash?: string } = {},
): Promise<OpenedSession> {
  const secret = newSecret();
  const session = {
    uid,
    rotationKey: newSecret(),
    tokenHash: hashToken(secret),
    expiresAt: sessionExpiry(ctx),
    device,
  };
  // First, because two who sign in at once would each wait for the other to let go of the account.
  await updateLastSeen(ctx, uid);
  const id = await insertSession(ctx, session, passwordHash);
  if (id === undefined) throw new Problem(passwordHash === undefined ? "session_ended" : "credentials_wrong");
  return { sessionId: id, session: await refreshIdToken(ctx, uid, id), refreshToken: `${id}.${secret}` };
}

/**
 * Trades a refresh token for the next one. A token that was traded before ends the session for everybody who holds one
 * of it, since two hold it then and one of them is a thief. Throws session_ended, or account_suspended.
 */
export async function refreshSession(
  ctx: Context,
  refreshToken: string | undefined,
  client: ClientInfo,
): Promise<OpenedSession> {
  const { id, secret } = parseRefreshToken(refreshToken);
  const rotationKey = await findRotationKey(ctx, id);
  if (!rotationKey) throw await sessionEndedProblem(ctx, id, secret);
  const next = createHmac("sha256", rotationKey).update(secret).digest("base64url");
  const uid = await transaction(ctx, async (ctx) => {
    const rotated = await rotateOrEndSession(ctx, {
      id,
      presentedHash: hashToken(secret),
      nextHash: hashToken(next),
      graceStart: new Date(ctx.now().getTime() - ROTATION_GRACE_MS),
      expiresAt: sessionExpiry(ctx),
    });
    if (rotated?.ended_at)
      await publishSessionEnded(ctx, { uid: rotated.uid, sessionId: id, client, reason: "reused" });
    return rotated?.ended_at === null ? rotated.uid : undefined;
  });
  if (uid === undefined) throw await sessionEndedProblem(ctx, id, secret);
  await updateLastSeen(ctx, uid);
  return { sessionId: id, session: await refreshIdToken(ctx, uid, id), refreshToken: `${id}.${next}` };
}

/** Whose account was suspended reads why; everybody else that their session has ended. */
async function sessionEndedProblem(ctx: Context, id: string, secret: string): Promise<Problem> {
  const suspension = await findSuspensionOfSession(ctx, { id, tokenHash: hashToken(secret) });
  if (!suspension) return new Problem("session_ended");
  return new Problem("account_suspended", { message: suspensionMessage(suspension) });
}

/** Ends the session of a refresh token, or the one whose ID token was shown; nothing happens when there is neither. */
export async function signOut(
  ctx: Context,
  { refreshToken, sessionId }: { refreshToken: string | undefined; sessionId: string | undefined },
  client: ClientInfo,
): Promise<void> {
  const details = { client, reason: "signed out" };
  await transaction(ctx, async (ctx) => {
    await endSessionByToken(ctx, refreshToken, details);
    const uid = sessionId && (await endSession(ctx, { id: sessionId }));
    if (sessionId && uid) await publishSessionEnded(ctx, { uid, sessionId, ...details });
  });
}

interface EndDetails {
  readonly client: ClientInfo;
  readonly reason: string;
}

/** Ends the session of a refresh token where it is open; one that was traded before its last use ends nothing. */
export async function endSessionByToken(
  ctx: InTransaction,
  refreshToken: string | undefined,
  details: EndDetails,
): Promise<void> {
  const { id, secret } = splitRefreshToken(refreshToken ?? "");
  const uid = id && secret && (await endSession(ctx, { id, tokenHash: hashToken(secret) }));
  if (id && uid) await publishSessionEnded(ctx, { uid, sessionId: id, ...details });
}

/** Announces that a session has ended, and writes it down. */
export async function publishSessionEnded(
  ctx: InTransaction,
  { uid, sessionId, ...details }: { uid: string; sessionId: string } & EndDetails,
): Promise<void> {
  ctx.publish(`user:${uid}`, { type: "session.ended", sessionId });
  await recordAccountEvents(ctx, { uid, kind: "session-ended", sessionId, ...details });
}

/** Forgets sessions that are over. */
export function sweepSessions(ctx: Context): Promise<boolean> {
  const now = ctx.now();
  return deleteEndedSessions(ctx, { endedBefore: new Date(now.getTime() - DELETED_AFTER_END_MS), expiredBy: now });
}

/** An ID token in the shape that sign-up, sign-in and refresh answer with. */
export async function issueSession(ctx: Context, user: TokenUser, sessionId: string): Promise<Session> {
  const { idToken, expiresAt } = await signIdToken(ctx, user, sessionId);
  return { idToken, expiresAt: expiresAt.toISOString(), user: user };
}

/** A new ID token of a session that is open. Throws session_ended when the account is gone. */
export async function refreshIdToken(ctx: Context, uid: string, sessionId: string): Promise<Session> {
  const user = await findTokenUser(ctx, uid);
  if (!user) throw new Problem("session_ended");
  return issueSession(ctx, user, sessionId);
}

const sessionExpiry = ({ now }: Context) => new Date(now().getTime() + SESSION_VALID_S * 1000);
const newSecret = () => randomBytes(32).toString("base64url");
const hashToken = (secret: string) => createHash("sha256").update(secret).digest("hex");

function splitRefreshToken(refreshToken: string): { id?: string; secret?: string } {
  const [, id, secret] = /^([\da-f-]{36})\.([\w-]{43})$/.exec(refreshToken) ?? [];
  return id && secret && Id.safeParse(id).success ? { id, secret } : {};
}

function parseRefreshToken(refreshToken = ""): { id: string; secret: string } {
  const { id, secret } = splitRefreshToken(refreshToken);
  if (!id || !secret) throw new Problem("session_ended");
  return { id, secret };
}
