import { chat } from "@commonlane/contract/chat";
import { rideContacts } from "@commonlane/contract/ride-contacts";
import { refreshIdToken } from "#modules/accounts/sessions/index.ts";
import type { Caller, RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import {
  listOwnConversations,
  muteConversation,
  openConversation,
  readConversation,
  readRideConversation,
  readUnreadCount,
} from "./conversations.ts";
import { listMessagesOf, markMessages, searchOwnMessages, sendMessage } from "./messages.ts";
import { listRideContacts } from "./ride-contacts.view.ts";
import type { Topic } from "@commonlane/contract/live";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { publishEphemeral } from "#platform/live/ephemeral-events.ts";
import { assertMember, isOpenFor } from "./guards.ts";
import { findConversation } from "./conversations.store.ts";

export const chatRoutes: RegisterRoutes = (http) => {
  // No longer valid than the caller's: a leaked token must not renew itself.
  http.on(chat.token, async (ctx, _, { uid, sessionId, tokenExpiresAtMs = 0 }) => {
    const { idToken, expiresAt } = await refreshIdToken(ctx, uid, sessionId, tokenExpiresAtMs);
    return {
      token: idToken,
      expiresAt,
      userId: uid,
    };
  });
  http.on(chat.conversations, (ctx, { query }, caller) => listOwnConversations(ctx, caller, query));
  http.on(chat.open, (ctx, { body }, caller) => openConversation(ctx, caller, body));
  http.on(chat.one, (ctx, { params }, caller) =>
    readConversation(ctx, caller, params.conversationId),
  );
  http.on(chat.ofRide, (ctx, { params }, caller) =>
    readRideConversation(ctx, caller, params.rideId),
  );
  http.on(chat.messages, (ctx, { params, query }, caller) =>
    listMessagesOf(ctx, caller, params.conversationId, query),
  );
  http.on(chat.send, (ctx, { params, body }, caller) =>
    sendMessage(ctx, caller, params.conversationId, body),
  );
  http.on(chat.read, (ctx, { params, body }, caller) =>
    markMessages(ctx, caller, {
      ...params,
      ...body,
      mark: "read",
    }),
  );
  http.on(chat.delivered, (ctx, { params, body }, caller) =>
    markMessages(ctx, caller, {
      ...params,
      ...body,
      mark: "delivered",
    }),
  );
  http.on(chat.typing, (ctx, { params }, caller) =>
    publishTyping(ctx, caller, params.conversationId),
  );
  http.on(chat.mute, (ctx, { params, body }, caller) =>
    muteConversation(ctx, caller, {
      ...params,
      ...body,
    }),
  );
  http.on(chat.unreadCount, (ctx, _, caller) => readUnreadCount(ctx, caller));
  http.on(chat.search, (ctx, { query }, caller) => searchOwnMessages(ctx, caller, query));

  http.on(rideContacts.onRide, (ctx, { params }, viewer) =>
    listRideContacts(ctx, viewer, params.rideId),
  );
};

/** Publishes to the other members' open pages that this member is typing. */
async function publishTyping(
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
  await publishEphemeral(ctx, topics, {
    type: "chat.typing",
    conversationId,
    uid,
  });
  return { success: true };
}
