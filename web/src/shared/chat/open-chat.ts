import { createPersonalObservable } from "../observable.ts";

/** Conversation to open: with a user (optionally about a ride), of a ride, by id, or the list. */
export type ChatTarget =
  | {
      readonly withUid: string;
      readonly rideId?: string | undefined;
    }
  | { readonly ofRide: string }
  | { readonly conversationId: string }
  | "list";

const requested = createPersonalObservable<ChatTarget | undefined>(undefined);

/** Opens the chats at a conversation, from anywhere in the app. Without an argument, clears the request. */
export const openChat = requested.set;

export const requestedChat = requested.get;

/** Calls the listener on every change; returns the unsubscribe function. */
export const onRequestedChat = requested.subscribe;
