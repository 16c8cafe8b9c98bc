import type { Conversation } from "@commonlane/contract/chat";
import { Instant, type PageQuery } from "@commonlane/contract/shapes";
import { z } from "zod";
import { assertMayContact } from "#modules/privacy/index.ts";
import { nothingOnRideProblem } from "#modules/rides/rules/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import { paginate, decodeCursor } from "#platform/http/pagination.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { viewConversations } from "./chat.view.ts";
import { assertReachable } from "./guards.ts";
import {
  countUnread,
  ensureDirectConversation,
  findRideConversation,
  findConversation,
  listConversations,
  type OwnConversationRow,
  setMuted,
} from "./conversations.store.ts";

const CursorPosition = z.object({
  at: Instant,
  id: z.uuid(),
});

/** A user's conversations, latest message first. */
export async function listOwnConversations(
  ctx: Context,
  { uid }: Caller,
  { limit, cursor }: PageQuery,
): Promise<{
  items: Conversation[];
  nextCursor: string | null;
}> {
  const conversations = await listConversations(ctx, uid, {
    limit: limit + 1,
    after: decodeCursor(CursorPosition, cursor),
  });
  const { items, nextCursor } = paginate(conversations, limit, (last) => ({
    at: last.last_at.toISOString(),
    id: last.id,
  }));
  return {
    items: await viewConversations(ctx, items, uid),
    nextCursor,
  };
}

/** The only conversation of two users about a ride or about none, regardless of who opens it and how often. */
export async function openConversation(
  ctx: Context,
  caller: Caller,
  target: {
    withUid: string;
    rideId?: string | null | undefined;
  },
): Promise<Conversation> {
  await assertReachable(ctx, caller, target);
  return transaction(ctx, async (ctx) => {
    await assertMayContact(ctx, caller.uid, { person: target.withUid });
    const pair = {
      opener: caller.uid,
      other: target.withUid,
      rideId: target.rideId ?? null,
    };
    const conversationId = await ensureDirectConversation(ctx, pair);
    return readConversation(ctx, caller, conversationId);
  });
}

export const readConversation = async (
  ctx: Context,
  { uid }: Caller,
  conversationId: string,
): Promise<Conversation> =>
  viewOrNotFound(ctx, await findConversation(ctx, conversationId, uid), uid);

export async function readRideConversation(
  ctx: Context,
  { uid }: Caller,
  rideId: string,
): Promise<Conversation> {
  const conversation = await findRideConversation(ctx, rideId, uid);
  if (!conversation) throw await nothingOnRideProblem(ctx, rideId, uid);
  return viewOrNotFound(ctx, conversation, uid);
}

/** Mutes or unmutes a conversation on all of the user's devices. */
export function muteConversation(
  ctx: Context,
  caller: Caller,
  {
    conversationId,
    muted,
  }: {
    conversationId: string;
    muted: boolean;
  },
): Promise<Conversation> {
  return transaction(ctx, async (ctx) => {
    if (
      await setMuted(ctx, {
        conversationId,
        uid: caller.uid,
        muted,
      })
    )
      ctx.publish(`user:${caller.uid}`, {
        type: "chat.conversation-changed",
        conversationId,
      });
    return readConversation(ctx, caller, conversationId);
  });
}

export const readUnreadCount = async (
  ctx: Context,
  { uid }: Caller,
): Promise<{ count: number }> => ({
  count: await countUnread(ctx, uid),
});

async function viewOrNotFound(
  ctx: Context,
  conversation: OwnConversationRow | undefined,
  uid: string,
): Promise<Conversation> {
  const [shown] = conversation ? await viewConversations(ctx, [conversation], uid) : [];
  if (!shown) throw new Problem("not_found");
  return shown;
}
