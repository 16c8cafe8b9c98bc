export { chatRoutes } from "./chat.routes.ts";
export { readRideConversation, openConversation } from "./conversations.ts";
export { markMessages, sendMessage } from "./messages.ts";
export { rideConversationConsumer } from "./ride-conversations.ts";
export { countUnread as countUnreadMessages } from "./conversations.store.ts";
export {
  findMessagesAfter,
  findMessagesForReader,
  messageWithContext,
} from "./message-context.store.ts";
export {
  chatSweeps,
  initUnreadMessageConsumer,
  unreadMessageConsumer,
} from "./unread-notifications.ts";
