import type { ActingClient } from "#platform/account-access/access-kind.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { recordAccountEvents } from "../account-events.ts";
import { endAccountSessions, endSession, endSessionBatch } from "./sessions.store.ts";

/** Keeps transactions short. */
const BATCH = 500;

interface EndOptions {
  readonly uid: string;
  /** Session that stays open. */
  readonly exceptSessionId?: string;
  readonly reason: string;
  /** Client that ends the sessions; undefined if the server does. */
  readonly client?: ActingClient | undefined;
}

/** Ends all sessions of an account except `exceptSessionId`, publishes and records each, and returns how many. */
export async function endSessions(
  ctx: InTransaction,
  { uid, exceptSessionId, reason, client }: EndOptions,
): Promise<number> {
  const ended = await endAccountSessions(ctx, uid, exceptSessionId);
  await publishSessionsEnded(
    ctx,
    ended.map(({ id }) => ({ id, uid })),
    { reason, client },
  );
  return ended.length;
}

/** Ends those of these sessions that are open, publishes and records each, and returns how many. */
export async function endSessionsById(
  ctx: InTransaction,
  ids: readonly string[],
  reason: string,
): Promise<number> {
  const ended: { id: string; uid: string }[] = [];
  for (const id of ids) {
    const session = await endSession(ctx, id);
    if (session) ended.push({ id, uid: session.uid });
  }
  await publishSessionsEnded(ctx, ended, { reason });
  return ended.length;
}

/** Ends all sessions of all users that are open now, in batches. */
export async function endAllSessions(ctx: Context, reason: string): Promise<number> {
  const startedBefore = ctx.now();
  for (let ended = 0; ;) {
    const endedNow = await transaction(ctx, async (ctx) => {
      const sessions = await endSessionBatch(ctx, {
        startedBefore,
        limit: BATCH,
      });
      await publishSessionsEnded(ctx, sessions, { reason });
      return sessions.length;
    });
    if (endedNow === 0) return ended;
    ended += endedNow;
  }
}

async function publishSessionsEnded(
  ctx: InTransaction,
  ended: readonly { id: string; uid: string }[],
  details: Pick<EndOptions, "reason" | "client">,
): Promise<void> {
  for (const { id, uid } of ended)
    ctx.publish(`user:${uid}`, {
      type: "session.ended",
      sessionId: id,
    });
  await recordAccountEvents(
    ctx,
    ...ended.map(({ id, uid }) => ({
      uid,
      kind: "session-ended" as const,
      sessionId: id,
      ...details,
    })),
  );
}
