import type { Message, NewMessage } from "@commonlane/contract/chat";
import { hideContacts } from "@commonlane/contract/contact-details";
import type { PageQuery } from "@commonlane/contract/shapes";
import { z } from "zod";
import { readCursor, writeCursor } from "#modules/rides/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import { viewMessage } from "./chat.view.ts";
import { isOpenTo, mustBeIn, readableUpTo } from "./guards.ts";
import {
  appendLine,
  findSent,
  listMessages,
  type MessageRow,
  moveMark,
  type NewLine,
  presentMembers,
  searchMessages,
} from "./messages.store.ts";
import { countUnread, findRoom, holdRoom, type Room } from "./rooms.store.ts";

/**
 * Sends a message, once however often it is asked for by the same clientId, and tells everybody in the conversation.
 * Another message under a known clientId throws idempotency_mismatch.
 */
export function sendMessage(ctx: Context, { uid }: Caller, conversationId: string, said: NewMessage): Promise<Message> {
  return transaction(ctx, async (ctx) => {
    const room = mustBeIn(await holdRoom(ctx, conversationId), uid);
    const line = lineOf(conversationId, uid, said);
    const sent = await findSent(ctx, { conversationId, senderUid: uid, clientId: said.clientId });
    if (sent) return sameAs(sent, line, room);
    if (!isOpenTo(ctx, room, uid)) throw new Problem("conversation_closed");
    return viewMessage(await writeLine(ctx, room, line), room, uid);
  });
}

/** Keeps a line as the newest of a conversation that is held, and tells everybody in it. */
async function writeLine(ctx: InTransaction, room: Room, line: NewLine): Promise<MessageRow> {
  const row = await appendLine(ctx, line);
  for (const { uid, left_ordinal } of room.members) {
    if (left_ordinal !== null) continue;
    ctx.announce(`user:${uid}`, { type: "chat.message-sent", message: viewMessage(row, room, uid) });
  }
  return row;
}

function lineOf(conversationId: string, uid: string, { clientId, text = "", place }: NewMessage): NewLine {
  const { text: masked, hidden } = hideContacts(text);
  return {
    conversation_id: conversationId,
    sender_id: uid,
    client_id: clientId,
    kind: place ? "place" : "text",
    text,
    masked_text: hidden.length > 0 ? masked : null,
    hidden: [...hidden],
    // A label is a name to be found on a map, and no second letter.
    place: place ? { ...place, label: hideContacts(place.label).text } : null,
    note: null,
  };
}

function sameAs(sent: MessageRow, line: NewLine, room: Room): Message {
  if (sent.text !== line.text || sent.kind !== line.kind) throw new Problem("idempotency_mismatch");
  return viewMessage(sent, room, line.sender_id ?? "");
}

/** The messages that this member may read, newest first. */
export async function messagesOf(
  ctx: Context,
  { uid }: Caller,
  conversationId: string,
  { limit, cursor }: PageQuery,
): Promise<{ items: Message[]; nextCursor: string | null }> {
  const room = mustBeIn(await findRoom(ctx, conversationId, uid), uid);
  const before = readCursor(z.int32().positive(), cursor);
  const rows = await listMessages(ctx, conversationId, {
    limit: limit + 1,
    before,
    upTo: readableUpTo(room, uid),
  });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: shown.map((row) => viewMessage(row, room, uid)),
    nextCursor: last ? writeCursor(last.ordinal) : null,
  };
}

/** Says how far somebody has read, or has the messages on a device, and tells everybody in the conversation. */
export function markMessages(
  ctx: Context,
  { uid }: Caller,
  { conversationId, upTo: messageId, mark }: { conversationId: string; upTo: string; mark: "delivered" | "read" },
): Promise<{ count: number }> {
  return transaction(ctx, async (ctx) => {
    const moved = await moveMark(ctx, { conversationId, uid, messageId, mark });
    if (!moved) throw new Problem("not_found");
    const { upTo } = moved;
    const told = upTo === null ? [] : await presentMembers(ctx, conversationId);
    for (const member of new Set(upTo === null ? [] : [uid, ...told]))
      ctx.announce(`user:${member}`, { type: `chat.message-${mark}`, conversationId, uid, upTo: upTo ?? 0 });
    return { count: await countUnread(ctx, uid) };
  });
}

/** Messages that hold the words, as this person sees them, newest first. */
export async function findMessages(
  ctx: Context,
  { uid }: Caller,
  { words, limit, cursor }: PageQuery & { words: string },
): Promise<{ items: Message[]; nextCursor: string | null }> {
  const rows = await searchMessages(ctx, uid, { words, limit: limit + 1, beforeId: readCursor(z.uuid(), cursor) });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const ids = [...new Set(shown.map(({ conversation_id }) => conversation_id))];
  const rooms = new Map(await Promise.all(ids.map(async (id) => [id, await findRoom(ctx, id, uid)] as const)));
  const items = shown.flatMap((row) => {
    const room = rooms.get(row.conversation_id);
    return room ? viewMessage(row, room, uid) : [];
  });
  return { items, nextCursor: last ? writeCursor(last.id) : null };
}
