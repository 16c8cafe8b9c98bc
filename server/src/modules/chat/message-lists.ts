import type { Message, MessagesPage, MessagesQuery } from "@commonlane/contract/chat";
import type { PageQuery } from "@commonlane/contract/shapes";
import { z } from "zod";
import type { Context } from "#platform/context.ts";
import { paginate, decodeCursor, encodeCursor } from "#platform/http/pagination.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { viewMessage } from "./chat.view.ts";
import { assertMember, readableUpTo } from "./guards.ts";
import { listMessages, searchMessages } from "./messages.store.ts";
import { findConversation } from "./conversations.store.ts";

/** A page starts below or above an ordinal. */
const PageEdge = z.union([
  z.object({ below: z.int32().positive() }),
  z.object({ above: z.int32().positive() }),
]);
type PageEdge = z.infer<typeof PageEdge>;

/**
 * The messages that this member may read, newest first: the newest, those around an ordinal, or those next to a page.
 */
export async function listMessagesOf(
  ctx: Context,
  { uid }: Caller,
  conversationId: string,
  { limit, cursor, around }: MessagesQuery,
): Promise<MessagesPage> {
  const conversation = assertMember(await findConversation(ctx, conversationId, uid), uid);
  const newest = readableUpTo(conversation, uid);
  const edge = decodeCursor(PageEdge, cursor) ?? {
    below: around === undefined ? newest + 1 : around + Math.ceil(limit / 2),
  };
  // Ordinals have no gaps, so the edges of a page follow from the limit and the primary key is enough.
  const upTo = Math.min(newest, "below" in edge ? edge.below - 1 : edge.above + limit);
  const downTo = Math.max(1, "above" in edge ? Math.min(edge.above, newest) + 1 : upTo - limit + 1);
  const rows = await listMessages(ctx, conversationId, {
    downTo,
    upTo,
  });
  return {
    items: rows.map((row) => viewMessage(row, conversation, uid)),
    nextCursor: downTo > 1 ? edgeCursor({ below: downTo }) : null,
    newerCursor: upTo < newest ? edgeCursor({ above: upTo }) : null,
  };
}

const edgeCursor = (edge: PageEdge): string => encodeCursor(edge);

/** Messages that contain the words, as this user sees them, newest first. */
export async function searchOwnMessages(
  ctx: Context,
  { uid }: Caller,
  { words, limit, cursor }: PageQuery & { words: string },
): Promise<{
  items: Message[];
  nextCursor: string | null;
}> {
  const rows = await searchMessages(ctx, uid, {
    words,
    limit: limit + 1,
    beforeId: decodeCursor(z.uuid(), cursor),
  });
  const page = paginate(rows, limit, (last) => last.id);
  const ids = [...new Set(page.items.map(({ conversation_id }) => conversation_id))];
  const conversations = new Map(
    await Promise.all(ids.map(async (id) => [id, await findConversation(ctx, id, uid)] as const)),
  );
  const items = page.items.flatMap((row) => {
    const conversation = conversations.get(row.conversation_id);
    return conversation ? viewMessage(row, conversation, uid) : [];
  });
  return { items, nextCursor: page.nextCursor };
}
