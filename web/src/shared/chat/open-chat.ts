import { createObservable } from "../observable.ts";
import { forgetAtSignOut } from "../session/left-behind.ts";

/** Conversation to open: with a user (optionally about a ride), of a ride, by id, or the list. */
export type ChatTarget =
  | {
      readonly withUid: string;
      readonly rideId?: string | undefined;
    }
  | { readonly ofRide: string }
  | { readonly conversationId: string }
  | "list";

const requested = createObservable<ChatTarget | undefined>(undefined);
forgetAtSignOut(() => requested.set(undefined));

/** Opens the chats at a conversation, from anywhere in the app. Without an argument, clears the request. */
export const openChat = requested.set;

export const requestedChat = requested.get;

/** Calls the listener on every change; returns the unsubscribe function. */
export const onRequestedChat = requested.subscribe;
