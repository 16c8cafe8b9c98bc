import type { OwnSession } from "@commonlane/contract/account-settings";
import { endAccess } from "#platform/account-access/account-access.ts";
import type { ActingClient } from "#platform/account-access/access-kind.ts";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { endSessions } from "./end-sessions.ts";
import { endOwnSession, findActiveSessions } from "./sessions.store.ts";
import { publishSessionEnded } from "./sessions.ts";
import type { ClientInfo } from "../sign-in/client-info.ts";

export const SESSIONS_SHOWN_MAX = 100;

/** The caller's active sessions, most recently used first. */
export async function listOwnSessions(
  ctx: Context,
  { uid, sessionId }: Caller,
): Promise<{ items: OwnSession[] }> {
  const rows = await findActiveSessions(ctx, uid, SESSIONS_SHOWN_MAX);
  const items = rows.map(({ id, device, created_at, rotated_at }) => ({
    id,
    createdAt: created_at.toISOString(),
    lastUsedAt: rotated_at.toISOString(),
    current: id === sessionId,
    device,
  }));
  return { items };
}

/** Ends one of the caller's sessions. Throws not_found if it has ended or belongs to another user. */
export function endOwnSessionById(
  ctx: Context,
  { uid }: Caller,
  sessionId: string,
  client: ActingClient,
): Promise<void> {
  return transaction(ctx, async (ctx) => {
    if (!(await endOwnSession(ctx, uid, sessionId))) throw new Problem("not_found");
    await publishSessionEnded(ctx, {
      uid,
      sessionId,
      client,
      reason: "signed out",
    });
  });
}

/** Ends all of the caller's sessions, with what must not outlive them, and returns how many sessions. */
export function signOutEverywhere(
  ctx: Context,
  { uid, sessionId }: Caller,
  { keepCurrent }: { keepCurrent: boolean },
  client: ClientInfo,
): Promise<number> {
  const exceptSessionId = keepCurrent ? { exceptSessionId: sessionId } : {};
  const reason = "signed out everywhere";
  return transaction(ctx, async (ctx) => {
    const endedCount = await endSessions(ctx, {
      uid,
      ...exceptSessionId,
      reason,
      client,
    });
    await endAccess(ctx, "sign-out-everywhere", {
      uid,
      ...exceptSessionId,
      reason,
      client,
    });
    return endedCount;
  });
}
