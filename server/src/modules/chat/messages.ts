import { isDeepStrictEqual } from "node:util";
import type { Message, NewMessage } from "@commonlane/contract/chat";
import { hideContacts } from "@commonlane/contract/contact-details";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import { viewMessage } from "./chat.view.ts";
import { isOpenTo, mustBeIn } from "./guards.ts";
import { appendLine, findSent, type MessageRow, moveMark, type NewLine, presentMembers } from "./messages.store.ts";
import { countUnread, holdRoom, type Room } from "./rooms.store.ts";

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
  const same = sent.text === line.text && isDeepStrictEqual(sent.place, asKept(line.place));
  if (!same || sent.kind !== line.kind) throw new Problem("idempotency_mismatch");
  return viewMessage(sent, room, line.sender_id ?? "");
}

const asKept = (place: NewLine["place"]): unknown => JSON.parse(JSON.stringify(place));

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
