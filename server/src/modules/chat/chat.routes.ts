import { chat } from "@commonlane/contract/chat";
import { refreshIdToken } from "#modules/accounts/index.ts";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import {
  readRideConversation,
  muteConversation,
  readConversation,
  openConversation,
  listOwnConversations,
  readUnreadCount,
} from "./conversations.ts";
import { searchOwnMessages, listMessagesOf } from "./message-lists.ts";
import { markMessages, sendMessage } from "./messages.ts";
import { publishTyping } from "./typing.ts";

export const chatRoutes: RegisterRoutes = (http) => {
  http.on(chat.token, async (ctx, _, { uid, sessionId }) => {
    const { idToken, expiresAt } = await refreshIdToken(ctx, uid, sessionId);
    return { token: idToken, expiresAt, userId: uid };
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
    markMessages(ctx, caller, { ...params, ...body, mark: "read" }),
  );
  http.on(chat.delivered, (ctx, { params, body }, caller) =>
    markMessages(ctx, caller, { ...params, ...body, mark: "delivered" }),
  );
  http.on(chat.typing, (ctx, { params }, caller) =>
    publishTyping(ctx, caller, params.conversationId),
  );
  http.on(chat.mute, (ctx, { params, body }, caller) =>
    muteConversation(ctx, caller, { ...params, ...body }),
  );
  http.on(chat.unreadCount, (ctx, _, caller) => readUnreadCount(ctx, caller));
  http.on(chat.search, (ctx, { query }, caller) => searchOwnMessages(ctx, caller, query));
};
