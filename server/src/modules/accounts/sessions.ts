import { createHash, createHmac, randomBytes } from "node:crypto";
import { DAY_MS } from "@commonlane/contract/durations";
import type { Session } from "@commonlane/contract/identity";
import { Id } from "@commonlane/contract/shapes";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { record } from "./account-events.ts";
import { markSeen } from "./account-changes.store.ts";
import { type Bearer, findBearer } from "./accounts.store.ts";
import { signIdToken } from "./id-tokens.ts";
import {
  deleteSessions,
  endSession,
  insertSession,
  rotateOrEnd,
  rotationKeyOf,
  suspensionBehind,
} from "./sessions.store.ts";
import { whySuspended } from "./suspension-words.ts";
import type { Visitor } from "./visitor.ts";

/** A session that is not used ends by itself after this, and one that is after SESSION_MAX_DAYS. */
export const SESSION_VALID_S = 30 * 86_400;
/**
 * A refresh token that was just replaced still gives the same successor for this long: two tabs may refresh at once,
 * and an answer may be lost and asked for again.
 */
const GRACE_MS = 60_000;
const KEPT_AFTER_END_MS = DAY_MS;

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
  const session = { uid, rotationKey: newSecret(), tokenHash: hashOf(secret), expiresAt: sessionEnd(ctx), device };
  // First, because two who sign in at once would each wait for the other to let go of the account.
  await markSeen(ctx, uid);
  const id = await insertSession(ctx, session, passwordHash);
  if (id === undefined) throw new Problem(passwordHash === undefined ? "session_ended" : "credentials_wrong");
  return { sessionId: id, session: await sessionOf(ctx, uid, id), refreshToken: `${id}.${secret}` };
}

/**
 * Trades a refresh token for the next one. A token that was traded before ends the session for everybody who holds one
 * of it, since two hold it then and one of them is a thief. Throws session_ended, or account_suspended.
 */
export async function refreshSession(
  ctx: Context,
  refreshToken: string | undefined,
  visitor: Visitor,
): Promise<OpenedSession> {
  const { id, secret } = parse(refreshToken);
  const rotationKey = await rotationKeyOf(ctx, id);
  if (!rotationKey) throw await whyEnded(ctx, id, secret);
  const next = createHmac("sha256", rotationKey).update(secret).digest("base64url");
  const uid = await transaction(ctx, async (ctx) => {
    const rotated = await rotateOrEnd(ctx, {
      id,
      handedIn: hashOf(secret),
      next: hashOf(next),
      graceFrom: new Date(ctx.now().getTime() - GRACE_MS),
      expiresAt: sessionEnd(ctx),
    });
    if (rotated?.ended_at) await tellEnd(ctx, { uid: rotated.uid, sessionId: id, visitor, reason: "reused" });
    return rotated?.ended_at === null ? rotated.uid : undefined;
  });
  if (uid === undefined) throw await whyEnded(ctx, id, secret);
  await markSeen(ctx, uid);
  return { sessionId: id, session: await sessionOf(ctx, uid, id), refreshToken: `${id}.${next}` };
}

/** Whose account was suspended reads why; everybody else that their session has ended. */
async function whyEnded(ctx: Context, id: string, secret: string): Promise<Problem> {
  const suspension = await suspensionBehind(ctx, { id, tokenHash: hashOf(secret) });
  if (!suspension) return new Problem("session_ended");
  return new Problem("account_suspended", { message: whySuspended(suspension) });
}

/** Ends the session of a refresh token, or the one whose ID token was shown; nothing happens when there is neither. */
export async function signOut(
  ctx: Context,
  { refreshToken, sessionId }: { refreshToken: string | undefined; sessionId: string | undefined },
  visitor: Visitor,
): Promise<void> {
  const how = { visitor, reason: "signed out" };
  await transaction(ctx, async (ctx) => {
    await endSessionOf(ctx, refreshToken, how);
    const uid = sessionId && (await endSession(ctx, { id: sessionId }));
    if (sessionId && uid) await tellEnd(ctx, { uid, sessionId, ...how });
  });
}

interface HowEnded {
  readonly visitor: Visitor;
  readonly reason: string;
}

/** Ends the session of a refresh token where it is open; one that was traded before its last use ends nothing. */
export async function endSessionOf(ctx: InTransaction, refreshToken: string | undefined, how: HowEnded): Promise<void> {
  const { id, secret } = split(refreshToken ?? "");
  const uid = id && secret && (await endSession(ctx, { id, tokenHash: hashOf(secret) }));
  if (id && uid) await tellEnd(ctx, { uid, sessionId: id, ...how });
}

/** Announces that a session has ended, and writes it down. */
export async function tellEnd(
  ctx: InTransaction,
  { uid, sessionId, ...how }: { uid: string; sessionId: string } & HowEnded,
): Promise<void> {
  ctx.announce(`user:${uid}`, { type: "session.ended", sessionId });
  await record(ctx, { uid, kind: "session-ended", sessionId, ...how });
}

/** Forgets sessions that are over. */
export function sweepSessions(ctx: Context): Promise<boolean> {
  const now = ctx.now();
  return deleteSessions(ctx, { endedBefore: new Date(now.getTime() - KEPT_AFTER_END_MS), expiredBy: now });
}

/** An ID token in the shape that sign-up, sign-in and refresh answer with. */
export async function describeSession(ctx: Context, bearer: Bearer, sessionId: string): Promise<Session> {
  const { idToken, expiresAt } = await signIdToken(ctx, bearer, sessionId);
  return { idToken, expiresAt: expiresAt.toISOString(), user: bearer };
}

/** A new ID token of a session that is open. Throws session_ended when the account is gone. */
export async function sessionOf(ctx: Context, uid: string, sessionId: string): Promise<Session> {
  const bearer = await findBearer(ctx, uid);
  if (!bearer) throw new Problem("session_ended");
  return describeSession(ctx, bearer, sessionId);
}

const sessionEnd = ({ now }: Context) => new Date(now().getTime() + SESSION_VALID_S * 1000);
const newSecret = () => randomBytes(32).toString("base64url");
const hashOf = (secret: string) => createHash("sha256").update(secret).digest("hex");

function split(refreshToken: string): { id?: string; secret?: string } {
  const [, id, secret] = /^([\da-f-]{36})\.([\w-]{43})$/.exec(refreshToken) ?? [];
  return id && secret && Id.safeParse(id).success ? { id, secret } : {};
}

function parse(refreshToken = ""): { id: string; secret: string } {
  const { id, secret } = split(refreshToken);
  if (!id || !secret) throw new Problem("session_ended");
  return { id, secret };
}
