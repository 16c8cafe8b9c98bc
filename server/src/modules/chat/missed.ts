import type { Fact } from "@commonlane/contract/live";
import type { Context } from "#platform/context.ts";
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
  async <Missed extends { readonly fact: Fact }>(uid: string, missed: readonly Missed[]): Promise<Missed[]> => {
    const sent = missed.flatMap(({ fact }) => (fact.type === "chat.message-sent" ? [fact.message] : []));
    if (sent.length === 0) return [...missed];
    const ids = [...new Set(sent.map(({ conversationId }) => conversationId))];
    const rooms = new Map(await Promise.all(ids.map(async (id) => [id, await findRoom(ctx, id, uid)] as const)));
    const rows = new Map((await messagesAt(ctx, sent)).map((row) => [row.id, row]));
    return missed.flatMap((event) => {
      const { fact } = event;
      if (fact.type !== "chat.message-sent") return event;
      const [room, row] = [rooms.get(fact.message.conversationId), rows.get(fact.message.id)];
      if (!room || !row || row.ordinal > readableUpTo(room, uid)) return [];
      return { ...event, fact: { ...fact, message: viewMessage(row, room, uid) } };
    });
  };
