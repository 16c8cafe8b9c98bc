import type { Fact } from "@commonlane/contract/live";
import type { Message } from "@commonlane/contract/chat";
import type { Context } from "#platform/context.ts";
import { seenAnew } from "#platform/live/seen-anew.ts";
import { viewMessage } from "./chat.view.ts";
import { readableUpTo } from "./guards.ts";
import { messagesAt } from "./messages.store.ts";
import { findRoom } from "./rooms.store.ts";

/**
 * What somebody missed as they may see it now: a message was told as it showed when it was written, and who resumes later
 * reads it as everywhere else, or not at all.
 */
export const reviewMessages =
  (ctx: Context) =>
  <Missed extends { readonly fact: Fact }>(uid: string, missed: readonly Missed[]): Promise<Missed[]> =>
    seenAnew(missed, {
      heldBy: (fact) => (fact.type === "chat.message-sent" ? fact.message : undefined),
      viewsOf: (_, sent) => viewsOf(ctx, uid, sent),
      told: (fact, message) => (fact.type === "chat.message-sent" ? { ...fact, message } : fact),
    });

async function viewsOf(ctx: Context, uid: string, sent: readonly Message[]): Promise<Message[]> {
  const ids = [...new Set(sent.map(({ conversationId }) => conversationId))];
  const rooms = new Map(await Promise.all(ids.map(async (id) => [id, await findRoom(ctx, id, uid)] as const)));
  const rows = await messagesAt(ctx, sent);
  return rows.flatMap((row) => {
    const room = rooms.get(row.conversation_id);
    return room && row.ordinal <= readableUpTo(room, uid) ? viewMessage(row, room, uid) : [];
  });
}
