import { chat } from "@commonlane/contract/chat";
import { sessionOf } from "#modules/accounts/index.ts";
import type { Routes } from "#platform/http/route.ts";
import {
  conversationOfRide,
  muteConversation,
  oneConversation,
  openConversation,
  ownConversations,
  unreadMessages,
} from "./conversations.ts";
import { findMessages, messagesOf } from "./message-lists.ts";
import { markMessages, sendMessage } from "./messages.ts";
import { sayTyping } from "./typing.ts";

export const chatRoutes: Routes = (http) => {
  http.on(chat.token, async (ctx, _, { uid, sessionId }) => {
    const { idToken: token, expiresAt } = await sessionOf(ctx, uid, sessionId);
    return { token, expiresAt, userId: uid };
  });
  http.on(chat.conversations, (ctx, { query }, caller) => ownConversations(ctx, caller, query));
  http.on(chat.open, (ctx, { body }, caller) => openConversation(ctx, caller, body));
  http.on(chat.one, (ctx, { params }, caller) => oneConversation(ctx, caller, params.conversationId));
  http.on(chat.ofRide, (ctx, { params }, caller) => conversationOfRide(ctx, caller, params.rideId));
  http.on(chat.messages, (ctx, { params, query }, caller) => messagesOf(ctx, caller, params.conversationId, query));
  http.on(chat.send, (ctx, { params, body }, caller) => sendMessage(ctx, caller, params.conversationId, body));
  http.on(chat.read, (ctx, { params, body }, caller) =>
    markMessages(ctx, caller, { ...params, ...body, mark: "read" }),
  );
  http.on(chat.delivered, (ctx, { params, body }, caller) =>
    markMessages(ctx, caller, { ...params, ...body, mark: "delivered" }),
  );
  http.on(chat.typing, (ctx, { params }, caller) => sayTyping(ctx, caller, params.conversationId));
  http.on(chat.mute, (ctx, { params, body }, caller) => muteConversation(ctx, caller, { ...params, ...body }));
  http.on(chat.unreadCount, (ctx, _, caller) => unreadMessages(ctx, caller));
  http.on(chat.search, (ctx, { query }, caller) => findMessages(ctx, caller, query));
};
