import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { recordAccountEvents } from "../account-events.ts";
import { endAccountSessions, endSessionBatch } from "./sessions.store.ts";
import type { ClientInfo } from "../sign-in/client-info.ts";

/** So that no transaction is long. */
const BATCH = 500;

interface EndOptions {
  readonly uid: string;
  /** A session that goes on. */
  readonly exceptSessionId?: string;
  readonly reason: string;
  /** Who ends them; nobody where the server does. */
  readonly client?: ClientInfo | undefined;
}

/** Ends all sessions of an account but the one that is kept, announces each and writes it down; gives how many. */
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

/** The same for everybody who is signed in now, some at a time. */
export async function endAllSessions(ctx: Context, reason: string): Promise<number> {
  const startedBefore = ctx.now();
  for (let ended = 0; ;) {
    const endedNow = await transaction(ctx, async (ctx) => {
      const sessions = await endSessionBatch(ctx, { startedBefore, limit: BATCH });
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
  for (const { id, uid } of ended) ctx.publish(`user:${uid}`, { type: "session.ended", sessionId: id });
  await recordAccountEvents(
    ctx,
    ...ended.map(({ id, uid }) => ({ uid, kind: "session-ended" as const, sessionId: id, ...details })),
  );
}
