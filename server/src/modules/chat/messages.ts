import { isDeepStrictEqual } from "node:util";
import type { Message, NewMessage } from "@commonlane/contract/chat";
import { maskContactDetails } from "@commonlane/contract/contact-mask";
import { batched } from "#platform/batched.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import { viewMessage } from "./chat.view.ts";
import { isOpenTo, mustBeIn } from "./guards.ts";
import { appendNew, findSent, type MessageRow, moveMark, type SentLine, presentMembers } from "./messages.store.ts";
import { countUnread, holdRooms, type Room } from "./rooms.store.ts";

interface Send {
  readonly ctx: Context;
  readonly line: SentLine;
}
/** What came of a message: it is kept, or refused. */
type Told = { readonly message: Message } | { readonly error: unknown };

/**
 * Sends a message, once however often it is asked for by the same clientId, and tells everybody in the conversation.
 * Another message under a known clientId throws idempotency_mismatch. Who sends at the same moment shares the
 * transaction, and none of them what comes of another's message.
 */
export async function sendMessage(
  ctx: Context,
  { uid }: Caller,
  conversationId: string,
  said: NewMessage,
): Promise<Message> {
  const told = await sendTogether(ctx.db, { ctx, line: lineOf(conversationId, uid, said) });
  if ("error" in told) throw told.error;
  return told.message;
}

const sendTogether = batched<Send, Told>((_, sends) => trySending(sends));

async function trySending(sends: readonly Send[]): Promise<Told[]> {
  const [first] = sends;
  if (!first) return [];
  const lines = sends.map(({ line }) => line);
  try {
    return await transaction(first.ctx, (ctx) => sendAll(ctx, lines));
  } catch (error) {
    if (sends.length === 1) return [{ error }];
    // What makes one message fail must not fail who sent at the same moment.
    return (await Promise.all(sends.map((send) => trySending([send])))).flat();
  }
}

async function sendAll(ctx: InTransaction, lines: readonly SentLine[]): Promise<Told[]> {
  const rooms = await holdRooms(
    ctx,
    lines.map((line) => line.conversation_id),
  );
  const named = new Map<string, SentLine>();
  for (const line of lines) {
    const [room, key] = [rooms.get(line.conversation_id), keyOf(line)];
    if (room && isOpenTo(ctx, room, line.sender_id) && !named.has(key)) named.set(key, line);
  }
  const sent = new Map<string, MessageRow>();
  for (const row of await appendNew(ctx, [...named.values()])) {
    sent.set(keyOf(row), row);
    tellAll(ctx, row, rooms.get(row.conversation_id));
  }
  const before = lines.filter((line) => !sent.has(keyOf(line)));
  for (const row of await findSent(ctx, before)) sent.set(keyOf(row), row);
  return lines.map((line) => toldOf(line, sent.get(keyOf(line)), rooms.get(line.conversation_id)));
}

/** Tells everybody in a conversation of its newest line. */
function tellAll(ctx: InTransaction, row: MessageRow, room: Room | undefined): void {
  if (!room) return;
  for (const { uid, left_ordinal } of room.members) {
    if (left_ordinal !== null) continue;
    const { conversation_id: conversationId, ordinal, sender_id: senderUid } = row;
    ctx.announce(`user:${uid}`, { type: "chat.message-sent", conversationId, ordinal, senderUid });
  }
}

function toldOf(line: SentLine, row: MessageRow | undefined, room: Room | undefined): Told {
  try {
    const own = mustBeIn(room, line.sender_id);
    if (!row) throw new Problem("conversation_closed");
    return { message: sameAs(row, line, own) };
  } catch (error) {
    return { error };
  }
}

const keyOf = (line: Pick<MessageRow, "conversation_id" | "sender_id" | "client_id">): string =>
  `${line.conversation_id} ${line.sender_id} ${line.client_id}`;

function lineOf(conversationId: string, uid: string, { clientId, text = "", place }: NewMessage): SentLine {
  const { text: masked, hidden } = maskContactDetails(text);
  return {
    conversation_id: conversationId.toLowerCase(),
    sender_id: uid,
    client_id: clientId,
    kind: place ? "place" : "text",
    text,
    masked_text: hidden.length > 0 ? masked : null,
    hidden: [...hidden],
    // A label is a name to be found on a map, and no second letter.
    place: place ? { ...place, label: maskContactDetails(place.label).text } : null,
  };
}

function sameAs(sent: MessageRow, line: SentLine, room: Room): Message {
  const same = sent.text === line.text && isDeepStrictEqual(sent.place, asKept(line.place));
  if (!same || sent.kind !== line.kind) throw new Problem("idempotency_mismatch");
  return viewMessage(sent, room, line.sender_id);
}

const asKept = (place: SentLine["place"]): unknown => place && JSON.parse(JSON.stringify(place));

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
