import { createHmac } from "node:crypto";
import { DAY_MS } from "@commonlane/contract/durations";
import type { Session } from "@commonlane/contract/accounts";
import { Id } from "@commonlane/contract/shapes";
import type { ActingClient } from "#platform/account-access/access-kind.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { createSecret, hashToken } from "#platform/hashes.ts";
import { createSeqSealer } from "#platform/live/sealed-seq.ts";
import { Problem } from "#platform/http/problem.ts";
import { getCurrentOffset } from "#platform/live/live.store.ts";
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
import { findProviderSignOutUrl } from "../sign-in/institution-sign-in.store.ts";
import type { ClientInfo } from "../sign-in/client-info.ts";
import { suspensionMessage } from "../suspension/suspension.ts";

/** An unused session expires after this time; a used one after SESSION_MAX_DAYS. */
export const SESSION_VALID_S = 30 * 86_400;
/**
 * The previous refresh token is accepted for this long and gives the same successor: two tabs may refresh at once, and
 * a reply may get lost.
 */
const ROTATION_GRACE_MS = 60_000;
const DELETED_AFTER_END_MS = DAY_MS;

/** Session for the reply, and separately the refresh token, which is only sent as a cookie. */
export interface OpenedSession {
  readonly sessionId: string;
  readonly session: Session;
  readonly refreshToken: string;
}

interface SessionOptions {
  readonly device?: string | null;
  readonly passwordHash?: string | undefined;
  readonly hasSecondFactor?: boolean;
  /** When the user confirmed that it is them, if what opens the session proves it. */
  readonly confirmedAt?: Date | null;
}

/**
 * Opens a session for a verified account. Throws session_ended if the account is gone or suspended, or if it needs a
 * second factor that was not shown; with a `passwordHash`, throws credentials_wrong, also if the hash has changed.
 */
export async function openSession(
  ctx: Context,
  uid: string,
  { device = null, passwordHash, hasSecondFactor = false, confirmedAt = null }: SessionOptions = {},
): Promise<OpenedSession> {
  const secret = createSecret();
  const session = {
    uid,
    rotationKey: createSecret(),
    tokenHash: hashToken(secret),
    expiresAt: sessionExpiry(ctx),
    device,
    hasSecondFactor,
    confirmedAt,
  };
  // Done first, because two concurrent sign-ins would deadlock on the account otherwise.
  await updateLastSeen(ctx, uid);
  const id = await insertSession(ctx, session, passwordHash);
  if (id === undefined)
    throw new Problem(passwordHash === undefined ? "session_ended" : "credentials_wrong");
  return {
    sessionId: id,
    session: await refreshIdToken(ctx, uid, id),
    refreshToken: `${id}.${secret}`,
  };
}

/**
 * Exchanges a refresh token for its successor. A reused token ends the session, because two parties hold it and one may
 * be a thief. Throws session_ended or account_suspended.
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
      await publishSessionEnded(ctx, {
        uid: rotated.uid,
        sessionId: id,
        client,
        reason: "reused",
      });
    return rotated?.ended_at === null ? rotated.uid : undefined;
  });
  if (uid === undefined) throw await sessionEndedProblem(ctx, id, secret);
  await updateLastSeen(ctx, uid);
  return {
    sessionId: id,
    session: await refreshIdToken(ctx, uid, id),
    refreshToken: `${id}.${next}`,
  };
}

/** Owners of a suspended account get the reason; everyone else gets session_ended. */
async function sessionEndedProblem(ctx: Context, id: string, secret: string): Promise<Problem> {
  const suspension = await findSuspensionOfSession(ctx, {
    id,
    tokenHash: hashToken(secret),
  });
  if (!suspension) return new Problem("session_ended");
  return new Problem("account_suspended", { message: suspensionMessage(suspension) });
}

/**
 * Ends the session of a refresh token or of an ID token; does nothing if neither is given. Returns the address that also
 * ends the session at the provider where it began, if it did.
 */
export function signOut(
  ctx: Context,
  {
    refreshToken,
    sessionId,
  }: {
    refreshToken: string | undefined;
    sessionId: string | undefined;
  },
  client: ClientInfo,
): Promise<string | undefined> {
  const details = { client, reason: "signed out" };
  return transaction(ctx, async (ctx) => {
    const endedByToken = await endSessionByToken(ctx, refreshToken, details);
    const session = sessionId === undefined ? undefined : await endSession(ctx, sessionId);
    if (sessionId && session)
      await publishSessionEnded(ctx, {
        uid: session.uid,
        sessionId,
        ...details,
      });

    const endedId = endedByToken ?? (session && sessionId);
    return endedId === undefined ? undefined : findProviderSignOutUrl(ctx, endedId);
  });
}

interface EndDetails {
  readonly client: ActingClient;
  readonly reason: string;
}

/**
 * Ends the session of a refresh token and returns its id. Any token of it will do, however often another party has
 * renewed it since; then the reason is `reused`, as when the token is renewed.
 */
export async function endSessionByToken(
  ctx: InTransaction,
  refreshToken: string | undefined,
  details: EndDetails,
): Promise<string | undefined> {
  const { id, secret } = splitRefreshToken(refreshToken ?? "");
  const session = id && secret ? await endSession(ctx, id) : undefined;
  if (!id || !secret || !session) return undefined;

  const { uid, token_hash, previous_hash } = session;
  const isKnown = [token_hash, previous_hash].includes(hashToken(secret));
  await publishSessionEnded(ctx, {
    uid,
    sessionId: id,
    ...details,
    ...(!isKnown && { reason: "reused" }),
  });
  return id;
}

/** Publishes and records that a session has ended. */
export async function publishSessionEnded(
  ctx: InTransaction,
  {
    uid,
    sessionId,
    ...details
  }: {
    uid: string;
    sessionId: string;
  } & EndDetails,
): Promise<void> {
  ctx.publish(`user:${uid}`, {
    type: "session.ended",
    sessionId,
  });
  await recordAccountEvents(ctx, {
    uid,
    kind: "session-ended",
    sessionId,
    ...details,
  });
}

/** Deletes ended sessions. */
export function sweepSessions(ctx: Context): Promise<boolean> {
  const now = ctx.now();
  return deleteEndedSessions(ctx, {
    endedBefore: new Date(now.getTime() - DELETED_AFTER_END_MS),
    expiredBy: now,
  });
}

/** Session as returned by sign-up, sign-in and refresh. */
export async function issueSession(
  ctx: Context,
  user: TokenUser,
  sessionId: string,
  notAfterMs?: number,
): Promise<Session> {
  const [{ idToken, expiresAt }, offset, seqSealer] = await Promise.all([
    signIdToken(ctx, user, sessionId, notAfterMs),
    getCurrentOffset(ctx.db, undefined),
    createSeqSealer(ctx.db, user.uid),
  ]);
  return {
    idToken,
    expiresAt: expiresAt.toISOString(),
    user,
    liveSeq: seqSealer.seal(offset),
  };
}

/** Issues a new ID token for an open session. Throws session_ended if the account is gone. */
export async function refreshIdToken(
  ctx: Context,
  uid: string,
  sessionId: string,
  notAfterMs?: number,
): Promise<Session> {
  const user = await findTokenUser(ctx, uid);
  if (!user) throw new Problem("session_ended");
  return issueSession(ctx, user, sessionId, notAfterMs);
}

function sessionExpiry({ now }: Context) {
  return new Date(now().getTime() + SESSION_VALID_S * 1000);
}

function splitRefreshToken(refreshToken: string): {
  id?: string;
  secret?: string;
} {
  const [, id, secret] = /^([\da-f-]{36})\.([\w-]{43})$/.exec(refreshToken) ?? [];
  return id && secret && Id.safeParse(id).success
    ? {
        id,
        secret,
      }
    : {};
}

function parseRefreshToken(refreshToken = ""): {
  id: string;
  secret: string;
} {
  const { id, secret } = splitRefreshToken(refreshToken);
  if (!id || !secret) throw new Problem("session_ended");
  return { id, secret };
}
