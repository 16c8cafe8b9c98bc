export { chatRoutes } from "./chat.routes.ts";
export { conversationOfRide, openConversation } from "./conversations.ts";
export { markMessages, sendMessage } from "./messages.ts";
export { rideChats } from "./ride-chats.ts";
export { countUnread as countUnreadMessages } from "./rooms.store.ts";
export { messageWithContext } from "./reported.store.ts";
export { beginUnreadNotices, chatSweeps } from "./unread-notices.ts";
