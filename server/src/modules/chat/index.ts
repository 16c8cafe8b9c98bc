export { chatRoutes } from "./chat.routes.ts";
export { rideChats } from "./ride-chats.ts";
