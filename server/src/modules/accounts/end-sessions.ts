import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { record } from "./account-events.ts";
import { endSessionsOf, endSomeSessions } from "./sessions.store.ts";
import type { Visitor } from "./visitor.ts";

/** So that no transaction is long. */
const AT_ONCE = 500;

interface Ending {
  readonly uid: string;
  /** A session that goes on. */
  readonly kept?: string;
  readonly reason: string;
  /** Who ends them; nobody where the server does. */
  readonly visitor?: Visitor | undefined;
}

/** Ends all sessions of an account but the one that is kept, announces each and writes it down; gives how many. */
export async function endSessions(ctx: InTransaction, { uid, kept, reason, visitor }: Ending): Promise<number> {
  const ended = await endSessionsOf(ctx, uid, kept);
  await tell(
    ctx,
    ended.map(({ id }) => ({ id, uid })),
    { reason, visitor },
  );
  return ended.length;
}

/** The same for everybody who is signed in now, some at a time. */
export async function endEverySession(ctx: Context, reason: string): Promise<number> {
  const begunBy = ctx.now();
  for (let ended = 0; ;) {
    const some = await transaction(ctx, async (ctx) => {
      const sessions = await endSomeSessions(ctx, { begunBy, most: AT_ONCE });
      await tell(ctx, sessions, { reason });
      return sessions.length;
    });
    if (some === 0) return ended;
    ended += some;
  }
}

async function tell(
  ctx: InTransaction,
  ended: readonly { id: string; uid: string }[],
  how: Pick<Ending, "reason" | "visitor">,
): Promise<void> {
  for (const { id, uid } of ended) ctx.announce(`user:${uid}`, { type: "session.ended", sessionId: id });
  await record(ctx, ...ended.map(({ id, uid }) => ({ uid, kind: "session-ended" as const, sessionId: id, ...how })));
}
