import type { Conversation } from "@commonlane/contract/chat";
import { Instant, type PageQuery } from "@commonlane/contract/shapes";
import { z } from "zod";
import { mustNotBeTooNew } from "#modules/safety/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import { pageOf, readCursor } from "#platform/http/cursor.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import { viewConversations } from "./chat.view.ts";
import { mustBeReachable } from "./guards.ts";
import {
  countUnread,
  ensureDirectRoom,
  findRideRoom,
  findRoom,
  listRooms,
  type OwnRoom,
  setMuted,
} from "./rooms.store.ts";

const Mark = z.object({ at: Instant, id: z.uuid() });

/** A person's conversations, the one written to last first. */
export async function ownConversations(
  ctx: Context,
  { uid }: Caller,
  { limit, cursor }: PageQuery,
): Promise<{ items: Conversation[]; nextCursor: string | null }> {
  const rooms = await listRooms(ctx, uid, { limit: limit + 1, after: readCursor(Mark, cursor) });
  const { shown, nextCursor } = pageOf(rooms, limit, (last) => ({ at: last.last_at.toISOString(), id: last.id }));
  return { items: await viewConversations(ctx, shown, uid), nextCursor };
}

/** The one conversation of two people about a ride, or about none, whoever of them opens it, however often at once. */
export async function openConversation(
  ctx: Context,
  caller: Caller,
  said: { withUid: string; rideId?: string | null | undefined },
): Promise<Conversation> {
  await mustBeReachable(ctx, caller, said);
  return transaction(ctx, async (ctx) => {
    await mustNotBeTooNew(ctx, caller.uid, { person: said.withUid });
    const pair = { opener: caller.uid, other: said.withUid, rideId: said.rideId ?? null };
    const conversationId = await ensureDirectRoom(ctx, pair);
    return oneConversation(ctx, caller, conversationId);
  });
}

export const oneConversation = async (ctx: Context, { uid }: Caller, conversationId: string): Promise<Conversation> =>
  viewOne(ctx, await findRoom(ctx, conversationId, uid), uid);

export const conversationOfRide = async (ctx: Context, { uid }: Caller, rideId: string): Promise<Conversation> =>
  viewOne(ctx, await findRideRoom(ctx, rideId, uid), uid);

/** Mutes a conversation on all of this person's devices, or lets it be heard again. */
export function muteConversation(
  ctx: Context,
  caller: Caller,
  { conversationId, muted }: { conversationId: string; muted: boolean },
): Promise<Conversation> {
  return transaction(ctx, async (ctx) => {
    if (await setMuted(ctx, { conversationId, uid: caller.uid, muted }))
      ctx.announce(`user:${caller.uid}`, { type: "chat.conversation-changed", conversationId });
    return oneConversation(ctx, caller, conversationId);
  });
}

export const unreadMessages = async (ctx: Context, { uid }: Caller): Promise<{ count: number }> => ({
  count: await countUnread(ctx, uid),
});

async function viewOne(ctx: Context, room: OwnRoom | undefined, uid: string): Promise<Conversation> {
  const [shown] = room ? await viewConversations(ctx, [room], uid) : [];
  if (!shown) throw new Problem("not_found");
  return shown;
}
