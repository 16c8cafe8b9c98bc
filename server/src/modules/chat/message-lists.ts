import type { Message, MessagesPage, MessagesQuery } from "@commonlane/contract/chat";
import type { PageQuery } from "@commonlane/contract/shapes";
import { z } from "zod";
import type { Context } from "#platform/context.ts";
import { pageOf, readCursor, writeCursor } from "#platform/http/cursor.ts";
import type { Caller } from "#platform/http/route.ts";
import { viewMessage } from "./chat.view.ts";
import { mustBeIn, readableUpTo } from "./guards.ts";
import { listMessages, searchMessages } from "./messages.store.ts";
import { findRoom } from "./rooms.store.ts";

/** Where a part of a conversation begins: below an ordinal, or above one. */
const Edge = z.union([z.object({ below: z.int32().positive() }), z.object({ above: z.int32().positive() })]);
type Edge = z.infer<typeof Edge>;

/** The messages that this member may read, newest first: the newest, those around one, or those beside a part. */
export async function messagesOf(
  ctx: Context,
  { uid }: Caller,
  conversationId: string,
  { limit, cursor, around }: MessagesQuery,
): Promise<MessagesPage> {
  const room = mustBeIn(await findRoom(ctx, conversationId, uid), uid);
  const newest = readableUpTo(room, uid);
  const edge = readCursor(Edge, cursor) ?? { below: around === undefined ? newest + 1 : around + Math.ceil(limit / 2) };
  // Ordinals have no gaps, so a part is known by its newest, and may be read by the key alone.
  const upTo = Math.min(newest, "below" in edge ? edge.below - 1 : edge.above + limit);
  const downTo = Math.max(1, "above" in edge ? Math.min(edge.above, newest) + 1 : upTo - limit + 1);
  const rows = await listMessages(ctx, conversationId, { downTo, upTo });
  return {
    items: rows.map((row) => viewMessage(row, room, uid)),
    nextCursor: downTo > 1 ? cursorOf({ below: downTo }) : null,
    newerCursor: upTo < newest ? cursorOf({ above: upTo }) : null,
  };
}

const cursorOf = (edge: Edge): string => writeCursor(edge);

/** Messages that hold the words, as this person sees them, newest first. */
export async function findMessages(
  ctx: Context,
  { uid }: Caller,
  { words, limit, cursor }: PageQuery & { words: string },
): Promise<{ items: Message[]; nextCursor: string | null }> {
  const rows = await searchMessages(ctx, uid, { words, limit: limit + 1, beforeId: readCursor(z.uuid(), cursor) });
  const { shown, nextCursor } = pageOf(rows, limit, (last) => last.id);
  const ids = [...new Set(shown.map(({ conversation_id }) => conversation_id))];
  const rooms = new Map(await Promise.all(ids.map(async (id) => [id, await findRoom(ctx, id, uid)] as const)));
  const items = shown.flatMap((row) => {
    const room = rooms.get(row.conversation_id);
    return room ? viewMessage(row, room, uid) : [];
  });
  return { items, nextCursor };
}
