import { isDeepStrictEqual } from "node:util";
import type { Message, MessagesPage, MessagesQuery, NewMessage } from "@commonlane/contract/chat";
import { maskContactDetails } from "@commonlane/contract/contact-details/mask";
import type { PageQuery } from "@commonlane/contract/shapes";
import { z } from "zod";
import { createDataLoader } from "#platform/dataloader.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { paginate, decodeCursor, encodeCursor } from "#platform/http/pagination.ts";
import { viewMessage } from "./chat.view.ts";
import { assertMember, isOpenFor, readableUpTo } from "./guards.ts";
import {
  advanceMark,
  appendMessages,
  findCurrentMembers,
  findStoredMessages,
  listMessages,
  type MessageRow,
  type NewMessageRow,
  searchMessages,
} from "./messages.store.ts";
import {
  type ConversationRow,
  countUnread,
  findConversation,
  lockConversations,
} from "./conversations.store.ts";

interface PendingMessage {
  readonly ctx: Context;
  readonly message: NewMessageRow;
}
/** Result of sending a message: stored or refused. */
type SendResult = { readonly message: Message } | { readonly error: unknown };

/**
 * Sends a message and publishes it to all members. Repeating it with the same clientId has no effect; different content
 * under that clientId throws idempotency_mismatch. Concurrent sends share a transaction, but each gets its own result.
 */
export async function sendMessage(
  ctx: Context,
  { uid }: Caller,
  conversationId: string,
  body: NewMessage,
): Promise<Message> {
  const result = await sendBatched(ctx.db, {
    ctx,
    message: toMessageRow(conversationId, uid, body),
  });
  if ("error" in result) throw result.error;
  return result.message;
}

const sendBatched = createDataLoader<PendingMessage, SendResult>((_, sends) =>
  sendWithRetry(sends),
);

async function sendWithRetry(sends: readonly PendingMessage[]): Promise<SendResult[]> {
  const [first] = sends;
  if (!first) return [];
  const messages = sends.map(({ message }) => message);
  try {
    return await transaction(first.ctx, (ctx) => storeMessages(ctx, messages));
  } catch (error) {
    if (sends.length === 1) return [{ error }];
    // One failing message must not fail the others of the batch.
    return (await Promise.all(sends.map((send) => sendWithRetry([send])))).flat();
  }
}

async function storeMessages(
  ctx: InTransaction,
  messages: readonly NewMessageRow[],
): Promise<SendResult[]> {
  const conversations = await lockConversations(
    ctx,
    messages.map((message) => message.conversation_id),
  );
  const firstByKey = new Map<string, NewMessageRow>();
  for (const message of messages) {
    const conversation = conversations.get(message.conversation_id);
    const key = messageKey(message);
    if (conversation && isOpenFor(ctx, conversation, message.sender_id) && !firstByKey.has(key))
      firstByKey.set(key, message);
  }
  const stored = new Map<string, MessageRow>();
  for (const row of await appendMessages(ctx, [...firstByKey.values()])) {
    stored.set(messageKey(row), row);
    publishMessageSent(ctx, row, conversations.get(row.conversation_id));
  }
  const alreadySent = messages.filter((message) => !stored.has(messageKey(message)));
  for (const row of await findStoredMessages(ctx, alreadySent)) stored.set(messageKey(row), row);
  return messages.map((message) =>
    resultOf(message, stored.get(messageKey(message)), conversations.get(message.conversation_id)),
  );
}

/** Publishes a new message to all current members. */
function publishMessageSent(
  ctx: InTransaction,
  row: MessageRow,
  conversation: ConversationRow | undefined,
): void {
  if (!conversation) return;
  for (const { uid, left_ordinal } of conversation.members) {
    if (left_ordinal !== null) continue;
    ctx.publish(`user:${uid}`, {
      type: "chat.message-sent",
      conversationId: row.conversation_id,
      ordinal: row.ordinal,
      senderUid: row.sender_id,
    });
  }
}

function resultOf(
  message: NewMessageRow,
  row: MessageRow | undefined,
  conversation: ConversationRow | undefined,
): SendResult {
  try {
    const conversationOfSender = assertMember(conversation, message.sender_id);
    if (!row) throw new Problem("conversation_closed");
    return { message: viewIfSame(row, message, conversationOfSender) };
  } catch (error) {
    return { error };
  }
}

const messageKey = (
  message: Pick<MessageRow, "conversation_id" | "sender_id" | "client_id">,
): string => `${message.conversation_id} ${message.sender_id} ${message.client_id}`;

function toMessageRow(
  conversationId: string,
  uid: string,
  { clientId, text = "", place }: NewMessage,
): NewMessageRow {
  const masked = maskContactDetails(text);
  return {
    conversation_id: conversationId.toLowerCase(),
    sender_id: uid,
    client_id: clientId,
    kind: place ? "place" : "text",
    text,
    masked_text: masked.hidden.length > 0 ? masked.text : null,
    hidden: [...masked.hidden],
    // Place labels must not carry contact details.
    place: place
      ? {
          ...place,
          label: maskContactDetails(place.label).text,
        }
      : null,
  };
}

function viewIfSame(
  stored: MessageRow,
  message: NewMessageRow,
  conversation: ConversationRow,
): Message {
  const same =
    stored.text === message.text && isDeepStrictEqual(stored.place, toStoredJson(message.place));
  if (!same || stored.kind !== message.kind) throw new Problem("idempotency_mismatch");
  return viewMessage(stored, conversation, message.sender_id);
}

const toStoredJson = (place: NewMessageRow["place"]): unknown =>
  place && JSON.parse(JSON.stringify(place));

/** Moves the caller's delivered or read mark and publishes it to all members. */
export function markMessages(
  ctx: Context,
  { uid }: Caller,
  {
    conversationId,
    upTo,
    mark,
  }: {
    conversationId: string;
    upTo: string;
    mark: "delivered" | "read";
  },
): Promise<{ count: number }> {
  return transaction(ctx, async (ctx) => {
    const moved = await advanceMark(ctx, {
      conversationId,
      uid,
      messageId: upTo,
      mark,
    });
    if (!moved) throw new Problem("not_found");
    const ordinal = moved.upTo;
    if (ordinal !== null)
      for (const member of new Set([uid, ...(await findCurrentMembers(ctx, conversationId))]))
        ctx.publish(`user:${member}`, {
          type: `chat.message-${mark}`,
          conversationId,
          uid,
          upTo: ordinal,
        });
    return { count: await countUnread(ctx, uid) };
  });
}

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
