import type { Topic } from "@commonlane/contract/live";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { publishEphemeral } from "#platform/live/ephemeral-events.ts";
import { isOpenFor, assertMember } from "./guards.ts";
import { findConversation } from "./conversations.store.ts";

/** Publishes to the other members' open pages that this member is typing. */
export async function publishTyping(
  ctx: Context,
  { uid }: Caller,
  conversationId: string,
): Promise<{ success: boolean }> {
  const conversation = assertMember(await findConversation(ctx, conversationId, uid), uid);
  if (!isOpenFor(ctx, conversation, uid)) throw new Problem("conversation_closed");
  const others = conversation.members.filter(
    (member) => member.uid !== uid && isOpenFor(ctx, conversation, member.uid),
  );
  const topics = others.map((member): Topic => `user:${member.uid}`);
  await publishEphemeral(ctx, topics, { type: "chat.typing", conversationId, uid });
  return { success: true };
}
