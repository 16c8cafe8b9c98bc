import type { InTransaction } from "#platform/context.ts";
import { record } from "./account-events.ts";
import { endSessionsOf } from "./sessions.store.ts";
import type { Visitor } from "./visitor.ts";

interface Ending {
  readonly uid: string;
  /** A session that goes on. */
  readonly kept?: string;
  readonly reason: string;
  /** Who ends them; nobody where the server does. */
  readonly visitor?: Visitor;
}

/** Ends all sessions of an account but the one that is kept, announces each and writes it down; gives how many. */
export async function endSessions(ctx: InTransaction, { uid, kept, reason, visitor }: Ending): Promise<number> {
  const ended = await endSessionsOf(ctx, uid, kept);
  for (const { id } of ended) ctx.announce(`user:${uid}`, { type: "session.ended", sessionId: id });
  await record(
    ctx,
    ...ended.map(({ id }) => ({ uid, kind: "session-ended" as const, sessionId: id, reason, visitor })),
  );
  return ended.length;
}
