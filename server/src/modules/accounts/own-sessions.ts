import type { OwnSession } from "@commonlane/contract/own-account";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import { endSessions } from "./end-sessions.ts";
import { endOwnSession, sessionsOf } from "./sessions.store.ts";
import { tellEnd } from "./sessions.ts";
import type { Visitor } from "./visitor.ts";

const SHOWN = 100;

/** The caller's sessions that are not over, the one used last first. */
export async function ownSessions(ctx: Context, { uid, sessionId }: Caller): Promise<{ items: OwnSession[] }> {
  const rows = await sessionsOf(ctx, uid, SHOWN);
  const items = rows.map(({ id, device, created_at, rotated_at }) => ({
    id,
    createdAt: created_at.toISOString(),
    lastUsedAt: rotated_at.toISOString(),
    current: id === sessionId,
    device,
  }));
  return { items };
}

/** Ends a session of the caller, this one or another. Throws not_found when it is over already, or not theirs. */
export function endOne(ctx: Context, { uid }: Caller, sessionId: string, visitor: Visitor): Promise<void> {
  return transaction(ctx, async (ctx) => {
    if (!(await endOwnSession(ctx, uid, sessionId))) throw new Problem("not_found");
    await tellEnd(ctx, { uid, sessionId, visitor, reason: "signed out" });
  });
}

/** Ends all of the caller's sessions; gives how many. */
export function signOutEverywhere(
  ctx: Context,
  { uid, sessionId }: Caller,
  { keepCurrent }: { keepCurrent: boolean },
  visitor: Visitor,
): Promise<number> {
  const kept = keepCurrent ? { kept: sessionId } : {};
  return transaction(ctx, (ctx) => endSessions(ctx, { uid, ...kept, reason: "signed out everywhere", visitor }));
}
