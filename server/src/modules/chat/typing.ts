import type { Topic } from "@commonlane/contract/live";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import { whisper } from "#platform/live/passing.ts";
import { isOpenTo, mustBeIn } from "./guards.ts";
import { findRoom } from "./rooms.store.ts";

/** Tells the others in a conversation, where they have a page open, that somebody who may write in it is writing. */
export async function sayTyping(ctx: Context, { uid }: Caller, conversationId: string): Promise<{ success: boolean }> {
  const room = mustBeIn(await findRoom(ctx, conversationId, uid), uid);
  if (!isOpenTo(ctx, room, uid)) throw new Problem("conversation_closed");
  const others = room.members.filter((member) => member.uid !== uid && isOpenTo(ctx, room, member.uid));
  const topics = others.map((member): Topic => `user:${member.uid}`);
  await whisper(ctx, topics, { type: "chat.typing", conversationId, uid });
  return { success: true };
}
